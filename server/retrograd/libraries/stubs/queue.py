from _known import known
from _retrograd import opaque


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self.queue = []
        self.maxsize = maxsize

    def put(self, item, block=True, timeout=None):
        self.queue.append(item)

    put_nowait = put

    def get(self, block=True, timeout=None):
        # an empty queue waits for what another thread puts there
        return self.queue.pop(0) if self.queue else opaque()

    get_nowait = get

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return not self.queue

    def full(self):
        return known(self.maxsize) and len(self.queue) >= self.maxsize

    def task_done(self):
        pass

    def join(self):
        pass


class LifoQueue(Queue):
    def get(self, block=True, timeout=None):
        return self.queue.pop() if self.queue else opaque()

    get_nowait = get


class PriorityQueue(Queue):
    pass


SimpleQueue = Queue
