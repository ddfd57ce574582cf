package server

func handle(r *Request) error {
	if limit() > 0 {
		return r.Check()
	}
	return nil
}
