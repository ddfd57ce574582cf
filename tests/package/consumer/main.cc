#include <cstdio>

#include "engine/json.h"

int main() {
  dossier::JsonWriter json;
  json.begin_object().field("dossier", true).end_object();
  std::puts(json.text().c_str());
}
