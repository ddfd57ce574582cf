// The host program's SQLite under SQLite's own names: dossier.so links the program's libraries as
// they are, and what they call is found here. Each call goes on through the table of functions that
// the host hands over (https://www.sqlite.org/loadext.html), so that the extension works with the
// host's SQLite, however it was linked. A function that is missing here fails the link.
//
// Rejected: compiling every source a second time with sqlite3ext.h's macros (a tenth of the build);
// linking libsqlite3 (a second SQLite beside the host's, which knows nothing of its connections).
#define SQLITE_CORE 1  // the table's type, but not the macros
#include <sqlite3.h>
#include <sqlite3ext.h>

#include <cstdarg>

extern const sqlite3_api_routines* sqlite3_api;

#define FORWARD(returns, name, parameters, arguments) \
  returns sqlite3_##name parameters { return sqlite3_api->name arguments; }

extern "C" {

using Db = sqlite3;
using Stmt = sqlite3_stmt;
using Context = sqlite3_context;
using Value = sqlite3_value;
using Destructor = void (*)(void*);

// Statements.
FORWARD(int, prepare_v2, (Db * d, const char* s, int n, Stmt** o, const char** e), (d, s, n, o, e))
FORWARD(int, prepare_v3, (Db * d, const char* s, int n, unsigned f, Stmt** o, const char** e),
        (d, s, n, f, o, e))
FORWARD(int, step, (Stmt * s), (s))
FORWARD(int, reset, (Stmt * s), (s))
FORWARD(int, finalize, (Stmt * s), (s))
FORWARD(const char*, sql, (Stmt * s), (s))
FORWARD(int, complete, (const char* s), (s))
FORWARD(int, exec, (Db * d, const char* s, int (*f)(void*, int, char**, char**), void* a, char** e),
        (d, s, f, a, e))

FORWARD(int, bind_parameter_count, (Stmt * s), (s))
FORWARD(const char*, bind_parameter_name, (Stmt * s, int i), (s, i))
FORWARD(int, bind_null, (Stmt * s, int i), (s, i))
FORWARD(int, bind_value, (Stmt * s, int i, const Value* v), (s, i, v))
FORWARD(int, clear_bindings, (Stmt * s), (s))
FORWARD(int, bind_int64, (Stmt * s, int i, sqlite3_int64 v), (s, i, v))
FORWARD(int, bind_double, (Stmt * s, int i, double v), (s, i, v))
FORWARD(int, bind_text64,
        (Stmt * s, int i, const char* v, sqlite3_uint64 n, Destructor f, unsigned char e),
        (s, i, v, n, f, e))
FORWARD(int, bind_blob64, (Stmt * s, int i, const void* v, sqlite3_uint64 n, Destructor f),
        (s, i, v, n, f))
FORWARD(int, bind_pointer, (Stmt * s, int i, void* v, const char* t, Destructor f), (s, i, v, t, f))

FORWARD(int, column_count, (Stmt * s), (s))
FORWARD(const char*, column_name, (Stmt * s, int i), (s, i))
FORWARD(int, column_type, (Stmt * s, int i), (s, i))
FORWARD(int, column_bytes, (Stmt * s, int i), (s, i))
FORWARD(const void*, column_blob, (Stmt * s, int i), (s, i))
FORWARD(const unsigned char*, column_text, (Stmt * s, int i), (s, i))
FORWARD(sqlite3_int64, column_int64, (Stmt * s, int i), (s, i))
FORWARD(double, column_double, (Stmt * s, int i), (s, i))
FORWARD(Value*, column_value, (Stmt * s, int i), (s, i))

// Values by pieces.
FORWARD(int, blob_open,
        (Db * d, const char* b, const char* t, const char* c, sqlite3_int64 r, int f,
         sqlite3_blob** o),
        (d, b, t, c, r, f, o))
FORWARD(int, blob_reopen, (sqlite3_blob * b, sqlite3_int64 r), (b, r))
FORWARD(int, blob_bytes, (sqlite3_blob * b), (b))
FORWARD(int, blob_read, (sqlite3_blob * b, void* o, int n, int i), (b, o, n, i))
FORWARD(int, blob_close, (sqlite3_blob * b), (b))

// Connections.
FORWARD(int, open_v2, (const char* s, Db** d, int f, const char* v), (s, d, f, v))
FORWARD(int, close, (Db * d), (d))
FORWARD(const char*, errmsg, (Db * d), (d))
FORWARD(const char*, errstr, (int c), (c))
FORWARD(int, error_offset, (Db * d), (d))
FORWARD(const char*, db_filename, (Db * d, const char* s), (d, s))
FORWARD(int, get_autocommit, (Db * d), (d))
FORWARD(sqlite3_int64, last_insert_rowid, (Db * d), (d))
FORWARD(void, progress_handler, (Db * d, int n, int (*f)(void*), void* a), (d, n, f, a))

// Functions and virtual tables.
FORWARD(int, create_function_v2,
        (Db * d, const char* s, int n, int e, void* a, void (*f)(Context*, int, Value**),
         void (*p)(Context*, int, Value**), void (*l)(Context*), Destructor x),
        (d, s, n, e, a, f, p, l, x))
FORWARD(int, create_module_v2,
        (Db * d, const char* s, const sqlite3_module* m, void* a, Destructor x), (d, s, m, a, x))
FORWARD(int, declare_vtab, (Db * d, const char* s), (d, s))
FORWARD(const char*, vtab_collation, (sqlite3_index_info * i, int n), (i, n))
FORWARD(int, libversion_number, (), ())
FORWARD(int, vtab_in, (sqlite3_index_info * i, int n, int h), (i, n, h))
FORWARD(int, vtab_in_first, (Value * l, Value** v), (l, v))
FORWARD(int, vtab_in_next, (Value * l, Value** v), (l, v))
FORWARD(void*, user_data, (Context * c), (c))
FORWARD(void*, get_auxdata, (Context * c, int n), (c, n))
FORWARD(void, set_auxdata, (Context * c, int n, void* a, Destructor f), (c, n, a, f))
FORWARD(int, value_type, (Value * v), (v))
FORWARD(int, value_numeric_type, (Value * v), (v))
FORWARD(int, value_bytes, (Value * v), (v))
FORWARD(sqlite3_int64, value_int64, (Value * v), (v))
FORWARD(double, value_double, (Value * v), (v))
FORWARD(const void*, value_blob, (Value * v), (v))
FORWARD(const unsigned char*, value_text, (Value * v), (v))
FORWARD(unsigned, value_subtype, (Value * v), (v))
FORWARD(void*, value_pointer, (Value * v, const char* t), (v, t))
FORWARD(void, result_null, (Context * c), (c))
FORWARD(void, result_int, (Context * c, int v), (c, v))
FORWARD(void, result_int64, (Context * c, sqlite3_int64 v), (c, v))
FORWARD(void, result_double, (Context * c, double v), (c, v))
FORWARD(void, result_text, (Context * c, const char* s, int n, Destructor f), (c, s, n, f))
FORWARD(void, result_text64,
        (Context * c, const char* s, sqlite3_uint64 n, Destructor f, unsigned char e),
        (c, s, n, f, e))
FORWARD(void, result_value, (Context * c, Value* v), (c, v))
FORWARD(void, result_subtype, (Context * c, unsigned v), (c, v))
FORWARD(void, result_error_nomem, (Context * c), (c))
FORWARD(void, result_error, (Context * c, const char* s, int n), (c, s, n))
FORWARD(void, result_error_code, (Context * c, int e), (c, e))

// Text and memory.
FORWARD(int, strglob, (const char* p, const char* s), (p, s))
FORWARD(int, strlike, (const char* p, const char* s, unsigned e), (p, s, e))
FORWARD(void, free, (void* p), (p))
char* sqlite3_mprintf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char* text = sqlite3_api->vmprintf(format, arguments);
  va_end(arguments);
  return text;
}
}
