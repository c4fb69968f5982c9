import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate, type Scope } from "effect"
import { oneClone, notesRef, say } from "../../support/hub.ts"
import { request, startServer, toolCall } from "../../support/McpProcess.ts"
import { run, serverOf } from "../../support/program.ts"
import {
  cloneRepository,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const tracking = "refs/ultragit/remotes/origin/notes/ultragit"

const warningsIn = (answer: unknown): ReadonlyArray<unknown> =>
  Predicate.hasProperty(answer, "warnings") && Array.isArray(answer.warnings) ? answer.warnings : []

const initialize = (id: number) =>
  request(id, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" }
  })

/** The warnings of `read` by MCP. */
const servedWarnings = (directory: string, path: string) =>
  Effect.gen(function* () {
    const server = yield* startServer(serverOf(directory))
    yield* server.send(initialize(1), toolCall(2, "ultragit_read", { path }))
    const { result } = yield* server.answer(2)
    yield* server.endInput
    yield* server.exit
    return warningsIn(Predicate.hasProperty(result, "structuredContent") ? result.structuredContent : undefined)
  }).pipe(Effect.scoped)

/** The warnings of `read` on the command line, which are those of the tool. */
const warningsOf = Effect.fnUntraced(function* ({ directory }: { readonly directory: string }, path = "a.ts") {
  const { exitCode, stdout } = yield* run(["read", path, "--format", "json"], { cwd: directory })
  assert.strictEqual(exitCode, 0)
  const warnings = warningsIn(JSON.parse(stdout))
  assert.deepStrictEqual(yield* servedWarnings(directory, path), warnings)
  return warnings
})

const ultragit = (repository: { readonly directory: string }, ...args: ReadonlyArray<string>) =>
  Effect.map(run(args, { cwd: repository.directory }), ({ exitCode, stderr, stdout }) => {
    assert.strictEqual(exitCode, 0, stderr)
    return stdout
  })

const neverSetUp = "No Ultragit annotations found. Run 'ultragit init' to set up."
const noNotesYet =
  "No notes in refs/notes/ultragit yet. Ultragit is set up here; write the first note with 'ultragit commit --reason' or 'ultragit annotate'."
const noNotesYetOrFetched = `${noNotesYet} If others have shared notes meanwhile, 'ultragit init' fetches them.`
const hadFetched =
  "No notes here anymore, but origin had notes at refs/notes/ultragit when they were last fetched. Run 'ultragit sync pull' to restore them."
const notMerged = (ref: string) =>
  `Notes fetched from origin to ${ref} are not merged into refs/notes/ultragit. Run 'ultragit sync pull' to merge them.`
const behindBoundary =
  "This clone is shallow, and notes in refs/notes/ultragit are on commits behind its boundary. Run 'git fetch --unshallow' to see them."

const linkedTree = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const folder = join(repository.directory, "..", "linked")
  yield* repository.git(["worktree", "add", "--quiet", "--detach", folder])
  return repositoryAt(folder)
})

