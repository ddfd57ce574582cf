#include "server/page.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/error.h"
#include "web/assets.h"

namespace dossier {
namespace {

// Scripts, styles and requests are this server's alone, no script stands in the page's text, and no
// other page shows it in a frame. Pictures may be made in the page. Styles that script sets are no
// markup; the editor adopts its style sheet in a shadow root.
constexpr std::string_view kPolicy =
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types dompurify default";

// A year: the name changes with the content.
constexpr std::string_view kForever = "public, max-age=31536000, immutable";

constexpr std::array kRooms = {"/search", "/browse",  "/symbol/*",  "/file/*",  "/ask",
                               "/ask/*",  "/session", "/session/*", "/sql",     "/compare",
                               "/impact", "/server",  "/compare/*", "/impact/*"};

const web::File* asset(std::string_view name) {
  const auto files = web::files();
  const auto at = std::find_if(files.begin(), files.end(),
                               [name](const web::File& file) { return file.name == name; });
  return at == files.end() ? nullptr : &*at;
}

std::string_view type_of(std::string_view name) {
  const std::string_view extension = name.substr(name.rfind('.') + 1);
  if (extension == "js") return "text/javascript; charset=utf-8";
  if (extension == "css") return "text/css; charset=utf-8";
  if (extension == "svg") return "image/svg+xml";
  return "text/html; charset=utf-8";
}

// For a client that does not take gzip: its own choice of cost.
std::string unpacked(std::string_view packed) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) throw Error(ErrorCode::internal, "zlib");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  std::array<char, 1 << 15> piece;
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece.data(), piece.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw Error(ErrorCode::internal, "a file of the page is damaged");
  return out;
}

Response file_response(const web::File& file, const Request& request, std::string_view kept) {
  Response response;
  response.content_type = type_of(file.name);
  const std::string etag = "\"" + std::string(file.sha256.substr(0, 16)) + "\"";
  response.headers = {{"ETag", etag},
                      {"Cache-Control", std::string(kept)},
                      {"Vary", "Accept-Encoding"},
                      {"Content-Security-Policy", std::string(kPolicy)},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cross-Origin-Opener-Policy", "same-origin"}};
  if (request.header("if-none-match") == etag) {
    response.status = 304;
    return response;
  }
  if (request.header("accept-encoding").find("gzip") != std::string_view::npos) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = file.text;
  } else {
    response.body = unpacked(file.text);
  }
  return response;
}

Response shell(const Request& request, RequestContext&) {
  const web::File* file = asset("index.html");
  if (file == nullptr) throw Error(ErrorCode::internal, "the page has no shell");
  return file_response(*file, request, "no-cache");
}

Response file_of(const Request& request, RequestContext&) {
  constexpr std::string_view kFolder = "/assets/";
  const web::File* file = asset(std::string_view(request.path).substr(kFolder.size()));
  if (file == nullptr) throw Error(ErrorCode::not_found, "no such file of the page");
  // Not named by their contents. Browsers ask for the icon again at every change of the address.
  if (file->name == "icon.svg") return file_response(*file, request, "max-age=3600");
  return file_response(*file, request, file->name == "index.html" ? "no-cache" : kForever);
}

}  // namespace

std::vector<Route> page_routes() {
  std::vector<Route> routes = {{"GET", "/assets/*", file_of}, {"GET", "/", shell}};
  for (const char* room : kRooms) routes.push_back({"GET", room, shell});
  for (Route& route : routes) {
    route.pace = Pace::brief;
    route.is_open = true;
  }
  return routes;
}

}  // namespace dossier
