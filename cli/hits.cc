#include "cli/hits.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <functional>
#include <future>
#include <iostream>

#include "cli/terminal.h"
#include "queries/freshness.h"

namespace dossier::cli {
namespace {

constexpr size_t kPage = 64 << 10;

std::string shown(std::string_view text) {
  return on_terminal() ? printable(text) : std::string(text);
}

void print_page(std::string& page) {
  std::cout << page << std::flush;
  page.clear();
}

// Writes hits one after another; hands on what it has at the first hit, so that this does not wait
// for the last, and then by the page.
class Writer {
 public:
  using Page = std::function<void(std::string&)>;
  Writer(SearchIndex& index, const HitFormat& format, Page page)
      : index_(index), format_(format), page_(std::move(page)) {}

  void line(const LineHit& hit) {
    if (format_.context > 0)
      with_context(hit);
    else
      put(hit);
    turn();
  }
  void count(const FileEntry& file, int64_t lines) {
    out_ += name(file) + ":" + std::to_string(lines) + "\n";
    turn();
  }
  void file(const FileEntry& file) {
    out_ += name(file) + "\n";
    turn();
  }
  void end() {
    if (current_ >= 0 && format_.context > 0) after(file_, last_ + format_.context);
    if (!out_.empty()) page_(out_);
  }

 private:
  // Two projects may hold files of one name.
  std::string name(const FileEntry& file) const {
    const std::string path = styled(shown(file.path), Style::cyan);
    return format_.projects ? shown(file.project) + "/" + path : path;
  }

  void turn() {
    if (out_.size() <= kPage && !first_) return;
    page_(out_);
    first_ = false;
  }

  void put_number(int64_t number, char after) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out_.append(digits, static_cast<size_t>(end - digits)) += after;
  }

  void put(const LineHit& hit) {
    if (hit.text != named_) name_ = name(*hit.file);
    named_ = hit.text;
    out_ += name_;
    out_ += ':';
    put_number(hit.line, ':');
    put_number(hit.column, ':');
    if (on_terminal_)
      out_ += printable(hit.content);
    else
      out_ += hit.content;
    out_ += '\n';
  }

  void with_context(const LineHit& hit) {
    if (hit.text != current_) {
      if (current_ >= 0) after(file_, last_ + format_.context);
      if (current_ >= 0) out_ += "--\n";
      current_ = hit.text;
      file_ = *hit.file;
      text_ = text_of(index_, file_);
      last_ = 0;
      printed_ = 0;
    } else {
      after(*hit.file, std::min(last_ + format_.context, hit.line - 1));
    }
    const int64_t first = std::max({int64_t{1}, hit.line - format_.context, printed_ + 1});
    if (printed_ > 0 && first > printed_ + 1) out_ += "--\n";
    for (int64_t line = first; line < hit.line; ++line) beside(*hit.file, line);
    put(hit);
    last_ = printed_ = hit.line;
  }

  void beside(const FileEntry& file, int64_t line) {
    auto text = lines_of(text_, line, line);
    if (text.ends_with('\n')) text.remove_suffix(1);
    out_ += name(file) + "-" + std::to_string(line) + "-" + shown(text) + "\n";
    printed_ = line;
  }

  void after(const FileEntry& file, int64_t last) {
    for (int64_t line = printed_ + 1; line <= std::min(last, file.lines); ++line)
      beside(file, line);
  }

