import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import {
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const fetchNotes = ["fetch", "--quiet", "origin", "refs/notes/ultragit:refs/notes/ultragit"]

const clone = Effect.fnUntraced(function* (source: TemporaryRepository, options: ReadonlyArray<string>) {
  const folder = yield* makeFolder
  yield* source.git(["clone", "--quiet", ...options, `file://${source.directory}`, join(folder, "clone")])
  const cloned = repositoryAt(join(folder, "clone"))
  yield* cloned.git(fetchNotes)
  return cloned
})

/** Asks all four questions about `connect` and checks what they must say in any kind of repository. */
const answersAll = Effect.fnUntraced(function* (repository: { readonly directory: string }) {
  const read = yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
  assert.deepStrictEqual(
    read.regions.map((region) => region.intent),
    ["Make a pool for one broker."]
  )
  const deps = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
  assert.deepStrictEqual(
    deps.dependents.map((dependent) => dependent.anchor),
    ["start"]
  )
  const history = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect" })
  assert.deepStrictEqual(
    history.timeline.map((entry) => entry.intent),
    ["Make a pool for one broker."]
  )
  const summary = yield* ask(repository).summary({ path: "src" })
  assert.strictEqual(summary.units.length, 3)
})

describe("the four questions are answered", () => {
  it.effect("in a linked work tree", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const folder = yield* makeFolder
      yield* repository.git(["worktree", "add", "--quiet", join(folder, "linked")])
      yield* answersAll({ directory: join(folder, "linked") })
    })
  )

  it.effect("in a submodule", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const outer = yield* makeRepository()
      yield* outer.git([
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        repository.directory,
        "inner"
      ])
      const inner = repositoryAt(join(outer.directory, "inner"))
      yield* inner.git(fetchNotes)
      yield* answersAll(inner)
    })
  )

  it.effect("in a repository with SHA-256 ids", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ objectFormat: "sha256" })
      const commit = yield* repository.commit("Add", { files: { "a.ts": "export const a = 1\n" } })
      assert.strictEqual(commit.length, 64)
      yield* annotate(repository, commit, [{ file: "a.ts", anchor: "a", lines: [1, 1], intent: "One." }])
      const answer = yield* ask(repository).read({ path: "a.ts", anchor: "a" })
      assert.deepStrictEqual(
        answer.regions.map((region) => [region.commit, region.intent]),
        [[commit, "One."]]
      )
      assert.strictEqual((yield* ask(repository).read({ path: "a.ts" })).query.rev, "HEAD")
    })
  )

  it.effect("with a detached HEAD", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["checkout", "--quiet", "--detach"])
      yield* answersAll(repository)
    })
  )

  it.effect(
    "with packed refs and packed objects, after git gc",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.git(["gc", "--quiet", "--prune=now"])
        yield* answersAll(repository)
      }),
    slow
  )

  it.effect(
    "in a clone that borrows its objects",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const folder = yield* makeFolder
        yield* repository.git(["clone", "--quiet", "--shared", repository.directory, join(folder, "clone")])
        const cloned = repositoryAt(join(folder, "clone"))
        yield* cloned.git(fetchNotes)
        yield* answersAll(cloned)
      }),
    slow
  )

  it.effect("in a shallow clone, from the history that is there", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const shallow = yield* clone(repository, ["--depth", "1"])
      const answer = yield* ask(shallow).read({ path: "src/app.ts", anchor: "start" })
      assert.deepStrictEqual(
        answer.regions.map((region) => region.commit),
        [second]
      )
      const warned = `This clone is shallow, so that older lines count as those of ${second.slice(0, 10)}, whose annotations`
      assert.include(String(answer.warnings), warned)
      const whole = yield* ask(repository).read({ path: "src/app.ts", anchor: "start" })
      assert.notInclude(String(whole.warnings), "shallow")
      assert.deepStrictEqual((yield* ask(shallow).read({ path: "src/pool.ts", anchor: "connect" })).regions, [])
    })
  )

  it.effect("in a partial clone, by the names in notes where contents for a blame are missing, without fetching", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["config", "uploadpack.allowFilter", "true"])
      yield* repository.commit("Change", { files: { "src/pool.ts": `${poolSource}// more\n` } })
      const partial = yield* clone(repository, ["--filter=blob:none"])
      const absent = yield* ask(partial).read({ path: "src/app.ts", anchor: "start" })
      assert.match(absent.warnings?.join() ?? "", /was skipped: document: is not in this repository/)
      // Git itself fetches what it is asked to show.
      yield* partial.git(["log", "--notes=ultragit"])
      const objects = partial.git(["count-objects", "-v"])
      const before = yield* objects
      yield* answersAll(partial)
      assert.strictEqual((yield* ask(partial).read({ path: "src/app.ts", anchor: "start" })).regions.length, 1)
      assert.strictEqual(yield* objects, before)
    })
  )

  it.effect(
    "with a thousand notes in a tree with fan-out",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const commits = yield* repository.importHistory(
          Array.from({ length: 1_000 }, (_, index) => ({
            message: `Change ${index}`,
            files: { "src/many.ts": `export const n = ${index}\n` }
          }))
        )
        yield* repository.importNotes(
          commits.map(
            (commit) => [commit, minimalNote(commit, { regions: [minimalRegion("src/many.ts", "n")] })] as const
          )
        )
        assert.match(yield* repository.git(["ls-tree", "-r", "--name-only", "refs/notes/ultragit"]), /^[0-9a-f]{2}\//m)
        const answer = yield* ask(repository).history({ path: "src/many.ts", anchor: "n", limit: 3 })
        assert.deepStrictEqual(
          answer.timeline.map((entry) => entry.commit),
          commits.slice(-3)
        )
        const deps = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
        assert.deepStrictEqual([deps.dependents.length, deps.stats.commits_scanned], [1, 1_002])
      }),
    slow
  )

  it.effect(
    "in files that are not UTF-8 and have 100,000 lines",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const long = Buffer.from("export const caf\u00e9 = 1\n".repeat(100_000), "latin1")
        const commit = yield* repository.commit("Add", { files: { "long.ts": long } })
        yield* annotate(repository, commit, [
          { file: "long.ts", anchor: "elsewhere", lines: [99_999, 100_000], intent: "The end." }
        ])
        const answer = yield* ask(repository).read({ path: "long.ts", lines: "100000" })
        assert.deepStrictEqual(
          answer.regions.map((region) => [region.intent, region.lines]),
          [["The end.", { start: 99_999, end: 100_000 }]]
        )
      }),
    slow
  )

  it.effect("after a merge, for lines of either side", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["checkout", "--quiet", "-b", "side"])
      const side = yield* repository.commit("Side", { files: { "src/side.ts": "export const side = 1\n" } })
      yield* annotate(repository, side, [
        { file: "src/side.ts", anchor: "side", lines: [1, 1], intent: "From the side." }
      ])
      yield* repository.git(["checkout", "--quiet", "main"])
      yield* repository.commit("Main", { files: { "README.md": "# Pool\n" } })
      yield* repository.git(["merge", "--quiet", "--no-ff", "-m", "Merge", "side"])
      const answer = yield* ask(repository).read({ path: "src/side.ts" })
      assert.deepStrictEqual(
        answer.regions.map((region) => region.intent),
        ["From the side."]
      )
    })
  )
})