describe("an answer without notes", () => {
  it.live(
    "says whether init was ever run, in a linked work tree and a bare repository too",
    () =>
      Effect.gen(function* () {
        const { clone, hub } = yield* oneClone
        const linked = yield* linkedTree(clone)
        for (const repository of [clone, linked, hub]) {
          assert.deepStrictEqual(yield* warningsOf(repository), [neverSetUp])
        }
        yield* ultragit(linked, "init")
        yield* ultragit(hub, "init")
        for (const repository of [clone, linked]) {
          assert.deepStrictEqual(yield* warningsOf(repository), [noNotesYetOrFetched])
        }
        assert.deepStrictEqual(yield* warningsOf(hub), [noNotesYet])
      }),
    slow
  )

  it.live(
    "reports notes fetched to the target of the user's own refspec",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub } = yield* oneClone
        yield* say(hub, first, "there")
        yield* clone.git(["config", "--add", "remote.origin.fetch", "+refs/notes/*:refs/notes/origin/*"])
        yield* clone.git(["fetch", "--quiet"])
        assert.deepStrictEqual(yield* warningsOf(clone), [notMerged("refs/notes/origin/ultragit")])
        yield* ultragit(clone, "sync", "pull")
        assert.deepStrictEqual(yield* warningsOf(clone), [])
      }),
    slow
  )

  it.live(
    "says what a remote had when the doctor last asked it, and when that was",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub } = yield* oneClone
        yield* say(hub, first, "there")
        yield* ultragit(clone, "doctor")
        const [found, ...others] = yield* warningsOf(clone)
        assert.deepStrictEqual(others, [])
        assert.match(
          String(found),
          /^No notes here, but origin had notes at refs\/notes\/ultragit when last checked \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)\. Run 'ultragit sync pull' to fetch them\.$/
        )
        yield* ultragit(clone, "sync", "pull")
        assert.deepStrictEqual(yield* warningsOf(clone), [])
        yield* clone.git(["update-ref", "-d", notesRef])
        yield* ultragit(clone, "sync", "enable")
        yield* clone.git(["update-ref", "-d", notesRef])
        assert.deepStrictEqual(yield* warningsOf(clone), [hadFetched])
        yield* clone.git(["update-ref", "-d", tracking])
        yield* hub.git(["update-ref", "-d", notesRef])
        yield* ultragit(clone, "sync", "pull")
        assert.deepStrictEqual(yield* warningsOf(clone), [noNotesYet])
      }),
    slow
  )

  it.live(
    "ignores files that are not sync records",
    () =>
      Effect.gen(function* () {
        const { clone } = yield* oneClone
        const file = ".git/ultragit/remote-notes.json"
        yield* clone.write(file, '{"$schema":"ultragit-remote-notes/v1","remotes":[{"remote":7}]}')
        assert.deepStrictEqual(yield* warningsOf(clone), [neverSetUp])
        const strange = { remote: "o\u001b[2J", ref: notesRef, seen: "\u202enever" }
        yield* clone.write(file, JSON.stringify({ $schema: "ultragit-remote-notes/v1", remotes: [strange] }))
        const [warning] = yield* warningsOf(clone)
        assert.include(String(warning), "o\\x1b[2J had notes at refs/notes/ultragit when last checked (\\u202enever)")
      }),
    slow
  )

  it.live(
    "reports notes beyond the boundary of a shallow clone, until it is deepened",
    () =>
      Effect.gen(function* () {
        const { first, hub } = yield* oneClone
        yield* say(hub, first, "there")
        const shallow = yield* cloneRepository(hub, ["--depth", "1"])
        assert.include(yield* ultragit(shallow, "init"), "1 note fetched.")
        assert.deepStrictEqual(yield* warningsOf(shallow), [behindBoundary])
        const { stdout } = yield* run(["summary", ".", "--format", "json"], { cwd: shallow.directory })
        assert.deepStrictEqual(warningsIn(JSON.parse(stdout)), [behindBoundary])
        yield* shallow.git(["fetch", "--quiet", "--unshallow"])
        assert.deepStrictEqual(yield* warningsOf(shallow), [])
      }),
    slow
  )
})

/** A hub with a note, and what to ask of a clone of it. */
const noted = (files: number): Effect.Effect<{ readonly hub: TemporaryRepository }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const seed = yield* makeRepository()
    const commit = yield* seed.commit("First", { files: { "a.ts": "export const a = 1\n" } })
    for (let number = 1; number < files; number += 1)
      yield* seed.commit(`${number}`, { files: { [`${number}.ts`]: "" } })
    const hub = yield* makeRepository({ bare: true, config: { "uploadpack.allowFilter": "true" } })
    yield* seed.git(["push", "--quiet", hub.directory, "main"])
    yield* say(hub, commit, "there")
    return { hub }
  })

