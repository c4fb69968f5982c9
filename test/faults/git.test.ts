import { kill } from "node:process"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { descendants, residentKilobytes, untilGone, zombiesOf } from "../support/faults/processes.ts"
import { makeFaultyGit } from "../support/faults/FaultyGit.ts"
import { makeFiles, pathOf } from "../support/faults/files.ts"
import { serving, type Told } from "../support/faults/serving.ts"
import { untouched } from "../support/faults/untouched.ts"
import { slow } from "../support/scale.ts"

const half = `(real "$@") | head -c 60`
const signal = (name: string) => `kill -${name} $$`
const failed = (words: string) => ({ failure: `git ${words}`, code: "git_failed" })

/** What git does instead of its work, the tool affected, and the answer its client gets. */
const faults = {
  "blame crashes in the middle": [
    "blame",
    `${half}; ${signal("SEGV")}`,
    "read",
    failed("blame failed (exit -1): ended by SIGSEGV")
  ],
  "blame is killed in the middle": [
    "blame",
    `${half}; ${signal("KILL")}`,
    "summary",
    failed("blame failed (exit -1): ended by SIGKILL")
  ],
  "blame ends in the middle as if all were well": [
    "blame",
    `${half}; exit 0`,
    "read",
    failed("blame failed (exit 0): its answer is cut off")
  ],
  "blame says what git does not say": [
    "blame",
    `echo garbage; exit 0`,
    "summary",
    failed("blame failed (exit 0): its answer is not understood")
  ],
  "blame fails with one fatal line": [
    "blame",
    `echo 'warning: x' >&2; echo 'fatal: out of memory' >&2; exit 128`,
    "read",
    failed("blame failed (exit 128): out of memory")
  ],
  "rev-list crashes": ["rev-list", signal("SEGV"), "read", failed("rev-list failed (exit -1): ended by SIGSEGV")],
  "rev-list says what git does not say": [
    "rev-list",
    `echo garbage; exit 0`,
    "summary",
    failed("rev-list failed (exit 0): its answer is not understood")
  ],
  "log -L crashes in the middle": [
    "log",
    `${half}; ${signal("SEGV")}`,
    "history",
    failed("log failed (exit -1): ended by SIGSEGV")
  ],
  "log -L ends in the middle as if all were well": [
    "log",
    `${half}; exit 0`,
    "history",
    failed("log failed (exit 0): its answer is cut off")
  ],
  "log -L says what git does not say": [
    "log",
    `echo garbage; exit 0`,
    "history",
    failed("log failed (exit 0): its answer is not understood")
  ]
} as const

const names = [
  "reference",
  ...Object.keys(faults).map((_, index) => `fault${index}`),
  "flooded",
  "noisy",
  "slowBlame",
  "slowWalk",
  "slowLog",
  "gone"
]

const scope = Scope.makeUnsafe()
const { commit, faulty, repository, session } = await Effect.runPromise(
  Effect.gen(function* () {
    const made = yield* makeFiles(names)
    const git = yield* makeFaultyGit
    return { ...made, faulty: git, session: yield* serving(made.repository, git.environment) }
  }).pipe(Scope.provide(scope))
)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** A method that no note names by itself has to be followed through history by its lines. */
const anchors = { read: "connect", summary: undefined, history: "Pool.release" } as const

const askFor = (tool: keyof typeof anchors, name: string) =>
  session.ask(`ultragit_${tool}`, { path: pathOf(name), anchor: anchors[tool] })

/** The answer for the reference, whose calls never fail, with its name replaced. */
const healthyAnswer = (tool: keyof typeof anchors, name: string): Effect.Effect<Told> =>
  Effect.map(askFor(tool, "reference"), (answer) => {
    assert.property(answer, "answer")
    return JSON.parse(JSON.stringify(answer).replaceAll(pathOf("reference"), pathOf(name)))
  })

const gitProcesses = () => descendants(faulty.folder, session.server.pid)
const shortLived = () => gitProcesses().filter(({ command }) => !command.includes("cat-file"))

const longLived = () => gitProcesses().filter(({ command }) => command.includes("cat-file"))

/** Ends the long-lived processes, so that the next question starts others. */
const restartObjects = Effect.suspend(() => {
  for (const { pid } of longLived()) kill(pid, "SIGKILL")
  // One that the server has not seen end would be given the next name.
  return Effect.andThen(
    untilGone(longLived),
    untilGone(() => zombiesOf(session.server.pid))
  )
})

