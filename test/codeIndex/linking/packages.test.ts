import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const factsOf = await makeFacts("go", "java", "rust")

const callsOf = (sources: Sources, path: string) =>
  describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path)).filter((line) => / (?:call|new) /.test(line))

const importsOf = (sources: Sources, path: string) =>
  (linkAll(makeSourceView(sources, factsOf)).get(path)?.imports ?? []).map(({ kind, module, path: found }) =>
    [module, kind, found].filter((part) => part !== "").join(" ")
  )

describe("links of Go", () => {
  const sources = {
    "go.mod": "module acme.org/app\n",
    "db/pool.go": `package db
type Base struct{}
func (b *Base) Close() {}
type Pool struct {
  *Base
  Conns []*Conn
}
func Open() (*Pool, error) { return &Pool{}, nil }
`,
    "db/methods.go": `package db
func (p *Pool) Acquire() *Conn { return p.first() }
func (p *Pool) first() *Conn { return p.Conns[0] }
`,
    "db/conn.go": "package db\ntype Conn struct{}\nfunc (c *Conn) Query() {}\n",
    "db/pool_test.go": "package db\nfunc Help() {}\n",
    "other/conn.go": "package other\ntype Conn struct{}\nfunc (c *Conn) Query() {}\nfunc Help() {}\n",
    "main.go": `package main
import (
  "fmt"
  "acme.org/app/db"
  "github.com/x/y"
)
func main() {
  pool, err := db.Open()
  pool.Acquire().Query()
  pool.Close()
  for _, conn := range pool.Conns { conn.Query() }
  db.Help()
  fmt.Println(err)
}
`
  }

  it("find names of a folder, and methods in any file of it", () => {
    assert.deepStrictEqual(callsOf(sources, "main.go"), [
      "8 main: call db/pool.go Open resolved",
      "9 main: call db/methods.go Pool.Acquire imported",
      "9 main: call db/conn.go Conn.Query imported",
      "10 main: call db/pool.go Base.Close imported",
      "11 main: call db/conn.go Conn.Query imported",
      "12 main: call Help name_only"
    ])
    assert.deepStrictEqual(callsOf(sources, "db/methods.go"), [
      "2 Pool.Acquire: call db/methods.go Pool.first imported"
    ])
  })

  it("find methods of types that another type declares, and elements of those", () => {
    const own = {
      "go.mod": "module acme.org/app\n",
      "main.go": `package main
type Flags uint8
func (f Flags) Lines() bool { return f > 0 }
type Item struct{}
func (i *Item) Show() {}
type Items []*Item
func (i Items) Len() int { return len(i) }
func run(flags Flags, items Items) {
  flags.Lines()
  items.Len()
  items[0].Show()
  for _, each := range items { each.Show() }
}
`
    }
    assert.deepStrictEqual(
      callsOf(own, "main.go").filter((line) => / run:/.test(line)),
      [
        "9 run: call main.go Flags.Lines imported",
        "10 run: call main.go Items.Len imported",
        "11 run: call main.go Item.Show imported",
        "12 run: call main.go Item.Show imported"
      ]
    )
  })

  it("find packages in the vendor folder of the module", () => {
    const vendored = {
      "go.mod": "module acme.org/app\n",
      "main.go": 'package main\nimport "github.com/x/y"\nfunc main() { y.Dial() }\n',
      "other/go.mod": "module acme.org/other\n",
      "vendor/github.com/x/y/y.go": "package y\nfunc Dial() {}\n"
    }
    assert.deepStrictEqual(callsOf(vendored, "main.go"), ["3 main: call vendor/github.com/x/y/y.go Dial resolved"])
    const { "main.go": main, ...rest } = vendored
    assert.deepStrictEqual(callsOf({ ...rest, "go.mod": "", "other/main.go": main }, "other/main.go"), [])
  })

  it("read a go.mod of 100,000 blank lines in little time", () => {
    const blank = {
      "go.mod": `${"\n".repeat(100_000)}modules\n\tmodule "acme.org/app"\n`,
      "main.go": 'package main\nimport "acme.org/app/y"\nfunc main() { y.Dial() }\n',
      "y/y.go": "package y\nfunc Dial() {}\n"
    }
    assert.deepStrictEqual(callsOf(blank, "main.go"), ["3 main: call y/y.go Dial resolved"])
    assert.isBelow(
      processorMillis(() => callsOf(blank, "main.go")),
      2000
    )
  })

  it("tell packages of the repository from others", () => {
    assert.deepStrictEqual(importsOf(sources, "main.go"), [
      "fmt builtin",
      "acme.org/app/db local",
      "github.com/x/y external"
    ])
  })
})

