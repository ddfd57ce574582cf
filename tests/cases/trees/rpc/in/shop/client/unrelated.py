class Price:
    def __init__(self, name, amount):
        self.name = name
        self.amount = amount


def watch(price):
    return price.name
