import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { annotate, poolSource } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { fromTemplate } from "../../support/template.ts"
import { firstDate, makeRepository } from "../../support/TemporaryRepository.ts"

const path = "src/pool.ts"
const reason = "Ids are released twice when a request is cancelled, because the timer outlives it."

/** A method with a note on its first commit, changed twice since, and once reformatted. */
const makeHistory = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository({ config: { "ultragit.evidence": "auto" } })
    const first = yield* repository.commit("Add the pool", { files: { [path]: poolSource } })
    yield* annotate(repository, first, [{ file: path, anchor: "Pool.release", lines: [5, 7], intent: "Give it back." }])
    const once = poolSource.replace("    this.log(id)\n", "    this.once(id)\n")
    const second = yield* repository.commit(`Release an id once (#12)\n\n${reason}\n`, { files: { [path]: once } })
    const indented = once.replace("    this.once", "      this.once")
    yield* repository.commit("Indent", { files: { [path]: indented } })
    const third = yield* repository.commit("Log it", {
      files: { [path]: indented.replace("this.once(id)\n", "this.once(id)\n    this.log(id)\n") }
    })
    return { repository, first, second, third }
  })
)

const startAndStop = (first: number, second: number): string =>
  `export function run() {\n  start(${first})\n  wait()\n  wait()\n  stop(${second})\n}\n`
const atHour = (hour: number) => ({ date: firstDate + hour * 3600 })

const commits = (steps: ReadonlyArray<{ readonly commit: string }> = []) => steps.map(({ commit }) => commit)

