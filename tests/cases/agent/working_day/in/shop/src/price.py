def price(item):
    total = item.cost
    return total


def tax(item):
    return item.cost * 0.2
