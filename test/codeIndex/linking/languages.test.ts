import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("kotlin", "csharp", "php", "c", "cpp", "ruby", "lua", "bash")

const callsOf = (sources: Sources, path: string) =>
  describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).filter((line) => / (?:call|new) /.test(line))

const lines = (...all: ReadonlyArray<string>): string => `${all.join("\n")}\n`

/** A file with one of many parts of a class. */
const partOf = (name: string) => `namespace Acme { static partial class Mixin { public static void ${name}() {} } }`

describe("links of other languages", () => {
  it("find Kotlin's functions and types by package", () => {
    const sources = {
      "db/Pool.kt":
        "package acme.db\n\nclass Base {\n  fun close() {}\n}\nclass Pool : Base() {\n  fun size(): Int = 1\n}\nfun dial(): Pool = Pool()\n",
      "App.kt":
        "package acme\nimport acme.db.Pool\nimport acme.db.dial as start\nfun run(pool: Pool) {\n  pool.close()\n  start().size()\n  Pool()\n}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "App.kt"), [
      "5 run: call db/Pool.kt Base.close imported",
      "6 run: call db/Pool.kt dial resolved",
      "6 run: call db/Pool.kt Pool.size imported",
      "7 run: call db/Pool.kt Pool resolved"
    ])
  })

  it("find Kotlin's extensions by their receiver, package and imports", () => {
    const sources = {
      "db/Pool.kt":
        "package acme.db\n\nopen class Base\nclass Pool : Base() {\n  fun size(): Int = 1\n}\nclass Other\n",
      "util/Pools.kt":
        "package acme.util\nimport acme.db.*\n\nfun Base.drain(): Pool = Pool()\nfun Other.drain() {}\nfun String.words() {}\nfun Int.words() {}\nfun <T> T.shown() {}\n",
      "other/Texts.kt": "package other\n\nfun String.hidden() {}\n",
      "App.kt":
        "package acme\nimport acme.db.Pool\nimport acme.util.*\nfun run(pool: Pool, text: String) {\n  pool.drain().size()\n  pool.apply { }.size()\n  text.words()\n  text.shown()\n  text.hidden()\n  unknown().words()\n}\n"
    }
    assert.deepStrictEqual(
      callsOf(sources, "App.kt").filter((line) => !line.includes("name_only")),
      [
        "5 run: call util/Pools.kt Base.drain imported",
        "5 run: call db/Pool.kt Pool.size imported",
        "6 run: call db/Pool.kt Pool.size imported",
        "7 run: call util/Pools.kt String.words imported",
        "8 run: call util/Pools.kt T.shown imported"
      ]
    )
  })

  it("find Kotlin's extensions of a type that each platform declares, but not of others", () => {
    const sources = {
      "common/Buffer.kt": "package io\n\nexpect class Buffer\n",
      "jvm/Buffer.kt": "package io\n\nactual class Buffer\n",
      "native/Copy.kt": "package io\n\ninternal fun Buffer.copy(count: Int) {}\n",
      "jvm/App.kt":
        "package io\nimport java.io.OutputStream\nfun run(buffer: Buffer, out: OutputStream) {\n  buffer.copy(1)\n  out.copy(1)\n}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "jvm/App.kt"), ["4 run: call native/Copy.kt Buffer.copy imported"])
  })

  it("take no extension of Kotlin's package where one of a library is imported by name", () => {
    const sources = {
      "Locks.kt": "package acme\n\nfun Lock.withLock(action: () -> Unit) {}\nclass Lock\n",
      "Own.kt": "package acme\nfun run(lock: Lock) {\n  lock.withLock { }\n}\n",
      "App.kt": "package acme\nimport kotlin.concurrent.withLock\nfun run(lock: Lock) {\n  lock.withLock { }\n}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "Own.kt"), ["3 run: call Locks.kt Lock.withLock imported"])
    assert.deepStrictEqual(callsOf(sources, "App.kt"), ["4 run: call withLock name_only"])
  })

  it("find names of C++ in the namespaces that a file opens, where files that it takes in define them", () => {
    const sources = {
      "log.hpp":
        "namespace net {\nclass Log {\npublic:\n  void write(int level);\n  void sink(int level);\n};\nnamespace text { int pad(int to); }\nint open(int at);\n}\n",
      "log.cpp":
        '#include "log.hpp"\nnamespace net {\nvoid Log::write(int level) {\n  sink(level);\n  this->sink(text::pad(level));\n  open(1);\n  hidden(1);\n}\nvoid Log::sink(int level) {}\nint open(int at) { return at; }\n}\n',
      "other.hpp":
        "namespace net { int hidden(int at) { return at; } }\nnamespace web { int open(int at) { return at; } }\n",
      "use.cpp":
        '#include "log.hpp"\n#include "other.hpp"\nnamespace net {\nclass File : public Log {\n  void run() { open(1); net::open(2); hidden(3); }\n};\n}\nint far() { return open(4); }\n'
    }
    assert.deepStrictEqual(callsOf(sources, "log.cpp"), [
      "4 net::Log::write: call log.hpp net::Log::sink imported",
      "5 net::Log::write: call log.hpp net::Log::sink imported",
      "5 net::Log::write: call log.hpp net::text::pad resolved",
      "6 net::Log::write: call log.cpp net::open resolved"
    ])
    assert.deepStrictEqual(
      callsOf(sources, "use.cpp").filter((line) => !line.startsWith("8")),
      [
        "5 net::File::run: call log.cpp net::open resolved",
        "5 net::File::run: call log.cpp net::open resolved",
        "5 net::File::run: call other.hpp net::hidden resolved"
      ]
    )
  })

  it("leave out Kotlin's functions that take another number of arguments, and count a lambda that follows", () => {
    const sources = {
      "App.kt":
        'package acme\n\nopen class Base {\n  fun run(a: Int, b: Int) {}\n}\nclass Buffer : Base() {\n  fun require(count: Long) {}\n  fun run(a: Int) {}\n}\nfun Buffer.read(count: Int, more: Int = 1) {\n  require(count > 0) { "x" }\n  require(1)\n}\nfun start(buffer: Buffer) {\n  buffer.read(1)\n  buffer.read(1, 2)\n  buffer.read(1, 2, 3)\n  buffer.run(1, 2)\n}\n'
    }
    assert.deepStrictEqual(
      callsOf(sources, "App.kt").filter((line) => !/Base resolved/.test(line)),
      [
        "12 Buffer.read: call App.kt Buffer.require resolved",
        "15 start: call App.kt Buffer.read imported",
        "16 start: call App.kt Buffer.read imported",
        "18 start: call App.kt Base.run imported"
      ]
    )
  })

  it("take none of several extensions of Kotlin where the receiver is not written", () => {
    const sources = {
      "Names.kt":
        "package acme\n\nfun Int.label() {}\nfun String.label() {}\nfun String.twice() {\n  label()\n}\nfun run() {\n  label()\n}\n"
    }
    assert.deepStrictEqual(
      callsOf(
        { ...sources, "App.kt": "package acme\n\nfun String.more() {\n  label()\n}\nfun start() {\n  label()\n}\n" },
        "App.kt"
      ),
      ["4 String.more: call Names.kt String.label imported"]
    )
  })

  it("find C# names in namespaces around, and parts of a class", () => {
    const sources = {
      "Pool.cs": "namespace Acme { public class Pool { public void Close() {} } }",
      "App1.cs":
        "namespace Acme.App { partial class App { void Run(Pool pool) {\n pool.Close();\n this.Stop();\n new Util.Text().Trim();\n } } }",
      "App2.cs": "namespace Acme.App { partial class App { void Stop() {} } }",
      "Text.cs": "namespace Acme.Util { public class Text { public void Trim() {} } }"
    }
    assert.deepStrictEqual(callsOf(sources, "App1.cs").slice(0, 2), [
      "2 App.Run: call Pool.cs Pool.Close imported",
      "3 App.Run: call App2.cs App.Stop resolved"
    ])
  })

  it("find C# extensions by the declared type of the receiver, namespace and using", () => {
    const sources = {
      "Pool.cs":
        "namespace Acme.Db { public interface IPool {} public class Pool : IPool { public void Close() {} } public class Late : System.Late {} }",
      "Pools.cs":
        "namespace Acme.Util { using Acme.Db; public static class Pools {\n public static Pool Drain(this IPool pool, int count) { return null; }\n public static void Close(this Pool pool) {}\n public static bool IsBlank(this string text) { return true; }\n public static void Show<T>(this T value) {}\n public static void Plain(Pool pool) {}\n } }",
      "Hidden.cs": "namespace Other { public static class Texts { public static void Hide(this string text) {} } }",
      "App.cs":
        "using Acme.Util;\nusing Acme.Db; namespace Acme { class App { void Run(Pool pool, string text, Late late, System.List list) {\n pool.Drain(1).Close();\n pool.Drain();\n Pools.Drain(pool, 1);\n text.IsBlank();\n pool.IsBlank();\n pool.Show();\n late.Show();\n list.Show();\n pool.Plain();\n text.Hide();\n } } }"
    }
    assert.deepStrictEqual(
      callsOf(sources, "App.cs").filter((line) => !line.includes("name_only")),
      [
        "3 App.Run: call Pools.cs Pools.Drain imported",
        "3 App.Run: call Pool.cs Pool.Close imported",
        "5 App.Run: call Pools.cs Pools.Drain resolved",
        "6 App.Run: call Pools.cs Pools.IsBlank imported",
        "8 App.Run: call Pools.cs Pools.Show imported"
      ]
    )
  })

  it("find what many parts of a class of C# have, and what an alias names", () => {
    const names = ["A", "B", "C", "D", "E", "F", "G", "H"]
    const sources = {
      ...Object.fromEntries(names.map((name) => [`${name}.cs`, partOf(name)])),
      "Table.cs": "namespace Acme.Data { public class Table<T> { public void Add() {} } }",
      "App.cs":
        "using Acme.Data;\nnamespace Acme { using Rows = Table<int>;\n class App { void Run() {\n Mixin.H();\n new Rows().Add();\n } } }"
    }
    assert.deepStrictEqual(callsOf(sources, "App.cs"), [
      "4 App.Run: call H.cs Mixin.H resolved",
      "5 App.Run: new Table.cs Table resolved",
      "5 App.Run: call Table.cs Table.Add imported"
    ])
  })

  it("leave out methods of C# that take another number of arguments", () => {
    const sources = {
      "App.cs":
        "class Base { public void Run(int a, int b) {} }\nclass App : Base {\n public void Run(int a, params string[] more) {}\n public void Stop(int a, int b = 1) {}\n void Go() {\n Run();\n Run(1, null, null);\n Stop(1);\n Stop(1, 2, 3);\n } }"
    }
    assert.deepStrictEqual(callsOf(sources, "App.cs"), [
      "7 App.Go: call App.cs App.Run resolved",
      "8 App.Go: call App.cs App.Stop resolved"
    ])
  })

  it("find PHP classes and functions by namespace", () => {
    const sources = {
      "db.php":
        "<?php\nnamespace Acme\\Db;\nclass Pool { public function close() {} public static function make(): self { return new Pool(); } }\nfunction open() {}\n",
      "app.php":
        "<?php\nnamespace Acme;\nuse Acme\\Db\\Pool;\nfunction run(Pool $pool) {\n  $pool->close();\n  Pool::make()->close();\n  \\Acme\\Db\\open();\n  strlen('x');\n}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "app.php"), [
      "5 run: call db.php Pool::close imported",
      "6 run: call db.php Pool::make resolved",
      "6 run: call db.php Pool::close imported",
      "7 run: call db.php open resolved"
    ])
  })

  it("find PHP names relative to an imported namespace, and to the file's own", () => {
    const sources = {
      "net.php": "<?php\nnamespace Acme\\Net;\nclass Socket { public function open() {} }\n",
      "app.php":
        "<?php\nnamespace Acme;\nfunction run() {\n  (new Net\\Socket())->open();\n  new Other\\Socket();\n}\n",
      "tool.php":
        "<?php\nnamespace Tool;\nuse Acme\\Net;\nuse Acme\\Net as Wire;\nnew Net\\Socket();\nnew Wire\\Socket();\n"
    }
    assert.deepStrictEqual(callsOf(sources, "app.php"), [
      "4 run: new net.php Socket resolved",
      "4 run: call net.php Socket::open imported"
    ])
    assert.deepStrictEqual(callsOf(sources, "tool.php"), [
      "5 new net.php Socket resolved",
      "6 new net.php Socket resolved"
    ])
  })

  it("take headers of the C library from the library, unless one lies next to the file", () => {
    const header = "int sin_of(void);\n"
    const uses = "#include <math.h>\nint main(void) {\n  return sin_of();\n}\n"
    assert.deepStrictEqual(callsOf({ "deps/test/math.h": header, "src/main.c": uses }, "src/main.c"), [])
    assert.deepStrictEqual(callsOf({ "src/math.h": header, "src/main.c": uses }, "src/main.c"), [
      "3 main: call src/math.h sin_of resolved"
    ])
  })

  it("take of headers with one name the nearest, and from code of the program none of a test", () => {
    const header = "int open_pool(int at);\n"
    const user = "#include <pool.h>\nint use(void) { return open_pool(1); }\n"
    const headerOf = (headers: ReadonlyArray<string>, path: string) =>
      callsOf({ ...Object.fromEntries(headers.map((each) => [each, header])), [path]: user }, path)
    const two = ["include/pool.h", "tests/stubs/pool.h"]
    assert.deepStrictEqual(headerOf(two, "src/use.c"), ["2 use: call include/pool.h open_pool resolved"])
    assert.deepStrictEqual(headerOf(two, "tests/use.c"), ["2 use: call include/pool.h open_pool resolved"])
    const inner = ["lib/net/include/pool.h", "lib/db/pool.h"]
    assert.deepStrictEqual(headerOf([...two, ...inner], "lib/net/a/use.c"), [
      "2 use: call lib/net/include/pool.h open_pool resolved"
    ])
    assert.deepStrictEqual(headerOf([...two, ...inner], "lib/fs/use.c"), [
      "2 use: call include/pool.h open_pool resolved"
    ])
    assert.deepStrictEqual(headerOf([...inner, "api/pool.h"], "lib/db/a/use.c"), [
      "2 use: call lib/db/pool.h open_pool resolved"
    ])
    assert.deepStrictEqual(headerOf(inner, "lib/use.c"), [])
  })

  it("find C functions that an included file declares, and none of the library", () => {
    const sources = {
      "include/pool.h": "int pool_open(void);\n",
      "src/pool.c": "int pool_open(void) { return 0; }\nstatic int hidden(void) { return 1; }\n",
      "compat/snprintf.c": "int snprintf(char *x) { return 0; }\n",
      "app/main.c":
        '#include "pool.h"\n#include <stdio.h>\nstatic int own(void) { return 0; }\nint main(void) {\n  pool_open();\n  own();\n  hidden();\n  snprintf(0);\n}\n'
    }
    assert.deepStrictEqual(callsOf(sources, "app/main.c"), [
      "5 main: call src/pool.c pool_open resolved",
      "6 main: call app/main.c own resolved"
    ])
  })

  it("find Ruby constants, Lua modules and functions of sourced scripts", () => {
    const sources = {
      "lib/pool.rb": "class Pool\n  def close; end\n  def self.make; Pool.new; end\nend\n",
      "app.rb": 'require "pool"\ndef run\n  Pool.make\n  Pool.new.close\nend\n',
      "db/pool.lua": "local M = {}\nfunction M.open() end\nreturn M\n",
      "app.lua": 'local pool = require("db.pool")\npool.open()\n',
      "bin/lib.sh": "help() { :; }\n",
      "bin/run.sh": "source ./lib.sh\nhelp\nls\n"
    }
    assert.deepStrictEqual(
      callsOf(sources, "app.rb").filter((line) => !line.includes("name_only")),
      [
        "3 run: call lib/pool.rb Pool.make resolved",
        "4 run: new lib/pool.rb Pool resolved",
        "4 run: call lib/pool.rb Pool#close imported"
      ]
    )
    assert.deepStrictEqual(callsOf(sources, "app.lua"), ["2 call db/pool.lua M.open resolved"])
    assert.deepStrictEqual(callsOf(sources, "bin/run.sh"), ["2 call bin/lib.sh help resolved"])
  })

  it("find the method that a method of Ruby overrides and calls, with and without arguments", () => {
    const sources = {
      "lib/pool.rb": lines(
        "class Pool",
        "  def initialize(size); end",
        "  def trim(force = false); end",
        "  def self.make; end",
        "end"
      ),
      "lib/locked.rb": lines(
        "class LockedPool < Pool",
        "  def initialize(size)",
        "    super",
        "  end",
        "  def trim(force = false)",
        "    synchronize { super(force) }",
        "  end",
        "  def self.make = super()",
        "  def close; super; end",
        "  define_method(:trim) { super() }",
        "end"
      )
    }
    assert.deepStrictEqual(
      callsOf(sources, "lib/locked.rb").filter((line) => !line.includes("name_only")),
      [
        "3 LockedPool#initialize: call lib/pool.rb Pool#initialize resolved",
        "6 LockedPool#trim: call lib/pool.rb Pool#trim resolved",
        "8 LockedPool.make: call lib/pool.rb Pool.make resolved"
      ]
    )
  })

  it("find Ruby constants of modules that several files open, from within them only", () => {
    const sources = {
      "lib/app.rb": lines("module App", "  VERSION = 1", "end"),
      "lib/app/utils.rb": lines(
        "module App",
        "  module Utils",
        "    extend self",
        "    def slug(x); end",
        "  end",
        "end"
      ),
      "lib/app/utils/ansi.rb": lines(
        "module App",
        "  module Utils",
        "    module Ansi",
        "      def self.strip; end",
        "    end",
        "    def self.deep; end",
        "  end",
        "end"
      ),
      "lib/app/base_page.rb": lines(
        "module App",
        "  class BasePage",
        "    def log; end",
        "    def self.build; end",
        "  end",
        "end"
      ),
      "lib/app/page.rb": lines(
        "module App",
        "  class Page < BasePage",
        "    def render",
        "      Utils.slug(1)",
        "      App::Utils.slug(2)",
        "      Utils::Ansi.strip",
        "      Utils.deep",
        "      log()",
        "      Page.build",
        "      App::BasePage.build",
        "      User.find",
        "    end",
        "  end",
        "end"
      ),
      "lib/other.rb": lines(
        "module Other",
        "  def self.go",
        "    Utils.slug(3)",
        "    App::Utils.slug(4)",
        "  end",
        "end"
      ),
      "test/helper.rb": lines("module App", "  class BasePage", "    def helped; end", "  end", "end"),
      "test/one.rb": "class User\n  def self.find; end\nend\n",
      "test/two.rb": "class User\n  def self.find; end\nend\n"
    }
    const sure = (path: string) => callsOf(sources, path).filter((line) => !line.includes("name_only"))
    assert.deepStrictEqual(sure("lib/app/page.rb"), [
      "4 App::Page#render: call lib/app/utils.rb App::Utils#slug resolved",
      "5 App::Page#render: call lib/app/utils.rb App::Utils#slug resolved",
      "6 App::Page#render: call lib/app/utils/ansi.rb App::Utils::Ansi.strip resolved",
      "7 App::Page#render: call lib/app/utils/ansi.rb App::Utils.deep resolved",
      "8 App::Page#render: call lib/app/base_page.rb App::BasePage#log resolved",
      "9 App::Page#render: call lib/app/base_page.rb App::BasePage.build resolved",
      "10 App::Page#render: call lib/app/base_page.rb App::BasePage.build resolved"
    ])
    const bases = describeEdges(linkAll(makeSourceView(sources, factsOf)).get("lib/app/page.rb"))
    assert.deepStrictEqual(
      bases.filter((line) => line.includes("helper.rb")),
      []
    )
    assert.deepStrictEqual(sure("lib/other.rb"), ["4 Other.go: call lib/app/utils.rb App::Utils#slug resolved"])
  })
})
