def outer(c):
    def helper(x):
        return x

    return helper(c)
