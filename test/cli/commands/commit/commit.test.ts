import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { poolSource } from "../../../support/annotated.ts"
import { run as runProgram } from "../../../support/program.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../../../support/TemporaryRepository.ts"
import { noteOn } from "../../../support/writer.ts"
import { slow } from "../../../support/scale.ts"

const run = (
  repository: { readonly directory: string },
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) => runProgram(args, { cwd: repository.directory, env: { FORCE_COLOR: "", ULTRAGIT_LOG: "", CI: "", ...env } })

const make = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
  return repository
})

const change = (repository: TemporaryRepository, to: string) =>
  repository.write("src/pool.ts", poolSource.replace('"connection"', `"${to}"`))

const noted = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const note = yield* noteOn(repository, yield* repository.id("HEAD"))
  return Option.map(note, ({ annotation: { provenance, regions, task } }) => ({
    task,
    operation: provenance.operation,
    regions: regions.map(({ ast_anchor, intent, reasoning }) => [ast_anchor.name, intent, reasoning])
  }))
})

/** A repository in which Pool.acquire and connect are changed and not committed. */
const makeChanged = Effect.gen(function* () {
  const repository = yield* make
  yield* repository.write(
    "src/pool.ts",
    poolSource.replace('"connection"', '"other"').replace("new Pool()", "new Pool(url)")
  )
  return repository
})

const inPool = (anchor: string) => ({ file: "src/pool.ts", anchor, intent: `Why ${anchor}.` })

