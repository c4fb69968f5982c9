import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

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
})