describe("history with evidence", () => {
  it.effect("quotes the steps without an annotation, oldest first, past changes of layout", () =>
    Effect.gen(function* () {
      const { first, repository, second, third } = yield* makeHistory
      const answer = yield* ask(repository).history({ path, anchor: "Pool.release" })
      assert.deepStrictEqual(commits(answer.timeline), [first])
      assert.deepStrictEqual(commits(answer.evidence), [second, third])
      assert.deepInclude(answer.evidence?.[0], { reason, links: ["#12"], quality: "states_reason" })
      assert.notProperty(answer.evidence?.[0], "lines")
    })
  )

  it.effect("keeps the newest within the limit, which annotated steps count for", () =>
    Effect.gen(function* () {
      const { first, repository, third } = yield* makeHistory
      const answer = yield* ask(repository).history({ path, anchor: "Pool.release", limit: 2 })
      assert.deepStrictEqual(commits(answer.timeline), [first])
      assert.deepStrictEqual(commits(answer.evidence), [third])
      const full = yield* ask(repository).history({ path, anchor: "Pool.release", limit: 1 })
      assert.deepStrictEqual(commits(full.timeline), [first])
      assert.notProperty(full, "evidence")
    })
  )

  it.effect("counts no merge without changes of its own, whatever order git walks its branches in", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.evidence": "auto" } })
      const ids = yield* repository.importHistory([
        { message: "Add run", ...atHour(0), files: { "run.ts": startAndStop(1, 1) } },
        { message: "Start two", ...atHour(4), authorDate: firstDate + 3600, files: { "run.ts": startAndStop(2, 1) } },
        { message: "Stop two", ...atHour(2), parents: [0], files: { "run.ts": startAndStop(1, 2) } },
        { message: "Stop three", ...atHour(3), files: { "run.ts": startAndStop(1, 3) } },
        { message: "Merge branch 'stop'", ...atHour(5), parents: [3, 1], files: { "run.ts": startAndStop(2, 3) } },
        { message: "Start three", ...atHour(6), files: { "run.ts": startAndStop(3, 3) } }
      ])
      const walked = yield* repository.git(["log", "-s", "--format=%H", "-L1,6:run.ts"])
      assert.deepStrictEqual(
        walked.split("\n"),
        [5, 4, 1, 3, 2, 0].map((at) => String(ids[at]))
      )
      const newest = (limit: number) =>
        Effect.map(ask(repository).history({ path: "run.ts", anchor: "run", limit }), ({ evidence = [] }) =>
          evidence.map(({ subject }) => subject)
        )
      assert.deepStrictEqual(yield* newest(1), ["Start three"])
      assert.deepStrictEqual(yield* newest(2), ["Stop three", "Start three"])
      assert.deepStrictEqual(yield* newest(3), ["Stop two", "Stop three", "Start three"])
      assert.deepStrictEqual(yield* newest(9), ["Add run", "Start two", "Stop two", "Stop three", "Start three"])
    })
  )

  it.effect("orders the commits of one second by ancestry", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.evidence": "auto" } })
      const subjects = Array.from({ length: 6 }, (_, at) => `Return ${at}`)
      yield* repository.importHistory(
        subjects.map((message, at) => ({
          message,
          date: firstDate,
          files: { "run.ts": `export function run() {\n  return ${at}\n}\n` }
        }))
      )
      const newest = (query: { readonly anchor?: string; readonly limit?: number }) =>
        Effect.map(ask(repository).history({ path: "run.ts", ...query }), ({ evidence = [] }) =>
          evidence.map(({ subject }) => subject)
        )
      assert.deepStrictEqual(yield* newest({ anchor: "run" }), subjects)
      assert.deepStrictEqual(yield* newest({}), subjects)
      assert.deepStrictEqual(yield* newest({ limit: 3 }), subjects.slice(-3))
    })
  )

  it.effect("quotes the steps of a whole file, and annotated ones only if all are asked for", () =>
    Effect.gen(function* () {
      const { first, repository, second, third } = yield* makeHistory
      assert.deepStrictEqual(commits((yield* ask(repository).history({ path })).evidence), [second, third])
      yield* repository.git(["config", "ultragit.evidence", "always"])
      assert.deepStrictEqual(commits((yield* ask(repository).history({ path })).evidence), [first, second, third])
      yield* repository.git(["config", "ultragit.evidence", "never"])
      assert.notProperty(yield* ask(repository).history({ path }), "evidence")
    })
  )

  it.effect("names other commits of the file where fewer changed the code than the limit, at little cost", () =>
    Effect.gen(function* () {
      const { first, repository, second, third } = yield* makeHistory
      const { evidence = [] } = yield* ask(repository).history({ path, anchor: "connect" })
      const about = evidence.map((step) => [step.commit, step.about])
      assert.deepStrictEqual(about, [
        [first, undefined],
        [second, "file"],
        [third, "file"]
      ])
      assert.deepInclude(evidence[1], { subject: "Release an id once (#12)", links: ["#12"], quality: "names_only" })
      assert.notProperty(evidence[1], "reason")
      const few = yield* ask(repository).history({ path, anchor: "connect", limit: 2 })
      assert.deepStrictEqual(commits(few.evidence), [first, third])
    })
  )

  it.effect("gives the pull request of a merge that repeats a commit's subject with the commit", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ config: { "ultragit.evidence": "auto" } })
      const first = yield* repository.commit("Add the pool", { files: { [path]: poolSource } })
      const mergeChange = Effect.fnUntraced(function* (subject: string, title: string) {
        yield* repository.git(["checkout", "--quiet", "-B", "topic", "main"])
        const commit = yield* repository.commit(subject, { files: { [path]: `${poolSource}// ${subject}\n` } })
        yield* repository.git(["checkout", "--quiet", "main"])
        yield* repository.git(["merge", "--quiet", "--no-ff", "-m", title, "topic"])
        const merge = (yield* repository.git(["rev-parse", "HEAD"])).trim()
        return { commit: String(commit), merge }
      })
      const same = yield* mergeChange("Use uv", "Use uv (#7)")
      const other = yield* mergeChange("Retry", "Retry twice (#8)")
      const { evidence = [] } = yield* ask(repository).history({ path })
      assert.deepStrictEqual(
        evidence.map(({ commit, links }) => ({ commit: String(commit), links })),
        [
          { commit: String(first), links: [] },
          { commit: same.commit, links: ["#7"] },
          { commit: other.commit, links: [] },
          { commit: other.merge, links: ["#8"] }
        ]
      )
    })
  )

  it.effect("counts annotated steps, and drops other commits of the file first where the budget is small", () =>
    Effect.gen(function* () {
      const { first, repository, second, third } = yield* makeHistory
      yield* repository.commit("Connect to one broker", {
        files: { [path]: poolSource.replace("new Pool()", "new Pool(url)") }
      })
      const query = { path, anchor: "Pool.release" }
      const all = yield* ask(repository).history({ ...query, limit: 4 })
      assert.deepStrictEqual(commits(all.timeline), [first])
      assert.deepStrictEqual(
        all.evidence?.map((step) => step.about),
        [undefined, undefined, undefined]
      )
      const { evidence } = yield* ask(repository).history({ path, anchor: "connect", max_tokens: 330 })
      assert.notInclude(commits(evidence), second)
      assert.notInclude(commits(evidence), third)
    })
  )

  it.effect("names the commits of the file, with warnings, where a partial clone lacks older contents", () =>
    Effect.gen(function* () {
      const { first, repository, second, third } = yield* makeHistory
      const old = yield* repository.git(["rev-parse", `${second}:${path}`])
      yield* Effect.promise(() => rm(join(repository.directory, ".git", "objects", old.slice(0, 2), old.slice(2))))
      const answer = yield* ask(repository).history({ path, anchor: "Pool.release" })
      assert.deepStrictEqual(commits(answer.timeline), [first])
      assert.includeMembers(commits(answer.evidence), [second, third])
      assert.isTrue(answer.warnings?.some((warning) => warning.includes(`Object ${old} is not in this repository`)))
    })
  )

  it.effect("is left out before an annotated step where the budget is small", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makeHistory
      const answer = yield* ask(repository).history({ path, anchor: "Pool.release", max_tokens: 200 })
      assert.deepStrictEqual(commits(answer.timeline), [first])
      assert.notProperty(answer, "evidence")
    })
  )
})

