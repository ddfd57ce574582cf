#pragma once
// The prose of a reply in a text dialect, as the reply arrives: without action lines, their
// content, the fences around them, and calls as JSON. A person is never shown a call raw. It goes
// by the same lines as the dialect of action lines does, so that what it hides is what is run; a
// line is held back until it is whole, and a fence until it is clear what it holds.
#include <string>
#include <string_view>

namespace dossier::protocols {

class ActionFilter {
 public:
  /// The prose that may be shown now: whole lines.
  std::string feed(std::string_view piece);
  /// The rest of the reply, at its end; then it begins anew.
  std::string finish();

 private:
  void line(std::string_view line, std::string& out);
  bool hides_request(std::string_view line);
  bool hides_json(std::string_view line);
  void show(std::string_view line, std::string& out);

  enum class In { prose, action, content, json };
  std::string partial_;  // the line that is arriving
  std::string held_;     // lines that belong to what comes next, if that is hidden
  In in_ = In::prose;
  bool is_fenced_ = false;  // actions stand in a fence
  bool is_inner_ = false;   // their content stands in one
  bool is_quoted_ = false;
  bool takes_content_ = false;
  bool is_malformed_ = false;  // the request: what content it has goes with it
  bool has_prose_ = false;
};

}  // namespace dossier::protocols
