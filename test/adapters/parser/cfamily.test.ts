import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf, renderUnit, unitsOf } from "./outlines.ts"

layer(Parser.layer)("C and C++", (it) => {
  it.effect("declare functions, types, macros and variables in every form", () =>
    Effect.gen(function* () {
      const text = `#ifndef A_H
#define A_H
/* most */
#define MAX(a, b) \\
  ((a) > (b))
#define LIMIT 10
typedef int (*callback)(int, void *);
typedef struct { int a; } anonymous_t, *anonymous_p;
typedef struct node node;
struct node { struct inner { int b; } in; union { int c; } u; };
enum { ONE, TWO = 2 };
enum colour { RED };
extern int defined_below;
static int (*table[2])(int) = { 0, 0 };
int x, *y = 0;
int defined_below = 1;
void above(int a);
int (*chosen(int a))(void) { return 0; }
int old(a, b) int a; char *b; { struct local { int a; }; return 1; }
void above(int b) {}
int below(void);
#endif
`
      assert.deepStrictEqual(yield* unitsOf("a.h", text), [
        "3-5 function MAX | #define MAX(a, b)",
        "6-6 constant LIMIT | #define LIMIT",
        "7-7 type callback | typedef int (*callback)(int, void *)",
        "8-8 struct anonymous_t | typedef struct anonymous_t",
        "8-8 type anonymous_p | typedef struct *anonymous_p",
        "10-10 struct node | struct node",
        "10-10 struct inner | struct inner",
        "11-11 constant ONE | ONE",
        "11-11 constant TWO | TWO = 2",
        "12-12 enum colour | enum colour",
        "14-14 constant table | static int (*table[2])(int)",
        "15-15 constant x | int x",
        "15-15 constant y | int *y",
        "16-16 constant defined_below | int defined_below",
        "18-18 function chosen | int (*chosen(int a))(void)",
        "19-19 function old | int old(a, b) int a; char *b",
        "19-19 struct local | struct local",
        "20-20 function above | void above(int b)",
        "21-21 function below | int below(void)"
      ])
    })
  )

  it.effect("are found behind macros that make functions, and between a type and a name", () =>
    Effect.gen(function* () {
      const text = `static GIT_PATH_FUNC(apply_dir, "rebase-apply")
static GIT_PATH_FUNC(merge_dir, "rebase-merge")

/* About it. */
static void read_paths(void)
{
}

static void NORETURN on_missing_upstream(void)
{
}
extern char *LIBCALL name_of(int a);
static inline FORMAT_PRESERVING(1) FORMAT_PRESERVING(2)
const char *Q_(const char *msgid, unsigned long n)
{
  return msgid;
}
static inline re_dfastate_t *
__attribute ((always_inline)) internal_function
acquire (int *__restrict err, int idx)
{
  return 0;
}
static unsigned char
internal_function
peek (void)
{
  return FOO bar (1);
}
static const DWORD WINAPI limit(int a) { return UINT (a); }
#ifdef _LIBC
weak_alias (__peek, peek)
#endif

int counter;
`
      assert.deepStrictEqual(yield* unitsOf("a.c", text), [
        '1-1 function apply_dir | static GIT_PATH_FUNC(apply_dir, "rebase-apply")',
        '2-2 function merge_dir | static GIT_PATH_FUNC(merge_dir, "rebase-merge")',
        "4-7 function read_paths | static void read_paths(void)",
        "9-11 function on_missing_upstream | static void NORETURN on_missing_upstream(void)",
        "12-12 function name_of | extern char *LIBCALL name_of(int a)",
        "13-17 function Q_ | static inline FORMAT_PRESERVING(1) FORMAT_PRESERVING(2) const char *Q_(const char *msgid, unsigned long n)",
        "18-23 function acquire | static inline re_dfastate_t * __attribute ((always_inline)) internal_function acquire (int *__restrict err, int idx)",
        "24-29 function peek | static unsigned char internal_function peek (void)",
        "30-30 function limit | static const DWORD WINAPI limit(int a)",
        "35-35 constant counter | int counter"
      ])
    })
  )

  it.effect("are found around conditionals that split them, in each branch where it is whole", () =>
    Effect.gen(function* () {
      const text = `#ifdef __cplusplus
extern "C" {
#endif
#ifdef A
int f(int a) {
#else
int f(void) {
#endif
  return 0;
}
/* said */
#if B
static
#endif
int g(void) {
  if (1
#ifdef C
      && 2) {
#else
  ) {
#endif
  }
}
#if D
int h(void) {}
#else
int i(void) {}
#endif
#if 0
don't {
#endif
#ifdef __cplusplus
}
#endif
`
      const outline = yield* outlineOf("a.c", text)
      assert.deepStrictEqual(outline.units.map(renderUnit), [
        "5-10 function f | int f(int a)",
        "11-23 function g | static int g(void)",
        "25-25 function h | int h(void)",
        "27-27 function i | int i(void)"
      ])
      assert.isFalse(outline.partial)
    })
  )

  it.effect("are found between arbitrary macros", () =>
    Effect.gen(function* () {
      const text = `LIB_BEGIN_NAMESPACE
// said
LIB_EXPORT
LIB_API std::string open(int a) LIB_EXCLUDES(lock);
class LIB_API Pool final : public Base {
  Q_OBJECT
 public slots:
  LIB_CONSTEXPR Pool(int a) : a_(a) {}
  LIB_API ~Pool();
 LIB_PRIVATE_UNLESS_TESTED:
  auto size() noexcept(noexcept(a())) -> decltype(a(), void()) { return 1; }
};
TEST(PoolTest, Opens) {
}
LIB_END_NAMESPACE
`
      const outline = yield* outlineOf("a.cc", text)
      assert.deepStrictEqual(outline.units.map(renderUnit), [
        "2-4 function open | std::string open(int a) LIB_EXCLUDES(lock)",
        "5-12 class Pool | class LIB_API Pool final : public Base",
        "8-8 method Pool::Pool | Pool(int a)",
        "9-9 method Pool::~Pool | ~Pool()",
        "11-11 method Pool::size | auto size() noexcept(noexcept(a())) -> decltype(a(), void())",
        "13-14 function PoolTest.Opens | TEST(PoolTest, Opens)"
      ])
      assert.isFalse(outline.partial)
      const plain = "LIST_ENTRY_INIT(head)\nTEST_IMPL(opens) {\n}\nDEFINE_CALL(close, int) {\n}\nint f(void) {}\n"
      assert.deepStrictEqual(yield* unitsOf("a.c", plain), [
        "2-3 function opens | TEST_IMPL(opens)",
        "4-5 function close | DEFINE_CALL(close, int)",
        "6-6 function f | int f(void)"
      ])
    })
  )

  it.effect("are fields whose names a macro follows that says what guards them", () =>
    Effect.gen(function* () {
      const text = `class Pool {
  Table* table_ GUARDED_BY(lock_);
  mutable std::map<int, Row>* rows_
      LIB_PT_GUARDED_BY(lock_) = nullptr;
  int count GUARDED_BY(lock_){0};
  static Table GUARDED_BY(int a);
};
`
      assert.deepStrictEqual(yield* unitsOf("a.cc", text), [
        "1-7 class Pool | class Pool",
        "6-6 method Pool::GUARDED_BY | static Table GUARDED_BY(int a)"
      ])
    })
  )

  it.effect("have C++ names as programmers write them, within a class and outside of it", () =>
    Effect.gen(function* () {
      const text = `namespace a::b {
namespace { int hidden() {} }
inline namespace v1 { int shown() {} }
template <typename T, int N = 2>
class Pool : public Base<T> {
  explicit Pool(int x) : a(x) {}
  Pool& operator=(const Pool&) = delete;
  virtual void pure() const = 0;
  operator bool() const;
  static constexpr int size = 1;
  int field = 2;
  struct Nested { void m(); };
  friend bool operator==(const Pool& a, const Pool& b) { return true; }
  using type = T;
  template <class U> void each(U u);
  void each(int a, int b);
  enum class State { Open };
};
template <> struct hash<Pool> {};
template <class T> concept Closes = requires(T t) { t.close(); };
}
template <class T>
[[nodiscard]] void a::b::Pool<T>::each(int u) {}
a::b::Pool<int>::~Pool() {}
bool operator "" _s(int a);
bool operator()(int a);
constexpr auto twice = [](int a) { return 2 * a; };
extern "C" int plain(int);
template class Pool<int>;
a::Pool::operator int() { return 1; }
`
      assert.deepStrictEqual(yield* unitsOf("a.hpp", text), [
        "1-21 namespace a::b | namespace a::b",
        "2-2 function a::b::hidden | int hidden()",
        "3-3 namespace a::b::v1 | inline namespace v1",
        "3-3 function a::b::shown | int shown()",
        "4-18 class a::b::Pool | template <typename T, int N = 2> class Pool : public Base<T>",
        "6-6 method a::b::Pool::Pool | explicit Pool(int x)",
        "7-7 method a::b::Pool::operator= | Pool& operator=(const Pool&)",
        "8-8 method a::b::Pool::pure | virtual void pure() const = 0",
        "9-9 method a::b::Pool::operator bool | operator bool() const",
        "10-10 constant a::b::Pool::size | static constexpr int size",
        "12-12 struct a::b::Pool::Nested | struct Nested",
        "12-12 method a::b::Pool::Nested::m | void m()",
        "13-13 function a::b::operator== | friend bool operator==(const Pool& a, const Pool& b)",
        "14-14 type a::b::Pool::type | using type",
        "16-16 method a::b::Pool::each | void each(int a, int b)",
        "17-17 enum a::b::Pool::State | enum class State",
        "19-19 struct a::b::hash | template <> struct hash<Pool>",
        "20-20 type a::b::Closes | template <class T> concept Closes",
        "22-23 method a::b::Pool::each | template <class T> [[nodiscard]] void a::b::Pool<T>::each(int u)",
        "24-24 method a::b::Pool::~Pool | a::b::Pool<int>::~Pool()",
        '25-25 function operator""_s | bool operator "" _s(int a)',
        "26-26 function operator() | bool operator()(int a)",
        "27-27 function twice | constexpr auto twice = [](int a)",
        '28-28 function plain | extern "C" int plain(int)',
        "30-30 method a::Pool::operator int | a::Pool::operator int()"
      ])
    })
  )

  it.effect("share the extension .h, and the content says which one a file is in", () =>
    Effect.gen(function* () {
      const cases = [
        ["struct a { int b; };\n", "c"],
        ['#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', "c"],
        ["/*\n * class of things\n */\nint f(void);\n", "c"],
        ["class A {\n};\n", "cpp"],
        ["  template <class T> void f();\n", "cpp"],
        ["namespace a { int f(); }\n", "cpp"]
      ] as const
      for (const [text, language] of cases) {
        const outline = yield* outlineOf("a.h", text)
        assert.deepStrictEqual(outline.language, Option.some(language), text)
      }
    })
  )

  it.effect("have macros before qualified names, before lists of initializers, and calling conventions", () =>
    Effect.gen(function* () {
      const text = `namespace net {
LIB_INLINE Pool::Pool(const Pool &other) LIB_NOEXCEPT
    : size_(other.size_), limit_(1) {}
LIB_INLINE Pool &Pool::operator=(Pool other) LIB_NOEXCEPT { return *this; }
template <typename T>
LIB_INLINE Queue<T>::Queue(int size) {}
template <typename T>
void LIB_INLINE Queue<T>::push(const T &item) {}
std::vector<int> LIB_INLINE Pool::sizes() { return {}; }
extern "C" __declspec(dllimport) int __stdcall IsOpen();
int choose(bool is, int a) { return is ? LIB_NOEXCEPT : a; }
}
`
      const outline = yield* outlineOf("a.cpp", text)
      assert.deepStrictEqual(outline.units.map(renderUnit), [
        "1-12 namespace net | namespace net",
        "2-3 method net::Pool::Pool | Pool::Pool(const Pool &other) LIB_NOEXCEPT",
        "4-4 method net::Pool::operator= | Pool &Pool::operator=(Pool other) LIB_NOEXCEPT",
        "5-6 method net::Queue::Queue | template <typename T> LIB_INLINE Queue<T>::Queue(int size)",
        "7-8 method net::Queue::push | template <typename T> void LIB_INLINE Queue<T>::push(const T &item)",
        "9-9 method net::Pool::sizes | std::vector<int> LIB_INLINE Pool::sizes()",
        '10-10 function net::IsOpen | extern "C" __declspec(dllimport) int __stdcall IsOpen()',
        "11-11 function net::choose | int choose(bool is, int a)"
      ])
      assert.isFalse(outline.partial)
    })
  )
})
