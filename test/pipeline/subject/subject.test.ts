import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer } from "effect"
import { join } from "node:path"
import { resolveSubject } from "../../../src/pipeline/subject/resolveSubject.ts"
import { Trees } from "../../../src/lineage/Trees.ts"
import { WorkTreeFiles } from "../../../src/pipeline/subject/WorkTreeFiles.ts"
import { makePool, poolSource } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const assertIncludesAll = (found: ReadonlyArray<string> | undefined, expected: ReadonlyArray<string>) => {
  for (const each of expected) assert.include(found?.join("\n"), each)
}

describe("what a path means", () => {
  it.effect("a path that leads out of the repository is refused", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("passwd", "/etc/passwd")
      yield* repository.link("up", "../".repeat(20))
      for (const path of ["../../etc/passwd", "/etc/passwd", "passwd", "up/etc", "src/../../x"]) {
        const error = yield* failure(ask(repository).read({ path }))
        assert.strictEqual(error.code, "path_outside", path)
      }
    })
  )

  it.effect("a committed link that leads out is refused for a revision and in a bare repository", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("passwd", "/etc/passwd")
      yield* repository.link("up", "../outside.ts")
      yield* repository.commit("Link out")
      for (const path of ["passwd", "up"]) {
        assert.strictEqual((yield* failure(ask(repository).read({ path, rev: "HEAD" }))).code, "path_outside")
      }
    })
  )

  it.effect("a link to a tracked file is answered for that file, with a warning", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("alias.ts", "src/pool.ts")
      yield* repository.link("code", "src")
      yield* repository.commit("Link")
      for (const path of ["alias.ts", "code/pool.ts"]) {
        for (const rev of [undefined, "HEAD"]) {
          const answer = yield* ask(repository).read({ path, anchor: "connect", ...(rev === undefined ? {} : { rev }) })
          assert.deepStrictEqual([answer.query.path, answer.regions.length], ["src/pool.ts", 1])
          assert.match(answer.warnings?.join() ?? "", /is a symbolic link; answering for src\/pool\.ts/)
        }
      }
    })
  )

  it.effect("says what became of a path that history knows", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      const renamed = yield* repository.commit("Rename")
      yield* repository.commit("Add a folder", { files: { "old/a.ts": "export const a = 1\n" } })
      const deleted = yield* repository.commit("Drop it", { files: { "old/a.ts": null } })
      yield* repository.commit("Go on", { files: { "other.ts": "export {}\n" } })
      const hintOf = (question: "read" | "summary", path: string) =>
        Effect.map(
          failure(
            question === "read"
              ? Effect.asVoid(ask(repository).read({ path, rev: "HEAD" }))
              : Effect.asVoid(ask(repository).summary({ path, rev: "HEAD" }))
          ),
          ({ code, hint }) => [code, hint]
        )
      for (const question of ["read", "summary"] as const) {
        const hint = `It was renamed to src/connections.ts in ${renamed.slice(0, 12)}.`
        assert.deepStrictEqual(yield* hintOf(question, "src/pool.ts"), ["path_not_found", hint])
      }
      for (const path of ["old", "old/a.ts"]) {
        const hint = `It was deleted in ${deleted.slice(0, 12)}.`
        assert.deepStrictEqual(yield* hintOf("summary", path), ["path_not_found", hint])
      }
      assert.deepStrictEqual(yield* hintOf("read", "src/ap.ts"), ["path_not_found", "Did you mean src/app.ts?"])
    })
  )

  it.effect("suggests paths of the revision that it was asked about", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/pools.ts"])
      yield* repository.commit("Rename")
      const { hint } = yield* failure(ask(repository).read({ path: "src/pools.ts", rev: "HEAD~1" }))
      assert.strictEqual(hint, "Did you mean src/pool.ts?")
    })
  )

  it.effect("does not suggest the path itself where a link leads nowhere", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("src/pole.ts", "pole.ts")
      yield* repository.git(["add", "src/pole.ts"])
      const { hint } = yield* failure(ask(repository).read({ path: "src/pole.ts" }))
      assert.strictEqual(hint, "Did you mean src/pool.ts?")
    })
  )

  it.effect("a link that leads out of the repository is called one", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("away.ts", "../away.ts")
      yield* repository.link("root.ts", "/")
      yield* repository.commit("Link")
      for (const path of ["away.ts", "root.ts"]) {
        const error = yield* failure(ask(repository).read({ path, rev: "HEAD" }))
        assert.strictEqual(error.code, "path_outside")
        assert.strictEqual(error.message, `A symbolic link leads out of the repository: ${path}`)
      }
      const { message } = yield* failure(ask(repository).read({ path: "root.ts" }))
      assert.strictEqual(message, "A symbolic link leads out of the repository: root.ts")
      const plain = yield* failure(ask(repository).read({ path: "../away.ts" }))
      assert.strictEqual(plain.message, "Path is outside the repository: ../away.ts")
    })
  )

  it.effect("circular links are reported as not found", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("a", "b")
      yield* repository.link("b", "a")
      yield* repository.commit("Circle")
      for (const rev of [undefined, "HEAD"]) {
        const error = yield* failure(ask(repository).read({ path: "a", ...(rev === undefined ? {} : { rev }) }))
        assert.strictEqual(error.code, "path_not_found")
      }
    })
  )

  it.effect(
    "option-like, pathspec-like and unprintable paths are names like any other",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const names = ["--output=x", "-L1", ":(glob)*", "HEAD:src/pool.ts", "with\nnewline.ts", "with\u001b[31m.ts"]
        for (const path of names) {
          const error = yield* failure(ask(repository).read({ path }))
          assert.strictEqual(error.code, "path_not_found", path)
          assert.notInclude(error.message, "\n")
          assert.notInclude(error.message, "\u001b")
        }
        for (const path of names) yield* repository.write(path, poolSource)
        yield* repository.commit("Odd names")
        for (const path of names) {
          const answer = yield* ask(repository).read({ path })
          assert.strictEqual(answer.stats.commits_examined, 1, path)
        }
      }),
    slow
  )

  it.effect("an option-like revision is not found and nothing is written", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      for (const rev of ["--output=x", "-L1", "--help", "a b", "HEAD:src/pool.ts", "\n", ""]) {
        const error = yield* failure(ask(repository).read({ path: "src/pool.ts", rev }))
        assert.strictEqual(error.code, "revision_not_found", rev)
      }
      assert.strictEqual(yield* repository.git(["status", "--porcelain"]), "")
    })
  )

  it.effect("paths in the git directory are refused", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.link("git", ".git")
      for (const path of [".git/config", ".git", "git/config", ".GIT/HEAD"]) {
        assert.strictEqual((yield* failure(ask(repository).read({ path }))).code, "path_not_found", path)
      }
    })
  )

  it.effect("paths of submodules answer empty, and say how to ask there", () =>
    Effect.gen(function* () {
      const allowed = ["-c", "protocol.file.allow=always", "submodule", "--quiet"]
      const inner = yield* makeRepository()
      yield* inner.commit("Add", { files: { "y.ts": "export {}\n" } })
      const other = yield* makeRepository()
      yield* other.git([...allowed, "add", inner.directory, "deep"])
      yield* other.commit("Add", { files: { "src/x y.ts": "export {}\n" } })
      const { repository } = yield* makePool
      yield* repository.git([...allowed, "add", other.directory, "lib/sub"])
      const warnings = Effect.fnUntraced(function* (path: string, rev?: string) {
        const answer = yield* ask(repository).read({ path, ...(rev === undefined ? {} : { rev }) })
        assert.deepStrictEqual([answer.regions, answer.stats.uncommitted_lines], [[], 0], path)
        return answer.warnings
      })
      const root = ["lib/sub is a submodule. Query its own repository: ultragit summary --repo lib/sub"]
      const file = [
        "lib/sub/src/x y.ts is in the submodule lib/sub. Query its own repository: ultragit read --repo lib/sub 'src/x y.ts'"
      ]
      assertIncludesAll(yield* warnings("lib/sub"), root)
      assertIncludesAll(yield* warnings("lib/sub/src/x y.ts"), file)
      yield* repository.commit("Use it")
      assertIncludesAll(yield* warnings("lib/sub"), root)
      for (const rev of [undefined, "HEAD"]) assertIncludesAll(yield* warnings("lib/sub/src/x y.ts", rev), file)
      assertIncludesAll(yield* warnings("lib/sub/deep/y.ts"), ["ultragit read --repo lib/sub deep/y.ts"])
      yield* repositoryAt(join(repository.directory, "lib/sub")).git([...allowed, "update", "--init"])
      assertIncludesAll(yield* warnings("lib/sub/deep/y.ts"), ["ultragit read --repo lib/sub/deep y.ts"])
      yield* repository.git(["submodule", "--quiet", "deinit", "--force", "lib/sub"])
      assertIncludesAll(yield* warnings("lib/sub/src/x y.ts"), [
        "It is not checked out; run 'git submodule update --init -- lib/sub' first. Query its own repository: "
      ])
    })
  )

  it.effect("binary files answer empty, with a warning", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.commit("Add", { files: { "logo.png": Uint8Array.from([137, 80, 78, 71, 0, 1]) } })
      const binary = yield* ask(repository).read({ path: "logo.png" })
      assert.match(binary.warnings?.join() ?? "", /logo\.png is a binary file/)
    })
  )

  it.effect("a file that git stores in another encoding is that of HEAD, with a warning if it was edited", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.write(".gitattributes", "*.ts working-tree-encoding=UTF-16\n")
      const warnings = (text: string) =>
        Effect.gen(function* () {
          yield* repository.write("src/pool.ts", Buffer.from(`\ufeff${text}`, "utf16le"))
          const { regions, warnings: found } = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
          assert.lengthOf(regions, 1)
          return found
        })
      assert.isUndefined(yield* warnings(poolSource.replaceAll("\n", "\r\n")))
      assert.deepStrictEqual(yield* warnings(`// Pools.\n${poolSource}`), [
        "src/pool.ts is not UTF-8 in the work tree, and not as committed; answering for HEAD."
      ])
    })
  )

  it.effect("an excluded path answers empty and names the pattern", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["config", "ultragit.exclude", "*.ts"])
      const answer = yield* ask(repository).read({ path: "src/pool.ts" })
      assert.deepStrictEqual(answer.regions, [])
      assert.deepStrictEqual(answer.warnings, ["src/pool.ts is excluded by the pattern *.ts."])
    })
  )

  it.effect("a file deleted in the work tree is answered for HEAD, with a warning", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.remove("src/pool.ts")
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
      assert.strictEqual(answer.regions.length, 1)
      assert.match(answer.warnings?.join() ?? "", /not in the work tree; answering for HEAD/)
    })
  )

  it.effect("a file moved without git is answered for the one of HEAD, until it is changed", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.remove("src/pool.ts")
      yield* repository.write("src/moved.ts", poolSource)
      const query = { path: "src/moved.ts", anchor: "connect" }
      const moved = yield* ask(repository).read(query)
      assert.deepStrictEqual([moved.regions.length, moved.query.path], [1, "src/pool.ts"])
      assert.include(
        moved.warnings ?? [],
        "src/moved.ts is src/pool.ts, moved and not committed; answering for src/pool.ts."
      )
      yield* repository.write("src/copy.ts", poolSource)
      yield* repository.write("src/pool.ts", poolSource)
      assert.strictEqual((yield* ask(repository).read(query)).regions.length, 0, "a copy")
      yield* repository.remove("src/pool.ts")
      yield* repository.write("src/moved.ts", `${poolSource}// changed\n`)
      assert.strictEqual((yield* ask(repository).read(query)).regions.length, 0, "changed")
    })
  )

  it.effect("a checkout with CRLF counts as unmodified", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.write("src/pool.ts", poolSource.replaceAll("\n", "\r\n"))
      const answer = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual([answer.query.rev, answer.stats.uncommitted_lines, answer.regions.length], ["HEAD", 0, 1])
    })
  )

  it.effect("a bare repository is answered for HEAD", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const bare = yield* makeRepository({ bare: true })
      yield* repository.git(["push", "--quiet", bare.directory, "main", "refs/notes/ultragit"])
      const answer = yield* ask(repositoryAt(bare.directory)).read({ path: "src/pool.ts", anchor: "connect" })
      assert.strictEqual(answer.regions.length, 1)
      assert.strictEqual((yield* ask(bare).summary({ path: "." })).units.length, 3)
    })
  )

  it.effect("a folder inside the repository finds its root", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const answer = yield* ask({ directory: `${repository.directory}/src` }).read({
        path: "src/pool.ts",
        anchor: "connect"
      })
      assert.strictEqual(answer.regions.length, 1)
    })
  )
})

