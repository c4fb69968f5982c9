import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { factsOf, referencesIn } from "./facts.ts"

/** A text in each language, and what the calls with a one-letter name are called on. */
const cases: ReadonlyArray<readonly [language: string, text: string, calls: ReadonlyArray<string>]> = [
  [
    "java",
    `import net.Conn;
class Pool extends Base {
  Conn conn;
  void f(Conn[] all) { conn.a(); var x = new Conn(); x.b(); for (Conn c : all) c.d(); e(); super.g(); }
}`,
    [
      "4 call ((this Pool).conn).a",
      "4 call (new(import net:Conn)).b",
      "4 call (instance(import net:Conn)).d",
      "4 call (this Pool).e | global e",
      "4 call (super Pool).g"
    ]
  ],
  [
    "go",
    `package net
import c "x/conn"
func (p *Pool) F() { x := &c.Conn{}; x.A(); y, _ := open(); y.B(); for _, z := range p.all { z.D() } }
func open() (*Pool, error) { return nil, nil }`,
    [
      "3 call (instance((import x/conn:*).Conn)).A",
      "3 call (entry 0 of call(open)).B",
      "3 call (element((instance(global Pool)).all)).D"
    ]
  ],
  [
    "rust",
    `use net::Conn;
struct Pool { conn: Box<Conn> }
impl Pool { fn f(&self) { self.conn.a(); let x = Conn::new(); x.b(); if let Some(y) = open() { y.d(); } Self::e(); } }`,
    [
      "3 call ((this Pool).conn).a",
      "3 call (call((import net:Conn).new)).b",
      "3 call (await(call(global open))).d",
      "3 call (Pool).e"
    ]
  ],
  [
    "csharp",
    `class Pool : Base { Conn First { get; } void F(Conn c) { First.A(); c?.B(); if (c is Conn d) d.D(); E(); } }`,
    [
      "1 call ((this Pool).First).A",
      "1 call (instance(global Conn)).B",
      "1 call (instance(global Conn)).D",
      "1 call (this Pool).E | global E"
    ]
  ],
  [
    "php",
    `<?php class Pool extends Base { function __construct(private Conn $c) {} function f() { $this->c->a(); $x = new Conn; $x->b(); self::d(); parent::e(); } }`,
    ["1 call ((this Pool).c).a", "1 call (new(global Conn)).b", "1 call (this Pool).d", "1 call (super Pool).e"]
  ],
  [
    "kotlin",
    `class Pool(val c: Conn) : Base() { fun f(all: List<Conn>) { c.a(); for (x in all) { x.b() }; e() } }
fun Pool.g() { this.c.d() }`,
    [
      "1 call ((this Pool).c).a",
      "1 call (element(instance(global List[global Conn]))).b",
      "1 call (this Pool).e | global e",
      "2 call ((this Pool).c).d"
    ]
  ],
  [
    "scala",
    `class Pool(val c: Conn) extends Base { def f(o: Conn) = { c.a(); val x = new Conn(); x.b(); e() } }`,
    ["1 call ((this Pool).c).a", "1 call (new(global Conn)).b", "1 call (this Pool).e | global e"]
  ],
  [
    "swift",
    `class Pool: Base { let c: Conn; func f(o: Conn?) { c.a(); if let x = o { x.b() }; e() } }`,
    ["1 call ((this Pool).c).a", "1 call (instance(global Conn)).b", "1 call (this Pool).e | global e"]
  ],
  [
    "cpp",
    `void Pool::f(Conn& c) { c.a(); auto x = std::make_unique<Conn>(); x->b(); e(); }`,
    ["1 call (instance(global Conn)).a", "1 call (new(global Conn)).b", "1 call (instance(global Pool)).e | global e"]
  ],
  [
    "ruby",
    `class Pool
  def initialize; @c = Conn.new; end
  def f; @c.a; x = Conn.new; x.b; d(); end
end`,
    ["3 call ((this Pool).@c).a", "3 call (new(global Conn)).b", "3 call (this Pool).d | global d"]
  ],
  [
    "lua",
    `local M = {}
function M:f() self:a(); M.b() end
return M`,
    ["2 call (this M).a", "2 call (M).b"]
  ],
  ["bash", "a() { b; }\nb() { a; }", ["1 call b", "2 call a"]],
  [
    "c",
    "static void a(void) {}\nvoid f(struct conn *c) { a(); c->b(1); }",
    ["2 call a", "2 call (instance(global conn)).b"]
  ]
]

describe("what calls are called on", () => {
  for (const [language, text, calls] of cases) {
    it.effect(language, () =>
      Effect.gen(function* () {
        const found = referencesIn(yield* factsOf(language, text), ["call"])
        assert.deepStrictEqual(
          found.filter((each) => /(?:\.| )[A-Za-z](?: \| global [A-Za-z])?$/.test(each)),
          calls
        )
      })
    )
  }
})

/** A program in Rust with this line in a function. */
const program = (line: string): string =>
  `struct Pool;\nimpl Pool { fn new() -> Pool { Pool } fn size(&self) -> u32 { 1 } }\nfn g() -> u32 { 1 }\nconst LIMIT: u32 = 3;\nfn f(pool: Pool) { ${line} }`

describe("calls among the tokens of a macro", () => {
  it.effect.each([
    ["a method", 'println!("{}", pool.size());', ["call (instance(Pool)).size"]],
    ["a path", "assert_eq!(Pool::new().size(), 1);", ["call (Pool).new", "call (call((Pool).new)).size"]],
    [
      "arguments and brackets",
      "vec![g(), Some(g()).unwrap()];",
      ["call g", "call global Some", "call g", "call (call(global Some)).unwrap"]
    ],
    [
      "what is tried",
      'format!("{}", pool.get()?.x());',
      ["call (instance(Pool)).get", "call (await(call((instance(Pool)).get))).x"]
    ],
    ["names in comments, names of arguments and other macros", 'println!("{g}", g = 1 /* g() */); html! { g() };', []]
  ] as const)("are found: %s", ([, line, calls]) =>
    Effect.gen(function* () {
      const found = referencesIn(yield* factsOf("rust", program(line)), ["call"])
      assert.deepStrictEqual(
        found.filter((each) => each.startsWith("5 ") && !each.endsWith("!")),
        calls.map((call) => `5 ${call}`)
      )
    })
  )

  it.effect("have as many arguments as between commas", () =>
    Effect.gen(function* () {
      const { references } = yield* factsOf("rust", program("assert!(h(1 + 2, Pool {}, &mut pool) == h());"))
      assert.deepStrictEqual(
        references.filter(({ kind, line }) => kind === "call" && line === 5).map((each) => each.arguments),
        // First those of the macro, which are not counted.
        [0, 3, 0]
      )
    })
  )
})

describe("Swift", () => {
  it.effect("calls what follows a prefix, and no function by the name of a member whose type is not written", () =>
    Effect.gen(function* () {
      const facts = yield* factsOf(
        "swift",
        "func f(u: User) {\n  if !isReady(u) { paint(.red) }\n  if !u.check() { g(.blue(1)) }\n}"
      )
      assert.deepStrictEqual(referencesIn(facts, ["call", "read"]), [
        "2 call global isReady",
        "2 call global paint",
        "3 call (instance(global User)).check",
        "3 call global g",
        "3 call (?).blue"
      ])
    })
  )
})
