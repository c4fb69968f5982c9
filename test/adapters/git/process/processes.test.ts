import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { kill } from "node:process"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import { Git, GitTimeout } from "../../../../src/adapters/git/Git.ts"
import type { GitError } from "../../../../src/adapters/git/GitError.ts"
import { type FakeGit, makeFakeGit, realGit } from "../../../support/FakeGit.ts"
import { withSleep } from "../../../support/heldSleep.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const none = Option.none<Uint8Array>()

/** Queries a repository with one file through a fake git. */
const useFake = <A, E, R>(
  fake: FakeGit,
  directory: string,
  ask: (git: Git["Service"]) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Git, ask).pipe(
    Effect.provide(gitProcessAt(directory, { ...isolation, ...fake.environment }), { local: true })
  )

const makeSubject = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>>) {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
  const fake = yield* makeFakeGit(cases)
  const use = <A, E, R>(ask: (git: Git["Service"]) => Effect.Effect<A, E, R>) =>
    useFake(fake, repository.directory, ask)
  return { repository, commit, fake, use }
})

const runs = (pid: number): boolean => {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}

const pidsOf = (fake: FakeGit, command: string) =>
  Effect.map(fake.starts, (starts) => starts.filter((start) => start.command === command).map((start) => start.pid))

/** Waits until a subcommand runs. Returns its process id. */
const started = (fake: FakeGit, command: string): Effect.Effect<number> =>
  Effect.flatMap(pidsOf(fake, command), ([pid]) =>
    pid === undefined ? Effect.delay(started(fake, command), "5 millis") : Effect.succeed(pid)
  )

/** Waits for a file that a script of the fake git makes. */
const untilExists = (fake: FakeGit, name: string): Effect.Effect<void> =>
  Effect.suspend(() =>
    existsSync(join(fake.folder, name)) ? Effect.void : Effect.delay(untilExists(fake, name), "5 millis")
  )

const gone = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => (runs(pid) ? Effect.delay(gone(pid), "5 millis") : Effect.void))

const failure = <A>(effect: Effect.Effect<A, GitError>) => Effect.map(Effect.flip(effect), (error) => error.reason)

/** A git that reports this version, also in its trace. */
const versioned = (version: string): Readonly<Record<string, string>> => ({
  "rev-parse": `'${realGit}' "$@" 2> "$FOLDER/trace"; code=$?
sed 's/^\\(d0 .*| version .*| \\)[^|]*$/\\1${version}/' "$FOLDER/trace" >&2; exit $code`,
  version: `echo "git version ${version}"; exit 0`
})

/** A git without trace output. */
const silent = `unset GIT_TRACE2_PERF; real "$@"`

describe("the git that is found", () => {
  it.effect("is missing", () =>
    Effect.gen(function* () {
      const { repository, fake } = yield* makeSubject({})
      const nowhere = { ...fake, environment: { PATH: `${fake.folder}/none` } }
      const reasons = yield* useFake(nowhere, repository.directory, (git) =>
        Effect.all([failure(git.repository), failure(git.resolveCommit("HEAD")), failure(git.config)])
      )
      assert.deepStrictEqual(
        reasons.map((reason) => reason._tag),
        ["GitMissing", "GitMissing", "GitMissing"]
      )
    })
  )

  it.effect.each(["2.20.1", "2.33.99", "1.99", "unknown"])("is too old: %s", (version) =>
    Effect.gen(function* () {
      const { use } = yield* makeSubject(versioned(version))
      assert.strictEqual((yield* use((git) => failure(git.repository)))._tag, "GitTooOld")
    })
  )

  it.effect.each(["2.34.0", "2.39.5 (Apple Git-154)", "2.45.1.windows.1", "3.0.0-rc1"])(
    "is new enough: %s",
    (version) =>
      Effect.gen(function* () {
        const { commit, use } = yield* makeSubject(versioned(version))
        assert.strictEqual(yield* use((git) => git.resolveCommit("HEAD")), commit)
      })
  )

  it.effect("is asked for its version if the trace does not have it", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({ "rev-parse": silent })
      assert.strictEqual(yield* use((git) => git.resolveCommit("HEAD")), commit)
      assert.include(
        (yield* fake.starts).map(({ command }) => command),
        "version"
      )
      const old = yield* makeSubject({ "rev-parse": silent, version: "echo git version 2.33.1; exit 0" })
      assert.strictEqual((yield* old.use((git) => failure(git.repository)))._tag, "GitTooOld")
    })
  )

  it.effect("discovers the repository once, even for concurrent calls", () =>
    Effect.gen(function* () {
      const { fake, use } = yield* makeSubject({})
      yield* use((git) =>
        Effect.all(
          Array.from({ length: 20 }, () => git.resolveCommit("HEAD")),
          { concurrency: "unbounded" }
        )
      )
      assert.deepStrictEqual((yield* fake.starts).map((start) => start.command).toSorted(), ["cat-file", "rev-parse"])
    })
  )
})

