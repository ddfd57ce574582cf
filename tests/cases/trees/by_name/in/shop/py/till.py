from shop import Money, parse
import shop
def total(text: str) -> Money:
    return parse(text).rounded() or shop.Money()
