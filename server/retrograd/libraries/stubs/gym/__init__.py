from gymnasium import *