describe("links of Java", () => {
  it("find types by package and imports, and members by declared types", () => {
    const sources = {
      "a/db/Pool.java": `package com.acme.db;
public class Pool extends Base {
  public Conn acquire() { return new Conn(); }
  public static Pool open() { return new Pool(); }
  public static class Conn { public void query() {} }
}`,
      "a/db/Base.java": "package com.acme.db;\nclass Base { public void close() {} }",
      "a/util/Text.java":
        "package com.acme.util;\npublic class Text { public static String trim(String x) { return x; } }",
      "b/db/Pool.java": "package org.other;\npublic class Pool { public void acquire() {} }",
      "App.java": `package com.acme;
import com.acme.db.Pool;
import com.acme.util.*;
import static com.acme.db.Pool.open;
import java.util.List;
class App {
  private List<Pool> pools;
  void run(Pool pool) {
    pool.acquire().query();
    open().close();
    Text.trim("");
    new Pool.Conn().query();
    for (Pool each : pools) each.close();
    com.acme.util.Text.trim("");
    pools.size();
  }
}`
    }
    assert.deepStrictEqual(callsOf(sources, "App.java"), [
      "9 App.run: call a/db/Pool.java Pool.acquire imported",
      "9 App.run: call a/db/Pool.java Pool.Conn.query imported",
      "10 App.run: call a/db/Pool.java Pool.open resolved",
      "10 App.run: call a/db/Base.java Base.close imported",
      "11 App.run: call a/util/Text.java Text.trim resolved",
      "12 App.run: new a/db/Pool.java Pool.Conn resolved",
      "12 App.run: call a/db/Pool.java Pool.Conn.query imported",
      "13 App.run: call a/db/Base.java Base.close imported",
      "14 App.run: call a/util/Text.java Text.trim resolved"
    ])
    assert.deepStrictEqual(importsOf(sources, "App.java"), [
      "com.acme.db local a/db/Pool.java",
      "com.acme.util external",
      "com.acme.db.Pool local a/db/Pool.java",
      "java.util builtin"
    ])
  })
})

describe("constructors of Java that call constructors", () => {
  it("refer to the class itself, or to the class that it extends", () => {
    const sources = {
      "App.java": `interface Runs {}
class Base {}
class Derived extends Base implements Runs {
  Derived() { super(); }
  Derived(int count) { this(); }
}
class Alone implements Runs {
  Alone() { super(); }
}`
    }
    assert.deepStrictEqual(callsOf(sources, "App.java"), [
      "4 Derived.Derived: call App.java Base resolved",
      "5 Derived.Derived: new App.java Derived resolved"
    ])
  })
})

