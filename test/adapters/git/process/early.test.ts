import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { env, kill } from "node:process"
import { join } from "node:path"
import { startEarlyGit } from "../../../../src/adapters/git/process/EarlyStart.ts"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { EarlyGit } from "../../../../src/adapters/git/process/GitChild.ts"
import { GitEnvironment } from "../../../../src/adapters/git/GitEnvironment.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { isGitSince } from "../../../support/gitVersion.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const makeSubject = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>> = {}) {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("one", { files: { "sub/a.txt": "a\n" } })
  const fake = yield* makeFakeGit(cases)
  const environment = { ...isolation, ...fake.environment }
  const commands = Effect.map(fake.starts, (starts) => starts.map(({ command }) => command).toSorted())
  /** Calls git in a folder in which processes were started early and run by now. */
  const use = <A, E, R>(directory: string, ask: (git: Git["Service"]) => Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const early = yield* startEarlyGit(directory)
      yield* Effect.repeat(Effect.delay(fake.starts, "20 millis"), { until: ({ length }) => length === 3 })
      return yield* Effect.flatMap(Git, ask).pipe(
        Effect.provide(gitProcessAt(directory, environment), { local: true }),
        Effect.provideService(EarlyGit, early)
      )
    }).pipe(Effect.scoped, Effect.provideService(GitEnvironment, { ...env, ...environment }))
  return { repository, commit, commands, fake, use }
})

const everything = (git: Git["Service"]) =>
  Effect.gen(function* () {
    const head = yield* git.resolveCommit("HEAD")
    const entry = Option.getOrThrow(yield* git.entry(head, "sub/a.txt"))
    const [content] = yield* git.objects([entry.id], { maxBytes: 100 })
    const text = content?._tag === "Found" ? Buffer.from(content.bytes).toString() : undefined
    return { head, text, name: (yield* git.config).find(({ key }) => key === "core.bare")?.value }
  })

const gone = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    try {
      kill(pid, 0)
      return Effect.delay(gone(pid), "5 millis")
    } catch {
      return Effect.void
    }
  })

/** Git answers everything in one process from 2.36; an older one is faked below. */
const hasBatchCommand = isGitSince(36)

describe("git that was started early", () => {
  it.live.skipIf(!hasBatchCommand)("answers instead of processes started on demand", () =>
    Effect.gen(function* () {
      const { commands, commit, repository, use } = yield* makeSubject()
      assert.deepStrictEqual(yield* use(repository.directory, everything), { head: commit, text: "a\n", name: "false" })
      assert.deepStrictEqual(yield* commands, ["cat-file", "config", "rev-parse"])
    })
  )

  it.live.skipIf(!hasBatchCommand)("is not used for objects in a folder other than the root", () =>
    Effect.gen(function* () {
      const { commands, commit, repository, use } = yield* makeSubject()
      const found = yield* use(join(repository.directory, "sub"), everything)
      assert.deepStrictEqual(found, { head: commit, text: "a\n", name: "false" })
      assert.deepStrictEqual(yield* commands, ["cat-file", "cat-file", "config", "rev-parse"])
    })
  )

  it.live("may have ended before it is used", () =>
    Effect.gen(function* () {
      const { commit, repository, use } = yield* makeSubject({ "cat-file": `mkdir "$FOLDER/first" && exit 0` })
      const found = yield* use(repository.directory, everything)
      assert.deepStrictEqual(found, { head: commit, text: "a\n", name: "false" })
    })
  )

  it.live("may be too old for a single process that answers everything", () =>
    Effect.gen(function* () {
      const { commands, commit, repository, use } = yield* makeSubject({
        "rev-parse": `unset GIT_TRACE2_PERF; real "$@"`,
        version: "echo git version 2.35.9; exit 0",
        "cat-file": `for each in "$@"; do case $each in --batch-command) echo usage >&2; exit 129;; esac; done`
      })
      const found = yield* use(repository.directory, everything)
      assert.deepStrictEqual(found, { head: commit, text: "a\n", name: "false" })
      assert.deepStrictEqual(yield* commands, ["cat-file", "cat-file", "cat-file", "config", "rev-parse", "version"])
    })
  )

  it.live("is killed with the scope if it is not used", () =>
    Effect.gen(function* () {
      const { fake, repository, use } = yield* makeSubject({ config: "exec sleep 600" })
      yield* use(repository.directory, () => Effect.void)
      yield* Effect.forEach(yield* fake.starts, ({ pid }) => gone(pid))
    })
  )

  it.live("reports a missing repository like any git process", () =>
    Effect.gen(function* () {
      const { fake, use } = yield* makeSubject()
      const error = yield* use(fake.folder, (git) => Effect.flip(git.repository))
      assert.strictEqual(error.reason._tag, "NotARepository")
    })
  )
})
