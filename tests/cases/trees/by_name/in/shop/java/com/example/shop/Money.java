package com.example.shop;
public class Money { public Money round() { return this; } public static Money parse(String s) { return null; } }