describe("a git process", () => {
  it.live("is killed after its timeout", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({ blame: "exec sleep 600" })
      const reason = yield* use((git) =>
        git.repository.pipe(
          Effect.andThen(
            failure(git.blame({ commit, path: "a.txt", contents: none })).pipe(
              Effect.provideService(GitTimeout, "100 millis"),
              withSleep("100 millis", Effect.asVoid(started(fake, "blame")))
            )
          )
        )
      )
      assert.strictEqual(reason._tag, "GitTimedOut")
      assert.strictEqual(reason.message, "git blame did not finish within 0.1 s.")
      assert.isFalse(runs(yield* started(fake, "blame")))
    })
  )

  it.live("is killed with the fiber that waits for it", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({ blame: "exec sleep 600" })
      yield* use((git) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(git.blame({ commit, path: "a.txt", contents: none }))
          const pid = yield* started(fake, "blame")
          assert.isTrue(runs(pid))
          yield* Fiber.interrupt(fiber)
          assert.isFalse(runs(pid))
        })
      )
    })
  )

  it.live("has its time to clean up although everything stops meanwhile", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({
        blame: `trap 'sleep 0.05; : > "$FOLDER/cleaned"; exit 1' TERM; : > "$FOLDER/ready"; while :; do sleep 0.01; done`
      })
      yield* use((git) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(git.blame({ commit, path: "a.txt", contents: none }))
          const pid = yield* started(fake, "blame")
          yield* untilExists(fake, "ready")
          kill(-pid, "SIGSTOP")
          const ending = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
          kill(-pid, "SIGCONT")
          yield* Fiber.join(ending)
          assert.isTrue(existsSync(join(fake.folder, "cleaned")))
        })
      )
    })
  )

  it.live("is stopped when it exceeds the output limit", () =>
    Effect.gen(function* () {
      const { fake, use } = yield* makeSubject({ config: "exec yes" })
      assert.strictEqual((yield* use((git) => failure(git.config)))._tag, "OutputTooLarge")
      assert.isFalse(runs(yield* started(fake, "config")))
    })
  )

  it.effect.each([
    ["ObjectMissing", "PIPE", "fatal: transport 'https' not allowed"],
    ["CommandFailed", "PIPE", "fatal: transport failed"],
    ["CommandFailed", "TERM", "fatal: transport 'https' not allowed"]
  ] as const)("that may fetch no object fails with %s when ended by SIG%s after: %s", ([tag, signal, message]) =>
    Effect.gen(function* () {
      const { commit, use } = yield* makeSubject({ log: `echo "${message}" >&2; kill -${signal} $$` })
      const lines = { start: 1, end: 1 }
      assert.strictEqual((yield* use((git) => failure(git.lineHistory({ commit, path: "a.txt", lines }))))._tag, tag)
    })
  )

  it.effect("fails with its first fatal line, short, without control characters", () =>
    Effect.gen(function* () {
      const noise = `printf 'warning: x\\nerror: y\\nfatal: \\033[31mred \\342\\200\\256 %s\\n' "$(printf 'z%.0s' $(seq 2000))" >&2`
      const { commit, use } = yield* makeSubject({ blame: `${noise}; seq 1000000 >&2; exit 7` })
      const reason = yield* use((git) => failure(git.blame({ commit, path: "a.txt", contents: none })))
      assert.strictEqual(reason._tag, "CommandFailed")
      const { detail, exitCode } = reason._tag === "CommandFailed" ? reason : { detail: "", exitCode: 0 }
      assert.strictEqual(exitCode, 7)
      assert.match(detail, /^\\x1b\[31mred \\u202e zzz/)
      assert.isAtMost(detail.length, 500)
    })
  )

  it.live(
    "runs concurrently with a few others, but not with hundreds",
    () =>
      Effect.gen(function* () {
        const { commit, fake, use } = yield* makeSubject({
          "rev-list": `echo + >> "$FOLDER/running"; sleep 0.4; echo - >> "$FOLDER/running"; real "$@"`
        })
        yield* use((git) =>
          Effect.all(
            Array.from({ length: 24 }, () => git.lastChange(commit, "a.txt")),
            { concurrency: "unbounded" }
          )
        )
        const marks = (yield* Effect.promise(() => readFile(`${fake.folder}/running`, "utf8"))).trim().split("\n")
        let now = 0
        const most = Math.max(...marks.map((mark) => (now += mark === "+" ? 1 : -1)))
        assert.isAtMost(most, Math.max(4, availableParallelism() + 2))
        assert.isAbove(most, 1)
      }),
    slow
  )
})

