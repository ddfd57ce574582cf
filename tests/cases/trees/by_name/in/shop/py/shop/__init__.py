from .money import Money
from .money import *
