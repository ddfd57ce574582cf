#include "cli/hits.h"

#include <atomic>
#include <future>
#include <iostream>

#include "queries/open.h"
#include "store/freshness.h"
#include "store/index/span_search.h"

namespace dossier::cli {
namespace {

void print_page(std::string& page) {
  std::cout << page << std::flush;
  page.clear();
}

// All that the search finds.
template <typename Search>
void write_found(Search& search, Freshness& fresh, const HitFormat& format, HitWriter& writer) {
  int64_t printed = 0;
  std::optional<FileName> counted;
  int64_t text = -1;
  int64_t lines = 0;  // of the file
  while (const auto hit = search.next()) {
    const bool is_next = hit->text != text;
    if (is_next) fresh.is_stale(*hit->file);
    text = hit->text;
    if (format.counts && is_next) {
      if (counted) writer.count(*counted, lines);
      counted = *hit->file;
    }
    lines = is_next ? 1 : lines + 1;
    if (format.paths) {
      writer.file(*hit->file);
      search.skip_file();
    } else if (!format.counts) {
      writer.line(*hit);
    }
    if (lines == format.per_file) search.skip_file();
    if (++printed == format.most) break;
  }
  if (format.counts && counted) writer.count(*counted, lines);
}

// All that it finds in time.
template <typename Search>
HitsEnd write_hits(Search& search, Freshness& fresh, const HitFormat& format, HitWriter writer) {
  HitsEnd end;
  if (!in_time([&] { write_found(search, fresh, format, writer); }))
    end.stopped = stopped_in(search, true);
  in_time([&] { writer.end(); });
  end.stale = fresh.stale();
  return end;
}

// What one part of the texts comes to.
struct Part {
  std::string text;
  HitsEnd end;
};

// The parts of one search, and who has taken which.
class Parts {
 public:
  Parts(const HitFormat& format, HitWriter::Page page) : format_(format), page_(std::move(page)) {}
  Parts(const Parts&) = delete;

  /// The texts are known: divides them.
  void begin(std::shared_ptr<const LineCandidates> candidates) {
    candidates_ = std::move(candidates);
    // Small ones first: the first line is wanted at once.
    const size_t texts = candidates_->ranges.size();
    for (size_t first = 0, size = 1; first < texts; size = std::min(size * 2, kMostTexts)) {
      const size_t last = std::min(first + size, texts);
      tasks_.emplace_back([this, first, last](LineSearch& search, Freshness& fresh) {
        return search_part(search, fresh, first, last);
      });
      futures_.push_back(tasks_.back().get_future());
      first = last;
    }
    begun_ = true;
    begun_.notify_one();
  }

  /// Takes parts until none is left; never far ahead of what has been printed.
  void help(LineSearch& search, Freshness& fresh) {
    begun_.wait(false);
    for (size_t part = next_++; part < tasks_.size(); part = next_++) {
      for (size_t done = printed_; part >= done + kAhead; done = printed_) printed_.wait(done);
      if (stopped_) return;
      tasks_[part](search, fresh);
    }
  }

  /// Prints the parts in order, up to one that time ended, and takes those that nobody has taken
  /// while it waits.
  HitsEnd print_all(LineSearch& search, Freshness& fresh) {
    HitsEnd end;
    for (size_t part = 0; part < tasks_.size(); ++part) {
      while (!is_done(part) && next_ < part + kAhead) {
        const size_t mine = next_++;
        if (mine >= tasks_.size()) break;
        tasks_[mine](search, fresh);
      }
      Part out = futures_[part].get();
      end.stale = end.stale || out.end.stale;
      end.stopped = std::move(out.end.stopped);
      page_(out.text);
      if (!end.stopped.empty()) break;
      printed_ = part + 1;
      printed_.notify_one();
    }
    return end;
  }

  /// Sends the helper home: nothing more will be printed.
  void stop() {
    stopped_ = true;
    begun_ = true;
    begun_.notify_one();
    printed_ = SIZE_MAX - kAhead;
    printed_.notify_one();
  }

 private:
  static constexpr size_t kMostTexts = 64;
  static constexpr size_t kAhead = 32;

  Part search_part(LineSearch& search, Freshness& fresh, size_t first, size_t last) const {
    Part out;
    search.search_part(candidates_, first, last);
    out.end = write_hits(search, fresh, format_, {&search, format_, [&](std::string& page) {
                                                    out.text += page;
                                                    page.clear();
                                                  }});
    return out;
  }

  bool is_done(size_t part) const {
    return futures_[part].wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  HitFormat format_;
  HitWriter::Page page_;
  std::shared_ptr<const LineCandidates> candidates_;
  std::vector<std::packaged_task<Part(LineSearch&, Freshness&)>> tasks_;
  std::vector<std::future<Part>> futures_;
  std::atomic<bool> begun_ = false;
  std::atomic<size_t> next_ = 0;
  std::atomic<size_t> printed_ = 0;
  std::atomic<bool> stopped_ = false;
};

// Before the helper is waited for, also when the search or the printing fails.
struct Stop {
  Parts& parts;
  ~Stop() { parts.stop(); }
};

// Fewer blocks are searched sooner than a second connection is opened.
constexpr uint64_t kWorthHelp = 128;

}  // namespace

HitsEnd print_hits(Store& store, const Scope& scope, LineQuery query, const HitFormat& format,
                   SearchTime& time) {
  query.checkpoint = [&time] { time.check(); };
  const auto print = [&time](std::string& page) { time.leave_out([&] { print_page(page); }); };
  Freshness fresh(store, scope);
  if (!query.inverts && spans_lines(query)) {
    SpanSearch search(store.index(), scope.text(), query);
    return write_hits(search, fresh, format, {nullptr, format, print});
  }
  LineSearch search = search_lines(store.index(), scope.text(), query);
  if (format.before > 0 || format.after > 0 || format.most > 0 || search.plan() < kWorthHelp)
    return write_hits(search, fresh, format, {&search, format, print});
  Parts parts(format, print);
  // Opens its connection while the texts are listed here. Where it fails to open the database, or
  // sees it in another state, all is done here.
  const auto helper = std::async(std::launch::async, [&, generation = store.index().generation()] {
    Store own = open_to_read(store.database().path());
    const Transaction reading(own.database(), Transaction::reading);
    if (own.index().generation() != generation) return;
    LineSearch part = search_lines(own.index(), scope.text(), query);
    Freshness looked(own, scope);
    parts.help(part, looked);
  });
  const Stop stop{parts};
  parts.begin(search.candidates());
  return parts.print_all(search, fresh);
}

}  // namespace dossier::cli
