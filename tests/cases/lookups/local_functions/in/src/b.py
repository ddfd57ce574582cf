def other(obj):
    return obj.helper(1)
