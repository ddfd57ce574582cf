package com.example.app;
import com.example.shop.*;
class App { Money all() { return Money.parse("1").round(); } }