describe("the long-lived process", () => {
  it.live("is replaced at the next request after it was killed", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({})
      yield* use((git) =>
        Effect.gen(function* () {
          assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
          const pid = yield* started(fake, "cat-file")
          kill(pid, "SIGKILL")
          assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
          yield* gone(pid)
          assert.lengthOf(yield* pidsOf(fake, "cat-file"), 2)
        })
      )
    })
  )

  it.live("does not disturb a bulk read when it is killed", () =>
    Effect.gen(function* () {
      const { fake, repository, use } = yield* makeSubject({})
      const ids = yield* Effect.forEach(["HEAD:a.txt", "HEAD^{tree}", "HEAD"], repository.id)
      const asked = Array.from({ length: 60 }, () => ids).flat()
      const many = Array.from({ length: 100 }, () => asked).flat()
      const types = yield* use((git) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(git.objects(many, { maxBytes: 1000 }))
          kill(yield* started(fake, "cat-file"), "SIGKILL")
          const found = yield* Fiber.join(fiber)
          return found.map((object) => (object._tag === "Found" ? object.type : object._tag))
        })
      )
      assert.lengthOf(types, many.length)
      assert.isTrue(types.every((type, n) => type === ["blob", "tree", "commit"][n % 3]))
    })
  )

  it.effect("is restarted once before an object counts as missing", () =>
    Effect.gen(function* () {
      // The first process searches while another git moves the packs, and finds nothing.
      const blind = `case "$*" in *"cat-file --batch") if mkdir "$FOLDER/once" 2>/dev/null; then
while read -r name; do echo "$name missing"; done; exit
fi;; esac`
      const { fake, repository, use } = yield* makeSubject({ "cat-file": blind })
      const here = yield* repository.id("HEAD:a.txt")
      const absent = ObjectId.make("1".repeat(40))
      yield* use((git) =>
        Effect.gen(function* () {
          const found = yield* git.objects([here, absent, here], { maxBytes: 10 })
          assert.deepStrictEqual(
            found.map((object) => object._tag),
            ["Found", "Missing", "Found"]
          )
          assert.lengthOf(yield* pidsOf(fake, "cat-file"), 2)
          assert.lengthOf(yield* git.objects([here], { maxBytes: 10 }), 1)
          assert.lengthOf(yield* pidsOf(fake, "cat-file"), 2)
        })
      )
    })
  )

  it.live("fails a request with a timeout when it hangs, and the next request gets a new process", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({
        "cat-file": `if mkdir "$FOLDER/first" 2>/dev/null; then exec sleep 600; fi`
      })
      yield* use((git) =>
        Effect.gen(function* () {
          yield* git.repository
          const reason = yield* failure(git.resolveCommit("HEAD")).pipe(
            Effect.provideService(GitTimeout, "100 millis"),
            withSleep("100 millis", untilExists(fake, "first"))
          )
          assert.strictEqual(reason._tag, "GitTimedOut")
          assert.strictEqual(yield* git.resolveCommit("HEAD"), commit)
          yield* gone(yield* started(fake, "cat-file"))
        })
      )
    })
  )

  it.live("fails only the request for a damaged object that it dies of", () =>
    Effect.gen(function* () {
      const { repository, use } = yield* makeSubject({})
      yield* repository.commit("two", { files: { "b.txt": "to be damaged\n" } })
      const [good, bad] = yield* Effect.all([repository.id("HEAD:a.txt"), repository.id("HEAD:b.txt")])
      yield* repository.remove(`.git/objects/${bad.slice(0, 2)}/${bad.slice(2)}`)
      yield* repository.write(`.git/objects/${bad.slice(0, 2)}/${bad.slice(2)}`, "nonsense")
      yield* use((git) =>
        Effect.gen(function* () {
          const read = (id: typeof good) => git.objects([id], { maxBytes: 1000 })
          const [first, damaged, last] = yield* Effect.all([read(good), Effect.result(read(bad)), read(good)], {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual([first[0]?._tag, last[0]?._tag], ["Found", "Found"])
          const answer = damaged._tag === "Failure" ? damaged.failure.reason._tag : damaged.success[0]?._tag
          assert.include(["CommandFailed", "Missing", "ObjectMissing"], answer ?? "")
        })
      )
    })
  )

  it.live("ends with its layer", () =>
    Effect.gen(function* () {
      const { commit, fake, use } = yield* makeSubject({})
      yield* use((git) => Effect.andThen(git.resolveCommit("HEAD"), git.entry(commit, "a.txt")))
      const pids = yield* pidsOf(fake, "cat-file")
      assert.lengthOf(pids, 2)
      yield* Effect.forEach(pids, gone)
    })
  )
})