const mark = (folder: string, name: string) => `touch ${join(folder, name)}; cat`

describe("a repository whose configuration names programs", () => {
  it.effect("is read without running any of them, and is not modified", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const marks = yield* makeFolder
      const settings: Readonly<Record<string, string>> = {
        "core.pager": mark(marks, "pager"),
        "pager.blame": mark(marks, "pager-blame"),
        "pager.log": mark(marks, "pager-log"),
        "core.fsmonitor": mark(marks, "fsmonitor"),
        "core.hooksPath": join(repository.directory, "hooks"),
        "core.sshCommand": mark(marks, "ssh"),
        "core.editor": mark(marks, "editor"),
        "diff.external": mark(marks, "external"),
        "diff.evil.textconv": mark(marks, "textconv"),
        "diff.evil.command": mark(marks, "command"),
        "filter.evil.clean": mark(marks, "clean"),
        "filter.evil.smudge": mark(marks, "smudge"),
        "filter.evil.process": mark(marks, "process"),
        "log.showSignature": "true",
        "gpg.program": join(marks, "gpg"),
        "alias.blame": `!${mark(marks, "alias")}`,
        "interactive.diffFilter": mark(marks, "interactive")
      }
      for (const [key, value] of Object.entries(settings)) yield* repository.git(["config", key, value])
      yield* repository.write(".git/info/attributes", "* diff=evil filter=evil\n")
      yield* Effect.promise(() => mkdir(join(repository.directory, "hooks")))
      yield* repository.write("hooks/post-index-change", `#!/bin/sh\ntouch ${join(marks, "hook")}\n`, {
        executable: true
      })
      yield* repository.write("src/pool.ts", `${poolSource}// edited\n`)
      const index = Effect.promise(() => stat(join(repository.directory, ".git/index")))
      const before = yield* index
      yield* ask(repository).read({ path: "src/pool.ts", anchor: "connect" })
      yield* ask(repository).deps({ path: "src/pool.ts" })
      yield* ask(repository).history({ path: "src/pool.ts", anchor: "Pool.acquire" })
      yield* ask(repository).summary({ path: "." })
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(marks)), [])
      assert.strictEqual((yield* index).mtimeMs, before.mtimeMs)
    })
  )
})