describe("summary with evidence", () => {
  it.effect("names the commit that best explains each unit without an annotation, with its reason", () =>
    Effect.gen(function* () {
      const { first, repository, second } = yield* makeHistory
      const { evidence = [], units } = yield* ask(repository).summary({ path })
      assert.deepStrictEqual(
        units.map(({ anchor }) => anchor.name),
        ["Pool.release"]
      )
      assert.deepStrictEqual(
        evidence.map(({ anchor, commit, subject }) => ({ anchor, commit, subject })),
        ["Pool", "Pool.acquire", "connect"].map((anchor) => ({ anchor, commit: first, subject: "Add the pool" }))
      )
      const { evidence: below } = yield* ask(repository).summary({ path: "src" })
      assert.deepStrictEqual(below, evidence)
      yield* repository.git(["config", "ultragit.evidence", "always"])
      const { evidence: all = [] } = yield* ask(repository).summary({ path })
      assert.deepInclude(
        all.find(({ anchor }) => anchor === "Pool.release"),
        { commit: second, subject: "Release an id once (#12)", reason }
      )
    })
  )

  it.effect("says what shows more where the budget leaves quotes out", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      const warningOf = Effect.fnUntraced(function* (query: { readonly path: string; readonly anchor?: string }) {
        const { warnings = [] } = yield* ask(repository).summary({ ...query, max_tokens: 200 })
        return warnings.find((text) => text.includes("of history left out")) ?? warnings.join()
      })
      assert.match(yield* warningOf({ path }), /; a larger budget or an anchor shows more\.$/)
      assert.match(yield* warningOf({ path: "src" }), /; a larger budget or a smaller folder shows more\.$/)
    })
  )

  it.effect("explains nothing where history is not to be quoted", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeHistory
      yield* repository.git(["config", "ultragit.evidence", "never"])
      assert.notProperty(yield* ask(repository).summary({ path }), "evidence")
    })
  )
})
