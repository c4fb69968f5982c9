import { assert, describe, it } from "@effect/vitest"
import { hasBranch } from "../../../src/agents/plans/plainChanges.ts"
import { readLines } from "../../../src/agents/plans/readLines.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const commentsOf = (path: string, lines: ReadonlyArray<string>) =>
  readLines(path, lines.join("\n")).map(({ comment }) => comment.trim())

const codeOf = (path: string, lines: ReadonlyArray<string>) =>
  readLines(path, lines.join("\n")).map(({ code }) => code.trimEnd())

const stringsOf = (path: string, lines: ReadonlyArray<string>) =>
  readLines(path, lines.join("\n")).map(({ strings }) => strings)

describe("comments of a source file", () => {
  it("are block comments on all of their lines, with or without asterisks", () => {
    assert.deepStrictEqual(commentsOf("pool.c", ["/* one", "   two", " * three */ int a;", "int b; // four"]), [
      "/* one",
      "two",
      "* three */",
      "// four"
    ])
    assert.deepStrictEqual(codeOf("pool.c", ["/* one", " * two */ int a;", "int b; // three"]), [
      "",
      " int a;",
      "int b;"
    ])
    assert.deepStrictEqual(commentsOf("pool.rs", ["/// one", "//! two", "fn a<'b>(c: &'b str) {} // three"]), [
      "/// one",
      "//! two",
      "// three"
    ])
  })

  it("are doc strings of Python, but no strings that are values", () => {
    const lines = ["def a():", '    """One', "    two.", '    """', '    query = """select', "    # three", '    """']
    assert.deepStrictEqual(commentsOf("pool.py", lines), ["", '"""One', "two.", '"""', "", "", ""])
    assert.deepStrictEqual(commentsOf("pool.py", ["r'''One'''", "a = 1  # two"]), ["r'''One'''", "# two"])
  })

  it("are none in strings, directives or interpolations", () => {
    assert.deepStrictEqual(commentsOf("pool.c", ["#include <a.h>", 'char *a = "/* no */";', "char b = '\"'; // one"]), [
      "",
      "",
      "// one"
    ])
    assert.deepStrictEqual(commentsOf("pool.ts", ["const a = `// no", "/* no */` // one", "const b = 'http://c'"]), [
      "",
      "// one",
      ""
    ])
    assert.deepStrictEqual(commentsOf("pool.rb", ['a = "#{b}" # one', "=begin", "two", "=end"]), [
      "# one",
      "=begin",
      "two",
      "=end"
    ])
    assert.deepStrictEqual(commentsOf("pool.sh", ["echo $# # one", "echo ${#a}"]), ["# one", ""])
    assert.deepStrictEqual(commentsOf("pool.lua", ["a = '--' -- one", "--[[ two", "three ]]"]), [
      "-- one",
      "--[[ two",
      "three ]]"
    ])
  })
})

describe("strings of a source file", () => {
  it("are those in code, by line", () => {
    assert.deepStrictEqual(stringsOf("pool.ts", ["f('a', `b", "c`) // 'd'", "g()"]), [["'a'", "`b"], ["c`"], []])
  })

  it("are no lifetimes of Rust and no doc strings of Python", () => {
    assert.deepStrictEqual(stringsOf("pool.rs", [`fn a<'b>(c: &'b str) { d('e', "f") }`]), [["'e'", '"f"']])
    assert.deepStrictEqual(stringsOf("pool.py", ['"""One"""', 'a = "two"']), [[], ['"two"']])
  })
})

describe("a long text", () => {
  it("is divided in linear time, whatever it is made of", () => {
    for (const [path, unit] of [
      ["a.c", "**/"],
      ["a.ts", "/**/a "],
      ["a.py", '"""a""" '],
      ["a.sh", '"a" '],
      ["a.rs", "'a "],
      ["a.lua", "--[[\n"],
      ["a.rb", "=begin\n"]
    ] as const) {
      const text = unit.repeat(Math.floor(524_288 / unit.length))
      assert.isBelow(
        processorMillis(() => readLines(path, text)),
        1_000,
        path
      )
    }
  })

  it("has each comment taken out of its own place", () => {
    const [line] = readLines("a.ts", `const a = "/*x*/" /*x*/ + b /*y*/`)
    assert.strictEqual(line?.code, `const a = "/*x*/"  + b `)
  })

  it("has its strings left out in linear time where branches are looked for", () => {
    const line = `const words = [${'"if", '.repeat(40_000)}]`
    const find = () => assert.isFalse(hasBranch(readLines("a.ts", line)))
    assert.isBelow(processorMillis(find), 1_000)
  })
})