/** What a path means where something befalls the file once it was looked at. */
const resolved = (directory: string, path: string, befall: (file: string) => Effect.Effect<string>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const readFile = (file: string) => Effect.flatMap(befall(file), files.readFile)
    const platform = Layer.merge(NodeServices.layer, Layer.succeed(FileSystem.FileSystem)({ ...files, readFile }))
    const kept = Layer.mergeAll(Trees.layerNoDeps, WorkTreeFiles.layerNoDeps)
    const layer = kept.pipe(Layer.provideMerge([gitProcessAt(directory, isolation), platform]))
    return yield* Effect.provide(resolveSubject(path), layer, { local: true })
  }).pipe(Effect.provide(NodeServices.layer))

const below = (file: string) => Effect.succeed(`${file}/below`)

describe("a file of the work tree", () => {
  it.effect("that exists but is unreadable fails with a hint to ask for the committed version", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const error = yield* failure(resolved(repository.directory, "src/pool.ts", below))
      assert.strictEqual(error._tag, "PipelineError")
      if (error._tag !== "PipelineError") return
      assert.strictEqual(error.code, "path_unreadable")
      assert.match(error.message, /^Cannot read src\/pool\.ts: .*readFile/)
      assert.include(error.hint, "rev HEAD")
    })
  )

  it.effect("that disappears before it is read is answered for HEAD, with a warning", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const remove = (file: string) => Effect.as(repository.remove("src/pool.ts"), file)
      const subject = yield* resolved(repository.directory, "src/pool.ts", remove)
      assert.deepStrictEqual([subject.kind, subject.rev, subject.dirty], ["file", "HEAD", false])
      assert.match(subject.warnings.join(), /src\/pool\.ts is not in the work tree; answering for HEAD/)
    })
  )
})

describe("a question without history", () => {
  it.effect("a folder without a repository fails with a typed error", () =>
    Effect.gen(function* () {
      const error = yield* failure(ask({ directory: "/" }).read({ path: "a" }))
      assert.strictEqual(error.code, "not_a_repository")
    })
  )

  it.effect("a repository without a commit fails with a typed error", () =>
    Effect.gen(function* () {
      const error = yield* failure(ask(yield* makeRepository()).read({ path: "a" }))
      assert.strictEqual(error.code, "unborn_head")
    })
  )
})
