def tree_map(fn, tree, *rests, is_leaf=None):
    if isinstance(tree, tuple):
        return tuple([tree_map(fn, x, *[r[i] for r in rests]) for i, x in enumerate(tree)])
    if isinstance(tree, list):
        return [tree_map(fn, x, *[r[i] for r in rests]) for i, x in enumerate(tree)]
    if isinstance(tree, dict):
        return {k: tree_map(fn, x, *[r[k] for r in rests]) for k, x in tree.items()}
    return fn(tree, *rests)


def tree_leaves(tree, is_leaf=None):
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, (list, tuple)):
        return [leaf for x in tree for leaf in tree_leaves(x)]
    return [tree]


def tree_flatten(tree, is_leaf=None):
    return tree_leaves(tree), tree


def tree_unflatten(leaves, spec):
    rest = iter(leaves)
    return tree_map(lambda _: next(rest), spec)
