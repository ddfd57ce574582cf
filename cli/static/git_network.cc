// The program links libgit2 statically and opens repositories on this machine alone. Of its clients
// for HTTP, TLS and SSH it would need Kerberos, five libraries that Debian has in no static form,
// and libssh2, Mbed TLS and OpenSSL, whose tables of addresses are written at every start. These
// take the place of the functions that call them. libgit2 itself is built so where it has none of
// these libraries: it connects to nobody.
#include <git2/errors.h>

namespace {

int refuse_connection() {
  git_error_set_str(GIT_ERROR_NET, "repositories are opened on this machine alone");
  return GIT_ERROR;
}

}  // namespace

extern "C" {

int git_http_auth_negotiate(void** context, const void*);
int git_smart_subtransport_ssh(void**, void*, void*);
int git_transport_ssh_with_paths(void**, void*, void*);
int git_transport_ssh_global_init();
int git_mbedtls__set_cert_location(const char*, const char*);
int git_mbedtls_stream_global_init();
int git_mbedtls_stream_new(void**, const char*, const char*);
int git_mbedtls_stream_wrap(void**, void*, const char*);

int git_http_auth_negotiate(void** context, const void*) {
  *context = nullptr;  // no way to say who asks
  return 0;
}

int git_smart_subtransport_ssh(void**, void*, void*) { return refuse_connection(); }
int git_transport_ssh_with_paths(void**, void*, void*) { return refuse_connection(); }
int git_transport_ssh_global_init() { return 0; }

int git_mbedtls__set_cert_location(const char*, const char*) { return refuse_connection(); }
int git_mbedtls_stream_global_init() { return 0; }
int git_mbedtls_stream_new(void**, const char*, const char*) { return refuse_connection(); }
int git_mbedtls_stream_wrap(void**, void*, const char*) { return refuse_connection(); }
}
