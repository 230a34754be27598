from _retrograd import unknown
from learn2learn import algorithms, vision

data = gym = unknown()