describe("hostile notes", () => {
  it.effect(
    "of 50 MB, or nested 100,000 deep, are skipped with a warning and the rest is answered",
    () =>
      Effect.gen(function* () {
        const { repository, second } = yield* makePool
        const source = 'import { connect } from "./pool.ts"\nexport const start = () => connect("mqtt://here")\n'
        const huge = yield* repository.commit("Huge", { files: { "src/app.ts": `${source}export const a = 1\n` } })
        yield* repository.note(huge, `{"$schema":"ultragit/v1","summary":"${"x".repeat(50 * 1024 * 1024)}"}`)
        const deep = yield* repository.commit("Deep", {
          files: { "src/app.ts": `${source}export const a = 1\nexport const b = 1\n` }
        })
        yield* repository.note(deep, `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)
        const answer = yield* ask(repository).read({ path: "src/app.ts" })
        assert.deepStrictEqual(
          answer.regions.map((region) => region.commit),
          [second]
        )
        const warnings = answer.warnings?.join("\n") ?? ""
        assert.match(warnings, new RegExp(`${huge.slice(0, 12)} was skipped: document: is larger than`))
        assert.match(warnings, new RegExp(`${deep.slice(0, 12)} was skipped: document: nested deeper than 64`))
      }),
    slow
  )

  it.effect("keep their control characters inside JSON strings", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const commit = yield* repository.commit("Odd", { files: { "odd.ts": "export const odd = 1\n" } })
      const intent = "first\nsecond\u001b[31m\u202e\0end"
      yield* annotate(repository, commit, [{ file: "odd.ts", anchor: "odd", lines: [1, 1], intent }])
      const answer = yield* ask(repository).read({ path: "odd.ts" })
      assert.strictEqual(answer.regions[0]?.intent, intent)
      assert.notMatch(JSON.stringify(answer), /[\u0000-\u001f]/)
    })
  )

  it.effect("on missing objects and non-commits are skipped", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.note(
        yield* repository.id("HEAD:src/pool.ts"),
        minimalNote("f".repeat(40), { regions: [minimalRegion("src/pool.ts", "connect")] })
      )
      const answer = yield* ask(repository).history({ path: "src/pool.ts", anchor: "connect" })
      assert.strictEqual(answer.timeline.length, 1)
    })
  )

  it.effect("under a ref that is not a notes tree fail with a typed error", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const blob = yield* repository.id("HEAD:src/pool.ts")
      yield* repository.git(["update-ref", "refs/notes/ultragit", blob])
      const error = yield* failure(ask(repository).read({ path: "src/pool.ts" }))
      assert.strictEqual(error.code, "notes_unreadable")
    })
  )
})
