from fastprogress import *
