def ref(obj, callback=None):
    return lambda: obj


WeakMethod = ref


def proxy(obj, callback=None):
    return obj


WeakKeyDictionary = WeakValueDictionary = dict
WeakSet = set
