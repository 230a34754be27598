def known(count):
    # a slice keeps everything where its bound is not known: a question that forks no path
    return len((0,)[count:]) == 0
