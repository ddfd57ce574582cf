package com.example.shop;
class Till { Money total = Money.parse("1"); Money close() { return total.round(); } }
