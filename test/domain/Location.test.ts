import { assert, describe, it } from "@effect/vitest"
import { findLocated, parseLocations } from "../../src/domain/Location.ts"

const parsed = (text: string): ReadonlyArray<string> =>
  parseLocations(text).map(({ lines, path }) => (lines === undefined ? path : `${path} ${lines.start}-${lines.end}`))

describe("parseLocations", () => {
  it("reads a path with lines as people, editors and hosts write it", () => {
    for (const [text, expected] of [
      ["src/pool.ts:12", "src/pool.ts 12-12"],
      ["src/pool.ts:12:5", "src/pool.ts 12-12"],
      ["src/pool.ts:12-20", "src/pool.ts 12-20"],
      ["src/pool.ts#L12", "src/pool.ts 12-12"],
      ["src/pool.ts#L12-L20", "src/pool.ts 12-20"],
      ["src/pool.ts#L12C3-L20C5", "src/pool.ts 12-20"],
      ["src/pool.ts#L12-20", "src/pool.ts 12-20"],
      ["`src/pool.ts`, line 12", "src/pool.ts 12-12"],
      ["src/pool.ts line 12", "src/pool.ts 12-12"],
      ["src/pool.ts lines 12-20", "src/pool.ts 12-20"],
      ["src/pool.ts L12-L20", "src/pool.ts 12-20"],
      ["src/pool.ts(12)", "src/pool.ts 12-12"],
      ["https://github.com/a/b/blob/main/src/pool.ts#L12-L20", "src/pool.ts 12-20"],
      ["https://github.com/a/b/blob/main/src/pool.ts", "src/pool.ts"],
      ["https://github.com/a/b/blob/v1.0/my%20pool.md?plain=1#L3", "my pool.md 3-3"],
      ["https://github.com/a/b/blob/main/README.md", "README.md"],
      ["https://gitlab.com/a/b/-/blob/main/src/pool.ts#L12-20", "src/pool.ts 12-20"],
      ["https://bitbucket.org/a/b/src/main/src/pool.ts#lines-12:20", "src/pool.ts 12-20"],
      ["https://raw.githubusercontent.com/a/b/main/src/pool.ts", "src/pool.ts"],
      ["(see src/pool.ts:12).", "src/pool.ts 12-12"],
      ["fuzz/.gitignore:12", "fuzz/.gitignore 12-12"],
      [".gitignore:12", ".gitignore 12-12"],
      ["bin/run:3", "bin/run 3-3"],
      ["Makefile:12: *** missing separator.", "Makefile 12-12"],
      ["BUILD:7", "BUILD 7-7"]
    ] as const) {
      assert.deepStrictEqual(parsed(text), [expected], text)
    }
  })

  it("reads the lines of stack traces and compilers", () => {
    for (const [text, expected] of [
      ['  File "/usr/lib/python3/my app/pool.py", line 3, in f', "/usr/lib/python3/my app/pool.py 3-3"],
      ["src/pool.py:3: in test_pool", "src/pool.py 3-3"],
      ["    at Pool.acquire (/x/pool.js:1:2)", "/x/pool.js 1-1"],
      ["    at async file:///x/pool.js:1:2", "/x/pool.js 1-1"],
      ["\tat a.b.Pool.acquire(Pool.java:12)", "a/b/Pool.java 12-12"],
      ["\tat app//a.b.Pool$Inner.acquire(Pool.java:12) ~[app.jar:1.0]", "a/b/Pool.java 12-12"],
      ["\t/x/pool.go:12 +0x1d", "/x/pool.go 12-12"],
      ["             at /x/src/pool.rs:12:5", "/x/src/pool.rs 12-12"],
      ["  --> src/pool.rs:12:5", "src/pool.rs 12-12"],
      ["thread 'main' panicked at src/pool.rs:12:5:", "src/pool.rs 12-12"],
      ["/x/pool.rb:12:in `acquire'", "/x/pool.rb 12-12"],
      ["from /x/pool.rb:12:in 'Pool#acquire'", "/x/pool.rb 12-12"],
      ["   at A.Pool.Acquire(String name) in C:\\src\\A\\Pool.cs:line 12", "C:\\src\\A\\Pool.cs 12-12"],
      ["#0 /x/Pool.php(12): A\\Pool->acquire()", "/x/Pool.php 12-12"],
      ["Uncaught TypeError in /x/Pool.php on line 12", "/x/Pool.php 12-12"],
      ["src/pool.ts(12,3): error TS2345: no", "src/pool.ts 12-12"],
      ["../pool.cpp:12:10: error: no match", "../pool.cpp 12-12"]
    ] as const) {
      assert.deepStrictEqual(parsed(text), [expected], text)
    }
  })

  it("reads all locations of a trace, those of Python from its end, where the call is that failed", () => {
    assert.deepStrictEqual(parsed("Error: no\n    at f (/x/a.js:1:2)\n    at g (/x/b.js:3:4)"), [
      "/x/a.js 1-1",
      "/x/b.js 3-3"
    ])
    assert.deepStrictEqual(
      parsed(
        'Traceback (most recent call last):\n  File "/x/a.py", line 1, in f\n  File "/x/b.py", line 3, in g\nKeyError'
      ),
      ["/x/b.py 3-3", "/x/a.py 1-1"]
    )
  })

  it("finds none in words and names", () => {
    for (const text of [
      "",
      "pool",
      "Pool.acquire",
      "and/or",
      "a: b",
      "why is it so?",
      "Pool::acquire",
      "12:30",
      "v1.2:3"
    ]) {
      assert.deepStrictEqual(parsed(text), [], text)
    }
  })
})

describe("findLocated", () => {
  const files = ["src/app/pool.py", "src/pool.py", "lib/app/index.js", "lib/index.js", "core/Pool.java", "context.go"]
  const find = (path: string) =>
    findLocated(
      path,
      files.map((each) => ({ path: each }))
    ).map((at) => files[at])

  it("finds files by a path, its end, a longer path, and one of another root", () => {
    for (const [path, ...expected] of [
      ["src/pool.py", "src/pool.py"],
      ["./src/pool.py", "src/pool.py"],
      ["app/pool.py", "src/app/pool.py"],
      ["pool.py", "src/app/pool.py", "src/pool.py"],
      ["main/src/pool.py", "src/pool.py"],
      ["C:\\work\\src\\pool.py", "src/pool.py"],
      ["/usr/lib/python3/site-packages/app/pool.py", "src/app/pool.py"],
      ["/go/pkg/mod/example.com/app@v1.0/context.go", "context.go"],
      ["other/app/pool.py"],
      ["sub/context.go"],
      ["org/a/Pool.java"],
      ["/x/other/index.js"],
      ["nothing.py"]
    ] as const) {
      assert.deepStrictEqual(find(path), expected, path)
    }
  })
})