/** Lets a call fail, and asserts what is said of it; that nothing is left of it; and that it goes well the next time. */
const check = Effect.fnUntraced(function* (tool: keyof typeof anchors, name: string, expected: Told) {
  const expectedThen = yield* healthyAnswer(tool, name)
  yield* untouched(
    repository,
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* askFor(tool, name), expected)
      yield* untilGone(shortLived)
      yield* faulty.repair
      assert.deepStrictEqual(yield* askFor(tool, name), expectedThen)
    })
  )
})

describe("a call for which", () => {
  it.live.each(Object.entries(faults).map(([what, fault], index) => [what, index, fault] as const))(
    "%s is answered with a failure, and the next one succeeds",
    ([, index, [command, code, tool, expected]]) =>
      Effect.gen(function* () {
        yield* healthyAnswer(tool, "reference")
        yield* faulty.fault(command, code)
        yield* check(tool, `fault${index}`, expected)
      })
  )
})

const flood = (megabytes: number) => `head -c ${megabytes}000000 /dev/zero | tr '\\0' x >&2`

describe("a git that writes without end to standard error", () => {
  it.live("is reported briefly when it fails, and answered otherwise, within normal memory", () =>
    Effect.gen(function* () {
      const expected = yield* healthyAnswer("read", "noisy")
      const before = residentKilobytes(session.server.pid)
      yield* faulty.fault("blame", `case "$*" in *flooded*) ${flood(400)}; exit 3 ;; *) ${flood(5)} ;; esac`)
      assert.deepStrictEqual(yield* askFor("read", "noisy"), expected)
      yield* check("read", "flooded", failed(`blame failed (exit 3): ${"x".repeat(500)}`))
      // Half of what is written: what is read of it is garbage at once, but may wait for its collection.
      assert.isBelow(residentKilobytes(session.server.pid) - before, 200_000)
    })
  )
})

const timeout = (seconds: number) => repository.git(["config", "ultragit.gitTimeout", `${seconds}`])

/** Asserts that the failure names the time limit and a remedy. Which command was too slow depends on the machine. */
const assertTimedOut = (answer: Told) => {
  assert.include(answer, { code: "git_timeout" })
  const words =
    /^git [a-z-]+ did not finish within 2 s\.\nRaise the timeout: git config ultragit\.gitTimeout <seconds>\. To speed up long histories: git commit-graph write --reachable --changed-paths$/
  assert.match("failure" in answer ? answer.failure : "", words)
}

describe("a git that hangs in the middle of its answer", () => {
  it.live(
    "times out and is killed with its descendants",
    () =>
      Effect.gen(function* () {
        const slowReads = { blame: "slowBlame", "rev-list": "slowWalk", log: "slowLog" } as const
        const tools = { blame: "read", "rev-list": "summary", log: "history" } as const
        const commands = ["blame", "rev-list", "log"] as const
        const expected = yield* Effect.forEach(commands, (command) => healthyAnswer(tools[command], slowReads[command]))
        yield* Effect.forEach(commands, (command) =>
          faulty.fault(command, `case "$*" in *${slowReads[command]}*) ${half}; sleep 600; sleep 600 ;; esac`)
        )
        yield* timeout(2)
        const all = Effect.forEach(commands, (command) => askFor(tools[command], slowReads[command]), {
          concurrency: 3
        })
        yield* untouched(
          repository,
          Effect.gen(function* () {
            for (const answer of yield* all) assertTimedOut(answer)
            yield* untilGone(shortLived)
            yield* faulty.repair
          })
        )
        yield* timeout(600)
        assert.deepStrictEqual(yield* all, expected)
      }),
    slow
  )
})

/** A note that has not been read yet. */
const renote = (intent: string) =>
  repository.note(commit, {
    $schema: "ultragit/v1",
    commit,
    timestamp: "2025-01-01T00:00:00Z",
    summary: intent,
    context_level: "enhanced",
    regions: []
  })

/** What the processes for contents do; those for names are left alone. */
const contents = (code: string) =>
  Effect.andThen(faulty.fault("cat-file", `case "$*" in *--batch-check*) ;; *) ${code} ;; esac`), restartObjects)