const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`

describe("ultragit commit", () => {
  it.live("says that its reason waits while a setting is invalid, and records it afterwards", () =>
    Effect.gen(function* () {
      const repository = yield* make
      assert.strictEqual((yield* run(repository, ["init"])).exitCode, 0)
      yield* change(repository, "other")
      yield* repository.write(".ultragit-config.toml", 'maxTokens = "many"\n')
      const made = yield* run(repository, ["commit", "-qam", "Other", "--reason", "The broker asks for it."])
      assert.strictEqual(made.exitCode, 0)
      assert.include(made.stderr, "The reasons wait in the queue of hook events. To write them: ultragit hook run")
      assert.strictEqual(made.stderr.split("ultragit.maxTokens").length, 2)
      assert.isTrue(Option.isNone(yield* noted(repository)))
      yield* repository.write(".ultragit-config.toml", "")
      assert.strictEqual((yield* run(repository, ["hook", "run", "--wait"])).exitCode, 0)
      const found = yield* noted(repository)
      assert.deepStrictEqual(
        Option.map(found, ({ regions }) => regions.map(([, , reason]) => reason)),
        Option.some(["The broker asks for it."])
      )
    })
  )

  it.effect("commits like git and records the context, without hooks", () =>
    Effect.gen(function* () {
      const repository = yield* make
      yield* change(repository, "other")
      const { exitCode, stderr, stdout } = yield* run(repository, [
        "commit",
        "-am",
        "Other",
        "--reason",
        "R",
        "--task=T"
      ])
      assert.strictEqual(exitCode, 0)
      assert.match(stdout, /^\[main [0-9a-f]+\] Other\n[^]* 1 file changed/)
      assert.match(stderr, /^Noted 1 region on [0-9a-f]{10}\.\n$/)
      assert.deepStrictEqual(
        yield* noted(repository),
        Option.some({ task: "T", operation: "initial" as const, regions: [["Pool.acquire", "Other", "R"]] })
      )
    })
  )

  it.effect(
    "leaves notes to installed hooks, and waits for them",
    () =>
      Effect.gen(function* () {
        const repository = yield* make
        yield* run(repository, ["init"])
        yield* change(repository, "other")
        const first = yield* run(repository, ["commit", "-qam", "Other", "--reason", "R"])
        assert.match(first.stderr, /^Noted 1 region on [0-9a-f]{10}\.\n$/)
        yield* change(repository, "again")
        yield* run(repository, ["commit", "-qa", "--amend", "--no-edit"])
        assert.deepStrictEqual(
          yield* noted(repository),
          Option.some({ task: undefined, operation: "amend" as const, regions: [["Pool.acquire", "Other", "R"]] })
        )
      }),
    slow
  )

  it.effect(
    "carries notes over an amend and adds to them, without hooks",
    () =>
      Effect.gen(function* () {
        const repository = yield* make
        yield* change(repository, "other")
        yield* run(repository, ["commit", "-qam", "Other", "--reason", "R"])
        yield* repository.write("more.ts", "export const more = 1\n")
        yield* repository.git(["add", "more.ts"])
        yield* run(repository, ["commit", "-q", "--amend", "-m", "Amended", "--task", "T"])
        const { operation, regions, task } = Option.getOrThrow(yield* noted(repository))
        assert.deepStrictEqual([operation, task], ["amend", "T"])
        assert.deepStrictEqual(
          regions.map(([name, , reasoning]) => [name, reasoning]),
          [
            ["more", undefined],
            ["Pool.acquire", "R"]
          ]
        )
      }),
    slow
  )

  it.effect(
    "exits with git's exit code, and keeps the context when git makes no commit",
    () =>
      Effect.gen(function* () {
        const repository = yield* make
        yield* run(repository, ["context", "set", "--task", "T"])
        const nothing = yield* run(repository, ["commit", "-m", "Nothing"])
        assert.deepStrictEqual([nothing.exitCode, nothing.stderr], [1, ""])
        const usage = yield* run(repository, ["commit", "--no-such-option"])
        assert.strictEqual(usage.exitCode, 129)
        yield* change(repository, "other")
        const dry = yield* run(repository, ["commit", "--dry-run", "-a"])
        assert.deepStrictEqual([dry.exitCode, dry.stderr], [0, ""])
        assert.include((yield* run(repository, ["context", "show"])).stdout, "Task: T\n")
      }),
    slow
  )

  it.effect.each([
    [["--constraints", "x"], "Error: --constraints is no option. Did you mean --constraint?\n"],
    [["--reason", ""], "The reason is empty: write why after --reason, or leave the option out.\n"],
    [["--reason", "R", "--rejected", ": slow"], "--rejected is not TEXT: REASON: : slow\n"],
    [["--reason", "R", "--depends", "nonsense"], "--depends is not FILE:ANCHOR=NATURE: nonsense\n"]
  ] as const)("refuses %j as wrong usage before git commits", ([options, message]) =>
    Effect.gen(function* () {
      const repository = yield* make
      yield* change(repository, "other")
      const head = yield* repository.git(["rev-parse", "HEAD"])
      const { exitCode, stderr, stdout } = yield* run(repository, ["commit", "-am", "Other", ...options])
      assert.deepStrictEqual([exitCode, stdout], [2, ""])
      assert.include(stderr, message)
      assert.strictEqual(yield* repository.git(["rev-parse", "HEAD"]), head)
    })
  )

  it.effect(
    "uses the context file, and its own options take precedence",
    () =>
      Effect.gen(function* () {
        const repository = yield* make
        yield* run(repository, ["context", "set", "--task", "T", "--reason", "Left"])
        yield* change(repository, "other")
        const message = 'echo "From the editor" >"$1"'
        const { stderr } = yield* run(repository, ["commit", "-a", "--reason", "Given"], {
          GIT_EDITOR: `f() { ${message}; }; f`,
          ULTRAGIT_TASK: "Unheard"
        })
        assert.match(stderr, /Noted 1 region/)
        assert.deepStrictEqual(
          yield* noted(repository),
          Option.some({
            task: "T",
            operation: "initial" as const,
            regions: [["Pool.acquire", "From the editor", "Given"]]
          })
        )
        assert.strictEqual((yield* run(repository, ["context", "show"])).stdout, "No context is set.\n")
      }),
    slow
  )

  it.effect.each([
    ["a credential", ["--reason", `Use ${token}`], "reason has what looks like a GitHub token"],
    ["an annotation that is none", ["--annotation", "bad.json"], "summary is missing."]
  ] as const)("makes no commit with %s", ([, args, said]) =>
    Effect.gen(function* () {
      const repository = yield* make
      const before = yield* repository.id("HEAD")
      yield* repository.write("bad.json", "{}")
      const { exitCode, stderr } = yield* run(repository, ["commit", "--allow-empty", "-m", "No", ...args])
      assert.strictEqual(exitCode, 1)
      assert.include(stderr, said)
      assert.notInclude(stderr, token)
      assert.strictEqual(yield* repository.id("HEAD"), before)
    })
  )

  it.effect("records an annotation with the context in it, and keeps the commit when a region is invalid", () =>
    Effect.gen(function* () {
      const repository = yield* make
      const regions = [
        { file: "src/pool.ts", anchor: "acquire", intent: "Mine." },
        { file: "src/pool.ts", anchor: "acquired", intent: "Mine." }
      ]
      const file = join(yield* makeFolder, "why.json")
      yield* Effect.promise(() => writeFile(file, JSON.stringify({ summary: "Other.", regions })))
      yield* change(repository, "other")
      const args = ["commit", "-qam", "Other", "--annotation", file, "--reason", "R"]
      const { exitCode, stderr } = yield* run(repository, args)
      assert.strictEqual(exitCode, 0)
      const [left, advice, confirmation] = stderr.split("\n")
      assert.match(left ?? "", /^warn: Region 2 \(src\/pool\.ts\): There is no 'acquired'/)
      assert.match(advice ?? "", /ultragit annotate --commit [0-9a-f]{10}$/)
      assert.match(confirmation ?? "", /^Noted 1 region on /)
      assert.deepStrictEqual(
        Option.map(yield* noted(repository), (note) => note.regions),
        Option.some([["Pool.acquire", "Mine.", "R"]])
      )
    })
  )

  it.effect(
    "warns about an old context, and uses it",
    () =>
      Effect.gen(function* () {
        const repository = yield* make
        yield* run(repository, ["context", "set", "--task", "T"])
        const file = join(repository.directory, ".git/ultragit/context.json")
        const text = yield* Effect.promise(() => readFile(file, "utf8"))
        const old = text.replace(/"set_at": "[^"]*"/, '"set_at": "2001-01-01T00:00:00Z"')
        yield* Effect.promise(() => writeFile(file, old))
        yield* change(repository, "other")
        const { stderr } = yield* run(repository, ["commit", "-qam", "Other"])
        assert.match(
          stderr,
          /^warn: The context was set \d+ minutes before the commit\.\nNoted 1 region on [0-9a-f]+\.\n$/
        )
        assert.strictEqual(Option.getOrThrow(yield* noted(repository)).task, "T")
      }),
    slow
  )

  it.effect("only commits when writing is turned off", () =>
    Effect.gen(function* () {
      const repository = yield* make
      const args = ["commit", "-q", "--allow-empty", "-m", "x", "--reason", "R"]
      const { exitCode, stderr } = yield* run(repository, args, { ULTRAGIT_DISABLED: "1" })
      assert.deepStrictEqual([exitCode, stderr], [0, ""])
      assert.deepStrictEqual(yield* noted(repository), Option.none())
    })
  )

  it.effect("leaves the error outside a repository to git", () =>
    Effect.gen(function* () {
      const { exitCode, stderr } = yield* run({ directory: yield* makeFolder }, ["commit", "-m", "x", "--reason", "R"])
      assert.strictEqual(exitCode, 128)
      assert.match(stderr, /^fatal: not a git repository/)
    })
  )

  it.effect("shows its own help, and mentions that git's options pass", () =>
    Effect.gen(function* () {
      const { exitCode, stdout } = yield* run({ directory: "/" }, ["commit", "--help"])
      assert.strictEqual(exitCode, 0)
      assert.include(stdout, "--depends FILE:ANCHOR=NATURE")
      assert.include(stdout, "Passed to git commit unchanged")
    })
  )

  it.effect(
    "keeps what was rejected and why, for the answers",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeChanged
        const rejected = ["--rejected", "Poll the broker: it bans pollers", "--rejected", "Push"]
        const { exitCode } = yield* run(repository, ["commit", "-qam", "Both", ...rejected])
        assert.strictEqual(exitCode, 0)
        const alternatives = [{ text: "Poll the broker", reason: "it bans pollers" }, { text: "Push" }]
        const read = yield* run(repository, ["read", "src/pool.ts", "connect", "--format", "json"])
        assert.deepStrictEqual(JSON.parse(read.stdout).regions[0].alternatives, alternatives)
        const history = yield* run(repository, ["history", "src/pool.ts", "connect", "--format", "json"])
        assert.deepStrictEqual(JSON.parse(history.stdout).timeline[0].alternatives, alternatives)
        const shown = (yield* run(repository, ["show"])).stdout
        assert.include(shown, "Poll the broker: it bans pollers")
      }),
    slow
  )

  it.effect(
    "places the reasons after --at, and reports a reason from input that has no place",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeChanged
        const placed = ["--at", "src/pool.ts:connect", "--constraint", "Never throws"]
        const { exitCode } = yield* run(repository, ["commit", "-qam", "Both", "--reason", "All", ...placed])
        assert.strictEqual(exitCode, 0)
        const { regions } = JSON.parse((yield* run(repository, ["read", "src/pool.ts", "--format", "json"])).stdout)
        assert.deepStrictEqual(
          regions.map((region: Record<string, unknown>) => [
            region["constraints"],
            region["spread"],
            region["confidence"]
          ]),
          [
            [[], true, 0.925],
            [[{ text: "Never throws", source: "author" }], true, 0.925]
          ]
        )
        const { stdout } = yield* run(repository, ["read", "src/pool.ts", "Pool.acquire"])
        assert.include(stdout, "confidence 0.93 · exact · given for several units at once")
      }),
    slow
  )

  it.effect("refuses, before git commits, places that the commit cannot have", () =>
    Effect.gen(function* () {
      const repository = yield* make
      yield* change(repository, "other")
      const head = yield* repository.id("HEAD")
      const places = ["src/pool.ts:conect", "src/pool.ts:connect", "src/pol.ts"].flatMap((at) => ["--at", at])
      const { exitCode, stderr } = yield* run(repository, ["commit", "-qam", "Other", ...places, "--reason", "R"])
      assert.strictEqual(exitCode, 1)
      assert.include(stderr, "Nothing was committed: 3 problems with places.")
      assert.include(stderr, "--at src/pool.ts:conect: There is no 'conect' in it")
      assert.include(stderr, "--at src/pool.ts:connect: The commit does not change 'connect'. It changes Pool.acquire.")
      assert.include(stderr, "--at src/pol.ts: The file does not exist. Did you mean src/pool.ts?")
      assert.strictEqual(yield* repository.id("HEAD"), head)
    })
  )

  it.effect(
    "also places the context of the next commit",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeChanged
        const set = ["context", "set", "--at", "src/pool.ts:connect", "--reason", "Quick"]
        const { stdout } = yield* run(repository, set)
        assert.strictEqual(stdout, "Stored for the next commit:\nAt: src/pool.ts:connect\n  Reason: Quick\n")
        yield* run(repository, ["commit", "-qam", "Both"])
        assert.deepStrictEqual(
          Option.map(yield* noted(repository), ({ regions }) => regions),
          Option.some([["connect", "Both", "Quick"]])
        )
      }),
    slow
  )

  it.effect(
    "merges the reason for a place into the annotation's region there",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeChanged
        const why = join(repository.directory, ".git", "why.json")
        yield* Effect.promise(() =>
          writeFile(why, JSON.stringify({ summary: "Both.", regions: [inPool("Pool.acquire"), inPool("connect")] }))
        )
        const placed = ["--at", "src/pool.ts:connect", "--reason", "Quick"]
        yield* run(repository, ["commit", "-qam", "Both", "--annotation", why, ...placed])
        assert.deepStrictEqual(
          Option.map(yield* noted(repository), ({ regions }) => regions),
          Option.some([
            ["Pool.acquire", "Why Pool.acquire.", undefined],
            ["connect", "Why connect.", "Quick"]
          ])
        )
      }),
    slow
  )
})