const readOf = (repository: { readonly directory: string }) => ultragit(repository, "read", "a.ts")

describe("a fresh clone of a repository with notes", () => {
  it.live(
    "has them after init, and after sync enable, and both report how many",
    () =>
      Effect.gen(function* () {
        const { hub } = yield* noted(2)
        const clone = yield* cloneRepository(hub)
        assert.include(yield* ultragit(clone, "init"), "Notes are now shared with origin. 1 note fetched.\n")
        assert.include(yield* readOf(clone), "there")
        assert.include(yield* ultragit(clone, "init"), "Everything is already set up.\n")
        const other = yield* cloneRepository(hub)
        assert.include(yield* ultragit(other, "sync", "enable"), "Fetched 1 note from origin.\n")
        assert.include(yield* readOf(other), "there")
        const first = yield* hub.id("main~1")
        yield* say(hub, yield* hub.id("main"), "too")
        yield* hub.git(["notes", `--ref=${notesRef}`, "remove", first])
        const gone = "Removed 1 note that origin no longer has.\n"
        assert.strictEqual(yield* ultragit(other, "sync", "pull"), `Fetched 1 note from origin. ${gone}`)
        yield* hub.git(["notes", `--ref=${notesRef}`, "remove", "main"])
        assert.strictEqual(yield* ultragit(other, "sync", "pull"), gone)
        yield* say(hub, first, "there")
        const bare = yield* cloneRepository(hub, ["--bare"])
        assert.include(yield* ultragit(bare, "init"), "1 note fetched.")
        assert.include(yield* readOf(bare), "there")
      }),
    slow
  )

  it.live(
    "is set up without a network, and names the command to run later",
    () =>
      Effect.gen(function* () {
        const { hub } = yield* noted(1)
        const clone = yield* cloneRepository(hub)
        yield* clone.git(["remote", "set-url", "origin", "/nowhere"])
        const why = "Remote origin failed: '/nowhere' does not appear to be a git repository."
        assert.include(
          yield* ultragit(clone, "init"),
          `Cannot check whether origin has notes: ${why} Retry: ultragit sync enable\n`
        )
        assert.include(
          yield* ultragit(clone, "sync", "enable"),
          `Notes of origin could not be fetched: ${why} Retry: ultragit sync pull\n`
        )
        assert.deepStrictEqual(yield* warningsOf(clone), [noNotesYet])
        yield* clone.git(["remote", "set-url", "origin", hub.directory])
        yield* ultragit(clone, "sync", "pull")
        assert.include(yield* readOf(clone), "there")
      }),
    slow
  )

  const clones = [
    ["--filter=blob:none", 2, slow],
    ["--filter=tree:0", 1, slow]
  ] as const
  for (const [filter, commits, options] of clones) {
    it.live(
      `has all of each note in a partial clone by ${filter}`,
      () =>
        Effect.gen(function* () {
          const { hub } = yield* noted(commits)
          const clone = yield* cloneRepository(hub, [filter])
          yield* ultragit(clone, "init")
          assert.include(yield* readOf(clone), "there")
          yield* say(hub, yield* hub.id("main"), "again")
          yield* clone.git(["fetch", "--quiet"])
          assert.deepStrictEqual(
            (yield* clone.tryGit(["cat-file", "-e", "refs/ultragit/incoming/origin/notes/ultragit"])).exitCode,
            0
          )
          const incomplete = yield* warningsOf(clone)
          assert.match(String(incomplete[0]), /notes fetched from origin .* Run 'ultragit sync pull'\.$/)
          yield* ultragit(clone, "sync", "pull")
          const tip = yield* clone.id(notesRef)
          const missing = yield* clone.git(["rev-list", "--no-walk", "--objects", "--missing=print", tip])
          assert.notInclude(missing, "?")
          assert.deepStrictEqual(yield* warningsOf(clone), [])
        }),
      options
    )
  }
})
