import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { nearPaths } from "../../../src/domain/nearPaths.ts"
import { isGitDirectory, normalizePath, type PathProblem } from "../../../src/pipeline/subject/paths.ts"

const root = Option.some("/home/me/project")

describe("a path as asked", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["./src/a.ts", "src/a.ts"],
    ["src//a.ts", "src/a.ts"],
    ["src/x/../a.ts", "src/a.ts"],
    ["/home/me/project/src/a.ts", "src/a.ts"],
    ["src/", "src"],
    [".", ""],
    ["/home/me/project", ""],
    ["-L1", "-L1"],
    ["--output=x", "--output=x"],
    [":(glob)**", ":(glob)**"],
    ["HEAD:src/a.ts", "HEAD:src/a.ts"],
    ["a\nb", "a\nb"]
  ])("%j names %j", (text, path) => {
    assert.deepStrictEqual(normalizePath(text, root), { path })
  })

  it.each<[string, PathProblem]>([
    ["", "empty"],
    ["   ", "empty"],
    ["../x", "outside"],
    ["../../etc/passwd", "outside"],
    ["src/../../x", "outside"],
    ["/etc/passwd", "outside"],
    ["/home/me/project2/a", "outside"],
    ["a\0b", "unusable"]
  ])("%j is %s", (text, problem) => {
    assert.strictEqual(normalizePath(text, root), problem)
  })

  it("is outside when absolute and there is no work tree", () => {
    assert.strictEqual(normalizePath("/srv/repo.git/a", Option.none()), "outside")
  })

  it.prop("never leads above the root", [Schema.Array(Schema.Literals(["..", ".", "a", "b", ""]))], ([parts]) => {
    const found = normalizePath(parts.join("/"), root)
    return typeof found === "string" || !`/${found.path}/`.includes("/../")
  })

  it.each([
    [".git/config", true],
    [".GIT/config", true],
    [".git", true],
    [".gitignore", false],
    ["src/.git", false]
  ])("%s lies in the git directory: %s", (path, expected) => {
    assert.strictEqual(isGitDirectory(path), expected)
  })

  it("suggests up to three similar names when it is unknown", () => {
    const paths = ["src/pool.ts", "src/poll.ts", "lib/pool.ts", "test/pool.ts", "README.md"]
    assert.deepStrictEqual(nearPaths("src/pol.ts", paths), ["src/poll.ts", "src/pool.ts", "lib/pool.ts"])
    assert.deepStrictEqual(nearPaths("pool.ts", paths), ["lib/pool.ts", "src/pool.ts", "test/pool.ts"])
    assert.deepStrictEqual(nearPaths("completely/else", paths), [])
  })
})