describe("links of Rust", () => {
  it("follow the module tree, use, other crates and impl in any file", () => {
    const sources = {
      "Cargo.toml": `[package]\nname = "app"\n`,
      "src/main.rs": `mod db;
mod net;
use db::{Pool, open as start};
use my_util::help;
fn main() {
  let pool = Pool::new();
  pool.acquire()?.query();
  pool.close();
  start();
  help();
  crate::net::tcp::dial();
}
`,
      "src/db/mod.rs": `mod extra;
pub struct Pool { conns: Vec<Conn> }
pub struct Conn;
impl Conn { pub fn query(&self) {} }
impl Pool {
  pub fn new() -> Self { Pool { conns: vec![] } }
  pub fn acquire(&self) -> Option<Conn> { for each in &self.conns { each.query(); } None }
}
pub fn open() {}
pub trait Close { fn close(&self) { } }
impl Close for Pool {}
`,
      "src/db/extra.rs":
        "use super::{Pool, open};\npub fn more(pool: &Pool) { pool.close(); open(); super::open(); }\n",
      "src/net.rs": "pub mod tcp;\n",
      "src/net/tcp.rs": "use crate::db::*;\npub fn dial() { open(); Pool::new(); }\n",
      "util/Cargo.toml": `[package]\nname = "my-util"\n`,
      "util/src/lib.rs": "mod inner;\npub use inner::help;\n",
      "util/src/inner.rs": "pub fn help() {}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "src/main.rs"), [
      "6 main: call src/db/mod.rs Pool::new resolved",
      "7 main: call src/db/mod.rs Pool::acquire imported",
      "7 main: call src/db/mod.rs Conn::query imported",
      "8 main: call src/db/mod.rs Close::close imported",
      "9 main: call src/db/mod.rs open resolved",
      "10 main: call util/src/inner.rs help resolved",
      "11 main: call src/net/tcp.rs dial resolved"
    ])
    assert.deepStrictEqual(callsOf(sources, "src/db/extra.rs"), [
      "2 more: call src/db/mod.rs Close::close imported",
      "2 more: call src/db/mod.rs open resolved",
      "2 more: call src/db/mod.rs open resolved"
    ])
    assert.deepStrictEqual(callsOf(sources, "src/net/tcp.rs"), [
      "2 dial: call src/db/mod.rs open resolved",
      "2 dial: call src/db/mod.rs Pool::new resolved"
    ])
  })

  it("find a library by the names of its manifest, wherever they are in it", () => {
    const library = { "src/lib.rs": "pub fn run() {}\n" }
    const uses = "use rs::run;\nfn main() { run(); rs::run(); }\n"
    for (const manifest of [
      '[package]\nauthors = ["x"]\nname = "rs"\n',
      "[package]\nname = 'rs'\n",
      'package.name = "rs"\n',
      '[package]\nname = "other" # [lib]\n[lib]\ncrate-type = ["lib"]\nname = "rs"\n'
    ]) {
      const sources = { ...library, "Cargo.toml": manifest, "src/main.rs": uses, "tests/t.rs": uses }
      for (const path of ["src/main.rs", "tests/t.rs"]) {
        assert.deepStrictEqual(callsOf(sources, path), Array(2).fill("2 main: call src/lib.rs run resolved"), manifest)
      }
    }
    const other = { ...library, "Cargo.toml": '[dependencies]\nname = "rs"\n', "src/main.rs": uses }
    assert.deepStrictEqual(callsOf(other, "src/main.rs"), [])
  })

  it("take binaries, examples and tests as crates of their own", () => {
    const uses = "use crate::input::open;\nfn main() { open(); crate::input::open(); rs::input::open(); }\n"
    const module = "pub fn open() {}\n"
    const sources = {
      "Cargo.toml": '[package]\nname = "rs"\nbuild = "build/main.rs"\n[[bin]]\nname = "x"\npath = "tools/x.rs"\n',
      "src/lib.rs": "pub mod input;\n",
      "src/input.rs": module,
      "src/bin/app/main.rs": `mod input;\nmod deep;\n${uses}`,
      "src/bin/app/input.rs": module,
      "src/bin/app/deep/mod.rs": uses,
      "src/bin/one.rs": `mod input;\n${uses}`,
      "src/bin/two.rs": uses,
      "src/bin/input.rs": module,
      "examples/show/main.rs": `mod input;\n${uses}`,
      "examples/show/input.rs": module,
      "tests/it.rs": `mod input;\n${uses}`,
      "tests/other.rs": uses,
      "tests/input/mod.rs": module,
      "tests/common/mod.rs": uses,
      "build/main.rs": `mod input;\n${uses}`,
      "build/input.rs": module,
      "tools/x.rs": `mod input;\nmod more;\n${uses}`,
      "tools/input.rs": module,
      "tools/more.rs": uses
    }
    const targets = (path: string) =>
      callsOf(sources, path).flatMap((line) => /^.* call (\S+) open resolved$/.exec(line)?.[1] ?? [])
    const library = "src/input.rs"
    const inCrate = (own: string) => [own, own, library]
    assert.deepStrictEqual(targets("src/bin/app/main.rs"), inCrate("src/bin/app/input.rs"))
    assert.deepStrictEqual(targets("src/bin/app/deep/mod.rs"), inCrate("src/bin/app/input.rs"))
    assert.deepStrictEqual(targets("src/bin/one.rs"), inCrate("src/bin/input.rs"))
    assert.deepStrictEqual(targets("examples/show/main.rs"), inCrate("examples/show/input.rs"))
    assert.deepStrictEqual(targets("tests/it.rs"), inCrate("tests/input/mod.rs"))
    assert.deepStrictEqual(targets("build/main.rs"), inCrate("build/input.rs"))
    assert.deepStrictEqual(targets("tools/more.rs"), inCrate("tools/input.rs"))
    // No module of the library, and not known which other crate has it.
    assert.deepStrictEqual(targets("src/bin/two.rs"), [library])
    assert.deepStrictEqual(targets("tests/common/mod.rs"), [library])
  })

  it("take files in the folder of tests as modules of the one that is listed, where Cargo looks for no others", () => {
    const sources = {
      "Cargo.toml": '[package]\nname = "rs"\nautotests = false\n[[test]]\nname = "all"\npath = "tests/all.rs"\n',
      "tests/all.rs": "mod util;\nmod more;\n",
      "tests/util.rs": "pub fn help() {}\n",
      "tests/more.rs": "use crate::util::help;\nfn more() { help(); super::util::help(); }\n"
    }
    assert.deepStrictEqual(callsOf(sources, "tests/more.rs"), Array(2).fill("2 more: call tests/util.rs help resolved"))
  })

  it("take a name that a module and a function share as the one that its place allows", () => {
    const sources = {
      "Cargo.toml": '[package]\nname = "rs"\n',
      "src/lib.rs":
        "mod run;\nmod near { pub fn near() {}\n pub fn other() {} }\npub use crate::run::run;\npub use near::near;\nfn own() { run(); run::other(); near(); near::other(); }\n",
      "src/run.rs": "pub fn run() {}\npub fn other() {}\n",
      "src/main.rs": "use rs::run;\nfn main() {\n  rs::run();\n  run();\n  rs::near();\n  run::other();\n}\n"
    }
    assert.deepStrictEqual(callsOf(sources, "src/main.rs"), [
      "3 main: call src/run.rs run resolved",
      "4 main: call src/run.rs run resolved",
      "5 main: call src/lib.rs near::near resolved",
      "6 main: call src/run.rs other imported"
    ])
    assert.deepStrictEqual(callsOf(sources, "src/lib.rs"), [
      "6 own: call src/run.rs run resolved",
      "6 own: call src/run.rs other imported",
      "6 own: call src/lib.rs near::near resolved",
      "6 own: call src/lib.rs near::other imported"
    ])
  })
})
