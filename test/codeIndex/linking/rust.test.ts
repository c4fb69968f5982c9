import { assert, describe, it } from "@effect/vitest"
import {
  describeEdges,
  joinLines as lines,
  linkAll,
  makeDescribeCalls,
  makeFacts,
  makeSourceView
} from "../../support/linking.ts"

const factsOf = await makeFacts("rust")

const callsOf = makeDescribeCalls(factsOf)

const manifest = '[package]\nname = "acme"\n'

const pool = lines(
  "pub trait Get { fn fetch(&self); }",
  "pub struct Pool;",
  "impl Pool { pub fn new() -> Self { Pool } pub fn get(&self) {} }"
)

describe("links of Rust's expressions", () => {
  it("take the variables of a parameter's pattern for variables rather than functions of their names", () => {
    const source = lines(
      "use crate::pool::Pool;",
      "fn run() {}",
      "fn first() {}",
      "fn apart((run, pool): (fn(), Pool), Wrap { first, .. }: Wrap) { run(); pool.get(); first() }",
      "fn closed() { let each = |(run, _): (fn(), u8)| { run() }; each((run, 1)) }"
    )
    const sources = { "Cargo.toml": manifest, "src/lib.rs": `mod pool;\n${source}`, "src/pool.rs": pool }
    assert.deepStrictEqual(callsOf(sources, "src/lib.rs"), ["5 apart: call src/pool.rs Pool::get imported"])
    const edges = describeEdges(linkAll(makeSourceView(sources, factsOf)).get("src/lib.rs"))
    assert.deepStrictEqual(
      edges.filter((line) => line.includes("src/lib.rs run")),
      ["6 closed: read src/lib.rs run resolved"]
    )
  })

  it("follow what blocks, `match` and captured patterns give", () => {
    const source = lines(
      "use crate::pool::Pool;",
      "fn run(n: u8) {",
      "  let a = match n { 1 => Pool::new(), _ => { Pool::new() } };",
      "  a.get();",
      "  let b = if n > 1 { Pool::new() } else { Pool::new() };",
      "  b.get();",
      "  let c = { run(1); unsafe { Pool::new() } };",
      "  c.get();",
      "  let d @ Pool { .. } = Pool::new();",
      "  d.get();",
      "  let e = { Pool::new(); };",
      "  e.get()",
      "}"
    )
    const sources = { "Cargo.toml": manifest, "src/lib.rs": `mod pool;\n${source}`, "src/pool.rs": pool }
    assert.deepStrictEqual(
      callsOf(sources, "src/lib.rs").filter((line) => line.includes("get")),
      [
        "5 run: call src/pool.rs Pool::get imported",
        "7 run: call src/pool.rs Pool::get imported",
        "9 run: call src/pool.rs Pool::get imported",
        "11 run: call src/pool.rs Pool::get imported",
        "13 run: call get name_only"
      ]
    )
  })

  it("find functions within closures, asynchronous blocks, arguments and the arms of `match`", () => {
    const source = lines(
      "fn run(n: u8) {",
      "  let a = || { fn inClosure() {} inClosure() };",
      "  spawn(async move { fn inBlock() {} inBlock().await });",
      "  match n { 1 => { fn inArm() {} inArm() } _ => {} }",
      "}"
    )
    assert.deepStrictEqual(callsOf({ "src/lib.rs": source }, "src/lib.rs"), [
      "2 run: call src/lib.rs run::inClosure resolved",
      "3 run: call src/lib.rs run::inBlock resolved",
      "4 run: call src/lib.rs run::inArm resolved"
    ])
  })

  it("know a type parameter by what `where` says", () => {
    const source = lines(
      "mod pool;",
      "use pool::Get;",
      "fn run<T, U>(all: T, one: U) where T: Get + Clone, U: Copy { all.fetch(); one.fetch() }"
    )
    const sources = { "Cargo.toml": manifest, "src/lib.rs": source, "src/pool.rs": pool }
    assert.deepStrictEqual(callsOf(sources, "src/lib.rs"), ["3 run: call src/pool.rs Get::fetch imported"])
  })

  it("find macros of the crate, but none of another one", () => {
    const sources = {
      "Cargo.toml": manifest,
      "src/lib.rs": "macro_rules! own { () => {} }\nmod pool;\nfn near() { own!() }\n",
      "src/pool.rs": "fn run() { own!(1); crate::own!(); other::own!(); println!(); vec![1] }\n",
      "other/Cargo.toml": '[package]\nname = "other"\n',
      "other/src/lib.rs": "fn far() { own!() }\n"
    }
    assert.deepStrictEqual(callsOf(sources, "src/lib.rs"), ["3 near: call src/lib.rs own! resolved"])
    assert.deepStrictEqual(callsOf(sources, "src/pool.rs"), [
      "1 run: call src/lib.rs own! resolved",
      "1 run: call src/lib.rs own! resolved"
    ])
    assert.deepStrictEqual(callsOf(sources, "other/src/lib.rs"), [])
  })
})