describe("the long-lived git", () => {
  const headerOnly = `read -r name; printf '%s\\n' "$name" | real "$@" | head -n 1; ${signal("SEGV")}`
  const deps = session.ask("ultragit_deps", { path: pathOf("reference"), anchor: "connect" })

  it.live.each([
    ["dies between header and body", headerOnly, failed("cat-file failed (exit -1): ended by SIGSEGV")],
    [
      "says what git does not say",
      `echo garbage; cat >/dev/null`,
      failed("cat-file failed (exit 0): its answer is not understood")
    ],
    ["ends at once", `exit 0`, failed("cat-file failed (exit 0): ended by itself")]
  ] as const)("fails the call when it %s over and over, and serves the next", ([what, code, expected]) =>
    Effect.gen(function* () {
      yield* renote(what)
      yield* untouched(
        repository,
        Effect.gen(function* () {
          yield* contents(code)
          assert.deepStrictEqual(yield* deps, expected)
          yield* faulty.repair
          assert.property(yield* deps, "answer")
        })
      )
    })
  )

  it.live("is replaced transparently when it dies once between header and body", () =>
    Effect.gen(function* () {
      const expected = yield* deps
      yield* renote("died once")
      yield* contents(`if mkdir "$FOLDER/died" 2>/dev/null; then ${headerOnly}; fi`)
      assert.deepStrictEqual(yield* untouched(repository, deps), expected)
      yield* faulty.repair
    })
  )

  it.live("is replaced when it has ended, also while something else holds its output open", () =>
    Effect.gen(function* () {
      const expected = yield* deps
      // Of another session, so that it outlives the process group.
      yield* contents(`setsid sleep 600 & real "$@"`)
      assert.deepStrictEqual(yield* deps, expected)
      yield* renote("held open")
      assert.property(yield* deps, "answer")
      yield* restartObjects
      yield* renote("asked after it")
      assert.property(yield* deps, "answer")
      for (const { command, pid } of gitProcesses()) if (command.includes("sleep")) kill(pid, "SIGKILL")
      yield* faulty.repair
    })
  )

  it.live(
    "times out when it hangs within an answer, is killed with its descendants, and replaced",
    () =>
      Effect.gen(function* () {
        yield* renote("hung")
        yield* contents(`real "$@" | head -c 30; sleep 600; sleep 600`)
        yield* timeout(2)
        const answer = yield* untouched(repository, deps)
        assert.include(JSON.stringify(answer), "did not finish within 2 s.")
        yield* timeout(600)
        yield* untilGone(() => gitProcesses().filter((process) => process.command.includes("sleep")))
        yield* faulty.repair
        assert.property(yield* deps, "answer")
      }),
    slow
  )
})

describe("a missing git", () => {
  it.live("is reported with a remedy while the server keeps running, and used again once it is back", () =>
    Effect.gen(function* () {
      const expected = yield* healthyAnswer("read", "gone")
      yield* faulty.present(false)
      yield* restartObjects
      const failure = { failure: "git was not found on the PATH.\nInstall git 2.34 or newer.", code: "git_missing" }
      yield* untouched(
        repository,
        Effect.map(askFor("read", "gone"), (answer) => assert.deepStrictEqual(answer, failure))
      )
      yield* faulty.present(true)
      assert.deepStrictEqual(yield* askFor("read", "gone"), expected)
    })
  )

  it.live("fails each call of a server started without it, or with an old one, until a supported one exists", () =>
    Effect.gen(function* () {
      const git = yield* makeFaultyGit
      yield* git.present(false)
      const other = yield* serving(repository, git.environment)
      const question = other.ask("ultragit_read", { path: pathOf("reference"), anchor: "connect" })
      yield* untouched(
        repository,
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* question, {
            failure: "git was not found on the PATH.\nInstall git 2.34 or newer.",
            code: "git_missing"
          })
          yield* git.present(true)
          // One as old as that traces nothing yet.
          yield* git.fault("rev-parse", "unset GIT_TRACE2_PERF")
          yield* git.fault("version", `echo "git version 2.20.1"; exit 0`)
          assert.deepStrictEqual(yield* question, {
            failure: "git 2.20.1 is too old; ultragit needs 2.34 or newer.\nUpdate git.",
            code: "git_too_old"
          })
          yield* git.repair
          yield* git.fault("cat-file", "exit 0")
          // Which question of git fails first is chance.
          assert.match(
            JSON.stringify(yield* question),
            /"failure":"(?:git cat-file failed \(exit 0\): ended by itself|Cannot read )/
          )
          yield* git.repair
          assert.deepStrictEqual(yield* question, yield* askFor("read", "reference"))
        })
      )
    })
  )
})
