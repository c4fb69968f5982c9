import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { findLanguage } from "../../../src/adapters/parser/languages.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { outlineOf, unitsOf } from "./outlines.ts"
import { factsOf, renderFacts } from "./treesitter/facts.ts"

/** Lines of a source file. */
const lines = (...all: ReadonlyArray<string>): string => `${all.join("\n")}\n`

const driver = lines(
  "cfg_rt! {",
  "    use crate::park::Park;",
  "    /// Runs until it is idle.",
  "    pub fn turn(park: &Park) -> bool { park.wait() }",
  "    cfg_time! {",
  "        pub(crate) struct Clock { now: u64 }",
  "        impl Clock { fn advance(&mut self) { turn(&self.park); } }",
  "    }",
  "}",
  "impl Pool {",
  "    cfg_net! {",
  "        pub fn acquire(&self) -> u8 { self.release() }",
  "    }",
  "    fn release(&self) -> u8 { 1 }",
  "}"
)

const units = [
  "3-4 function turn | pub fn turn(park: &Park) -> bool",
  "6-6 struct Clock | pub(crate) struct Clock",
  "7-7 impl impl Clock | impl Clock",
  "7-7 method Clock::advance | fn advance(&mut self)",
  "10-15 impl impl Pool | impl Pool",
  "12-12 method Pool::acquire | pub fn acquire(&self) -> u8",
  "14-14 method Pool::release | fn release(&self) -> u8"
]

layer(Parser.layer)("items that Rust code gives to a macro", (it) => {
  it.effect("are units, also of an implementation and in a call within a call", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* unitsOf("driver.rs", driver), units)
    })
  )

  it.effect("are units in each branch of cfg_if", () =>
    Effect.gen(function* () {
      const branches = lines(
        "cfg_if::cfg_if! {",
        "    if #[cfg(unix)] {",
        "        pub fn open() {}",
        "    } else if #[cfg(windows)] {",
        "        fn handle() {}",
        "    } else {",
        "        fn nothing() {}",
        "    }",
        "}"
      )
      assert.deepStrictEqual(yield* unitsOf("a.rs", branches), [
        "3-3 function open | pub fn open()",
        "5-5 function handle | fn handle()",
        "7-7 function nothing | fn nothing()"
      ])
    })
  )

  it.effect("are none where the macro has a syntax of its own, or is called by a function or a macro", () =>
    Effect.gen(function* () {
      const own = lines(
        "bitflags! { pub struct Flags: u32 { const READ = 1; } }",
        "proptest! { fn doubles(x in 0..10) { check(x) } }",
        "html! { <b>bold</b> }",
        "fn generate() { quote! { fn inner() {} } }",
        "macro_rules! wrap { () => { fn made() {} } }",
        "criterion_group!(benches, turn);"
      )
      assert.deepStrictEqual(yield* unitsOf("a.rs", own), [
        "4-4 function generate | fn generate()",
        "5-5 function wrap! | macro_rules! wrap"
      ])
      assert.isFalse((yield* outlineOf("a.rs", own)).partial)
    })
  )

  it.effect("are read however deep calls are nested", () =>
    Effect.gen(function* () {
      for (const opening of ["a! {", "mod m {", "impl A {"]) {
        const deep = `fn before() {}\n${opening.repeat(3_000)} fn within() {} ${"}".repeat(3_000)}\nfn after() {}\n`
        const { units: found } = yield* outlineOf("a.rs", deep)
        assert.isTrue(
          found.some(({ name }) => name === "before"),
          opening
        )
      }
    })
  )

  it.effect("are the same when parsing is stopped and resumed", () =>
    Effect.gen(function* () {
      const extract = yield* Effect.promise(() => findLanguage("rust")?.load(1) ?? Promise.reject(new Error("rust")))
      const long = driver.repeat(200)
      const whole = extract(long, () => true)
      let calls = 0
      extract(`${long}fn other() {}`, () => (calls += 1) < 300)
      let resumed = extract(long, () => false)
      for (let slices = 0; resumed === undefined && slices < 10_000; slices += 1) {
        let left = 20
        resumed = extract(long, () => (left -= 1) > 0)
      }
      assert.isDefined(resumed)
      assert.deepStrictEqual(resumed, whole)
    })
  )

  describe("facts", () => {
    it.effect("have the calls that are given to assertions and to macros of the standard library", () =>
      Effect.gen(function* () {
        const text = lines(
          "fn poll_proceed() {}",
          "fn poll() {",
          "    let coop = ready!(poll_proceed());",
          "    assert_ready!(poll_proceed());",
          "    let it = pin!(poll_proceed());",
          "    own!(poll_proceed());",
          "}"
        )
        const rendered = renderFacts(yield* factsOf("rust", text), ["call"]).split("\n")
        assert.deepStrictEqual(
          rendered.filter((line) => line.includes("call poll_proceed")).map((line) => line.slice(0, 1)),
          ["3", "4", "5"]
        )
      })
    )

    it.effect("have their definitions, imports and calls", () =>
      Effect.gen(function* () {
        const facts = yield* factsOf("rust", driver)
        const rendered = renderFacts(facts, ["call"]).split("\n")
        assert.includeMembers(rendered, [
          "2 static import crate::park Park as Park",
          "4:44 call (instance(import crate::park:Park)).wait with 0 within turn",
          "7:45 call turn with 1 within Clock::advance",
          "12:43 call (instance(global Pool)).release with 0 within Pool::acquire"
        ])
      })
    )
  })
})
