package main

import "example.com/go/server"

func main() { var r server.Request; r.Check() }
