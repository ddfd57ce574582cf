package diag

type svc struct{}

func (s *svc) Ok(name string) bool { return name != "" }

var Typed *svc
