package server

type Request struct{}

func (r *Request) Check() error { return nil }
func limit() int               { return 1 }
