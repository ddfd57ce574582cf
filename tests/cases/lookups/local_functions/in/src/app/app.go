package app

import d "example.com/m/diag"

func Run() { d.Typed.Ok("b") }

func Other(x interface{ Ok(string) bool }) { x.Ok("c") }
