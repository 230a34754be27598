from _retrograd import unknown

# a coroutine is executed where it is called, and stands for its result


class Loop:
    def run_until_complete(self, result):
        return result

    def create_task(self, result):
        return result

    def close(self):
        pass


def get_event_loop():
    return Loop()


new_event_loop = get_running_loop = get_event_loop


def set_event_loop(loop):
    pass


def run(result, *, debug=None):
    return result


def create_task(result, **kwargs):
    return result


ensure_future = shield = create_task


def wait_for(result, timeout=None):
    return result


def gather(*results, return_exceptions=False):
    return list(results)


def sleep(delay, result=None):
    return result


def to_thread(func, /, *args, **kwargs):
    return func(*args, **kwargs)


def Queue(maxsize=0):
    from queue import Queue as made

    return made(maxsize)


def Lock():
    return unknown()


Event = Semaphore = Condition = Lock
