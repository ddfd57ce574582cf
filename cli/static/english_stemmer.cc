// The program stems English alone, of libstemmer's thirty languages in five encodings. These take
// the place of the functions that name all of them, whose tables of addresses, 320 KB, would be
// written at every start because the program may lie anywhere. What they call is libstemmer's.
#include <libstemmer.h>

// How Snowball's runtime (api.h, which Debian does not install) begins the state of a stemmer.
struct SN_env {
  sb_symbol* text;
  int cursor;
  int length;
};

namespace {

SN_env* state_of(sb_stemmer* stemmer) { return reinterpret_cast<SN_env*>(stemmer); }

}  // namespace

extern "C" {

SN_env* english_UTF_8_create_env();
void english_UTF_8_close_env(SN_env*);
int english_UTF_8_stem(SN_env*);
int SN_set_current(SN_env*, int size, const sb_symbol* text);

sb_stemmer* sb_stemmer_new(const char*, const char*) {
  return reinterpret_cast<sb_stemmer*>(english_UTF_8_create_env());
}

void sb_stemmer_delete(sb_stemmer* stemmer) { english_UTF_8_close_env(state_of(stemmer)); }

const sb_symbol* sb_stemmer_stem(sb_stemmer* stemmer, const sb_symbol* word, int size) {
  SN_env* const state = state_of(stemmer);
  if (SN_set_current(state, size, word) != 0 || english_UTF_8_stem(state) < 0) {
    state->length = 0;
    return nullptr;
  }
  state->text[state->length] = 0;
  return state->text;
}

int sb_stemmer_length(sb_stemmer* stemmer) { return state_of(stemmer)->length; }
}