  SearchIndex& index_;
  HitFormat format_;
  Page page_;
  const bool on_terminal_ = on_terminal();
  std::string out_;
  bool first_ = true;
  int64_t named_ = -1;  // the text of the file that name_ names
  std::string name_;
  int64_t current_ = -1;  // the text of the last hit
  FileEntry file_;        // its file
  std::string text_;
  int64_t last_ = 0;     // line of the last match
  int64_t printed_ = 0;  // last line printed
};

// All that the search finds. True when one of the files has changed since.
bool write_hits(LineSearch& search, Freshness& fresh, const HitFormat& format, Writer writer) {
  int64_t printed = 0;
  std::optional<FileEntry> counted;
  int64_t text = -1;
  int64_t lines = 0;
  while (const auto hit = search.next()) {
    const bool is_next = hit->text != text;
    if (is_next) fresh.is_stale(*hit->file);
    text = hit->text;
    if (format.counts && is_next) {
      if (counted) writer.count(*counted, lines);
      counted = *hit->file;
      lines = 0;
    }
    ++lines;
    if (format.paths) {
      writer.file(*hit->file);
      search.skip_file();
    } else if (!format.counts) {
      writer.line(*hit);
    }
    if (++printed == format.most) break;
  }
  if (format.counts && counted) writer.count(*counted, lines);
  writer.end();
  return fresh.stale();
}

// What one part of the texts comes to.
struct Printed {
  std::string text;
  bool stale = false;
};

// The parts of one search, and who has taken which.
class Parts {
 public:
  Parts(std::shared_ptr<const LineCandidates> candidates, const HitFormat& format)
      : candidates_(std::move(candidates)), format_(format) {
    // Small ones first: the first line is wanted at once.
    const size_t texts = candidates_->ranges.size();
    for (size_t first = 0, size = 1; first < texts; size = std::min(size * 2, kMostTexts)) {
      const size_t last = std::min(first + size, texts);
      tasks_.emplace_back([this, first, last](LineSearch& search, Freshness& fresh) {
        Printed out;
        search.search_part(candidates_, first, last);
        out.stale =
            write_hits(search, fresh, format_, {search.index(), format_, [&](std::string& page) {
                                                  out.text += page;
                                                  page.clear();
                                                }});
        return out;
      });
      futures_.push_back(tasks_.back().get_future());
      first = last;
    }
  }
  Parts(const Parts&) = delete;

  /// Takes parts until none is left; never far ahead of what has been printed.
  void help(LineSearch& search, Freshness& fresh) {
    for (size_t part = next_++; part < tasks_.size(); part = next_++) {
      for (size_t done = printed_; part >= done + kAhead; done = printed_) printed_.wait(done);
      if (stopped_) return;
      tasks_[part](search, fresh);
    }
  }

  /// Prints the parts in order, and takes those that nobody has taken while it waits. True when a
  /// file has changed.
  bool print_all(LineSearch& search, Freshness& fresh) {
    bool stale = false;
    for (size_t part = 0; part < tasks_.size(); ++part) {
      while (!is_done(part) && next_ < part + kAhead) {
        const size_t mine = next_++;
        if (mine >= tasks_.size()) break;
        tasks_[mine](search, fresh);
      }
      Printed out = futures_[part].get();
      stale = stale || out.stale;
      print_page(out.text);
      printed_ = part + 1;
      printed_.notify_one();
    }
    return stale;
  }

  /// Sends the helper home: nothing more will be printed.
  void stop() {
    stopped_ = true;
    printed_ = tasks_.size();
    printed_.notify_one();
  }

 private:
  static constexpr size_t kMostTexts = 64;
  static constexpr size_t kAhead = 32;

  bool is_done(size_t part) const {
    return futures_[part].wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  std::shared_ptr<const LineCandidates> candidates_;
  HitFormat format_;
  std::vector<std::packaged_task<Printed(LineSearch&, Freshness&)>> tasks_;
  std::vector<std::future<Printed>> futures_;
  std::atomic<size_t> next_ = 0;
  std::atomic<size_t> printed_ = 0;
  std::atomic<bool> stopped_ = false;
};

// Before the helper is waited for, also when printing fails.
struct Stop {
  Parts& parts;
  ~Stop() { parts.stop(); }
};

// Fewer texts are searched sooner than a second connection is opened.
constexpr size_t kWorthHelp = 128;

}  // namespace

bool print_hits(Store& store, const Scope& scope, const LineQuery& query, const HitFormat& format) {
  LineSearch search = search_lines(store.index(), scope.text(), query);
  auto candidates = search.candidates();
  Freshness fresh(store, scope);
  if (format.context > 0 || format.most > 0 || candidates->ranges.size() < kWorthHelp) {
    const size_t texts = candidates->ranges.size();
    search.search_part(std::move(candidates), 0, texts);
    return write_hits(search, fresh, format, {store.index(), format, print_page});
  }
  Parts parts(std::move(candidates), format);
  // Where it fails to open the database, or sees it in another state, all is done here.
  const auto helper = std::async(std::launch::async, [&, generation = store.index().generation()] {
    Store own = Store::open_to_read(store.database().path());
    const Transaction reading(own.database(), Transaction::reading);
    if (own.index().generation() != generation) return;
    LineSearch part = search_lines(own.index(), scope.text(), query);
    Freshness looked(own, scope);
    parts.help(part, looked);
  });
  const Stop stop{parts};
  return parts.print_all(search, fresh);
}

}  // namespace dossier::cli
