import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("cpp")

const edgesOf = (sources: Sources, path: string) => describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path))

const callsOf = (sources: Sources, path: string) => edgesOf(sources, path).filter((line) => / (?:call|new) /.test(line))

const sources: Sources = {
  "db/versions.h":
    "namespace db {\nclass Versions {\n public:\n  int next() { return 1; }\n  int last();\n};\nint open(int at);\n}\n",
  "db/db.h":
    "namespace db {\nclass Versions;\nclass Db {\n  void run();\n  Versions* const versions_;\n  Versions* old_ DB_GUARDED_BY(lock_);\n};\n}\n",
  "db/db.cc":
    '#include "db/db.h"\n#include "db/versions.h"\nnamespace db {\nvoid Db::run() {\n  versions_->next();\n  old_->last();\n}\n}\n',
  "api/order.h": "namespace db {\nclass Order {\n public:\n  int compare();\n};\n}\n",
  "api/sort.cc": '#include "api/order.h"\nnamespace db {\nint sort(Order* order) { return order->compare(); }\n}\n',
  "test/list_test.cc":
    "namespace db {\nstruct Order {\n  int compare() { return 0; }\n};\nint list(Order order) { return order.compare(); }\n}\n"
}

describe("links of C++", () => {
  it("find members of a type that a header of its namespace declares ahead", () => {
    assert.deepStrictEqual(callsOf(sources, "db/db.cc"), [
      "5 db::Db::run: call db/versions.h db::Versions::next imported",
      "6 db::Db::run: call db/versions.h db::Versions::last imported"
    ])
  })

  it("find a name behind all names before it, from outside of the namespace", () => {
    const files = {
      "net/ftp.hpp":
        "namespace net {\nclass Ftp {\n public:\n  class Reply { public: bool isOk() const; };\n  Reply login();\n  static Ftp make();\n};\n}\n",
      "app/main.cc":
        '#include "net/ftp.hpp"\nint main() {\n  auto ftp = net::Ftp::make();\n  const net::Ftp::Reply reply = ftp.login();\n  other::Ftp::make();\n  return reply.isOk();\n}\n'
    }
    assert.deepStrictEqual(callsOf(files, "app/main.cc"), [
      "3 main: call net/ftp.hpp net::Ftp::make resolved",
      "4 main: call net/ftp.hpp net::Ftp::login imported",
      "6 main: call net/ftp.hpp net::Ftp::Reply::isOk imported"
    ])
  })

  it("take a type from the header that is taken in, and not from a file that has one of its own", () => {
    assert.deepStrictEqual(callsOf(sources, "api/sort.cc"), [
      "3 db::sort: call api/order.h db::Order::compare imported"
    ])
    assert.deepStrictEqual(callsOf(sources, "test/list_test.cc"), [
      "5 db::list: call test/list_test.cc db::Order::compare imported"
    ])
    const outside = {
      "api/order.hpp": "struct Order {\n  int compare();\n};\n",
      "api/sort.cc": '#include "api/order.hpp"\nint sort(Order* order) { return order->compare(); }\n',
      "test/list_test.cc": "struct Order {\n  int compare() { return 0; }\n};\n"
    }
    assert.deepStrictEqual(callsOf(outside, "api/sort.cc"), ["2 sort: call api/order.hpp Order::compare imported"])
  })

  it("take nothing else of a namespace that is not taken in", () => {
    const unseen = {
      ...sources,
      "a/pool.h": "namespace db {\nstruct Pool { int size(); };\n}\n",
      "b/pool.h": "namespace db {\nstruct Pool { int size(); };\n}\n",
      "own.hpp": "struct Versions { int first(); };\n",
      "use.cc":
        '#include "own.hpp"\nnamespace db {\nint use(Versions* versions, Pool* pool) {\n  open(1);\n  versions->first();\n  return pool->size();\n}\n}\n'
    }
    assert.deepStrictEqual(callsOf(unseen, "use.cc"), ["5 db::use: call own.hpp Versions::first imported"])
  })
})
