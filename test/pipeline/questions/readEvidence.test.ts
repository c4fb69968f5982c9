import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import type { ReadQuery } from "../../../src/pipeline/answering/queries.ts"
import type { ReadAnswer } from "../../../src/pipeline/answering/answers.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { ask, serving } from "../../support/ask.ts"
import { fromTemplate } from "../../support/template.ts"
import {
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const reason = "Ids are released twice when a request is cancelled, because the timer outlives it."
const path = "src/pool.ts"

/** A file with a note on `connect`, and a method that a later commit changed and explained. */
const makeExplained = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const first = yield* repository.commit("Add the pool", { files: { [path]: poolSource } })
    yield* annotate(repository, first, [{ file: path, anchor: "connect", lines: [9, 11], intent: "Make a pool." }])
    const checked = poolSource.replace("    this.log(id)\n", "    this.once(id)\n")
    const second = yield* repository.commit(`Release an id once (#12)\n\nSome words about it.\n\n${reason}\n`, {
      files: { [path]: checked }
    })
    return { repository, first, second }
  })
)

/** Asks with the setting `evidence` in the repository's configuration. */
const readWith = (repository: TemporaryRepository, mode: string, query: ReadQuery) =>
  Effect.andThen(repository.git(["config", "ultragit.evidence", mode]), ask(repository).read(query))

const subjects = ({ evidence = [] }: ReadAnswer) => evidence.map(({ subject }) => subject)

const findQuote = ({ evidence = [] }: ReadAnswer, title: string) => evidence.find(({ subject }) => subject === title)

describe("read with evidence", () => {
  it.effect("quotes history unless the setting says not to", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeExplained
      assert.property(yield* ask(repository).read({ path }), "evidence")
      assert.notProperty(yield* readWith(repository, "never", { path }), "evidence")
    })
  )

  it.effect("quotes the reason of the commit behind lines, with its place and its pull request", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makeExplained
      const { evidence = [] } = yield* readWith(repository, "auto", { path, anchor: "Pool.release" })
      assert.strictEqual(evidence[0]?.commit, second)
      assert.deepInclude(evidence[0], {
        kind: "commit",
        source: "history",
        subject: "Release an id once (#12)",
        reason,
        quality: "states_reason",
        links: ["#12"],
        lines: [{ start: 6, end: 6 }],
        share: 0.33
      })
      assert.notProperty(evidence[0], "text")
    })
  )

  it.effect("quotes no commit of which only empty lines and ends of blocks are left, unless there is no other", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add one", { files: { [path]: "def one\n  1\n" } })
      yield* repository.commit("Let it breathe", { files: { [path]: "def one\n\n  1\nend\n" } })
      const read = ask(repository).read
      assert.deepStrictEqual(subjects(yield* read({ path })), ["Add one"])
      assert.deepStrictEqual(subjects(yield* read({ path, lines: "2:2" })), ["Let it breathe"])
    })
  )

  it.effect("quotes nothing for the empty lines that annotations leave", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const source = "export const one = () => 1\n\nexport const two = () => 2\n"
      const commit = yield* repository.commit("Add both", { files: { [path]: source } })
      yield* annotate(repository, commit, [
        { file: path, anchor: "one", lines: [1, 1], intent: "One." },
        { file: path, anchor: "two", lines: [3, 3], intent: "Two." }
      ])
      assert.notProperty(yield* readWith(repository, "auto", { path }), "evidence")
      assert.property(yield* readWith(repository, "always", { path }), "evidence")
    })
  )

  it.effect(
    "quotes each of many commits of a file where the budget has room",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const lines = Array.from({ length: 50 }, (_, index) => `export const limit${index} = ${index}`)
        for (const index of lines.keys()) {
          const message = `Limit the calls of client ${index}\n\nWithout a limit, client ${index} crashes because the server drops it.\n`
          yield* repository.commit(message, { files: { [path]: `${lines.slice(0, index + 1).join("\n")}\n` } })
        }
        const { evidence = [] } = yield* ask(repository).read({ path, max_tokens: 100_000 })
        const reasons = evidence.filter(({ quality }) => quality === "states_reason")
        assert.lengthOf(reasons, lines.length)
      }),
    slow
  )

  it.effect("lists the longest of many ranges of a commit, and counts the lines of the others", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const numbers = Array.from({ length: 40 }, (_, index) => index)
      const write = (edit: (index: number) => boolean) =>
        numbers.map((index) => `const n${index} = ${edit(index) ? "old" : "new"}\n`).join("")
      yield* repository.commit("Add numbers", { files: { [path]: write(() => true) } })
      yield* repository.commit("Change numbers\n\nThe old ones overflow.", {
        files: { [path]: write((index) => index % 4 === 0 || (index > 20 && index % 2 === 0)) }
      })
      const few = findQuote(yield* ask(repository).read({ path }), "Change numbers")
      assert.deepStrictEqual(few?.lines, [
        { start: 2, end: 4 },
        { start: 6, end: 8 },
        { start: 10, end: 12 },
        { start: 14, end: 16 },
        { start: 18, end: 20 },
        { start: 22, end: 22 },
        { start: 24, end: 24 },
        { start: 26, end: 26 }
      ])
      assert.strictEqual(few?.more_lines, 7)
      const all = findQuote(yield* ask(repository).read({ path, verbose: true }), "Change numbers")
      assert.strictEqual(all?.lines.length, 15)
      assert.isUndefined(all?.more_lines)
    })
  )

  it.effect("leaves out lines that an annotation covers, unless all are asked for", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeExplained
      const auto = yield* readWith(repository, "auto", { path })
      assert.strictEqual(auto.regions.length, 1)
      const covered = (auto.evidence ?? []).flatMap(({ lines }) => lines).filter(({ end }) => end >= 9)
      assert.deepStrictEqual(covered, [])
      assert.notProperty(yield* readWith(repository, "auto", { path, anchor: "connect" }), "evidence")
      const all = yield* readWith(repository, "always", { path, anchor: "connect" })
      assert.deepStrictEqual(subjects(all), ["Add the pool"])
    })
  )

  it.effect("comes after annotations in the budget, and says what is left out", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeExplained
      const small = yield* readWith(repository, "auto", { path, max_tokens: 400 })
      assert.strictEqual(small.regions.length, 1)
      assert.deepStrictEqual(subjects(small), ["Add the pool"])
      assert.include(small.warnings?.join("\n") ?? "", "1 quote of history left out")
    })
  )

  it.effect(
    "never costs an annotation anything, whatever the budget",
    () =>
      Effect.gen(function* () {
        const { first, repository } = yield* makeExplained
        const text = "Callers hold the lock. The broker closes second connections, and says so nowhere."
        yield* annotate(
          repository,
          first,
          ["connect", "Pool.acquire"].map((anchor) => ({
            file: path,
            anchor,
            lines: anchor === "connect" ? [9, 11] : [2, 4],
            intent: "Make a pool.",
            reasoning: text,
            risk_notes: text
          }))
        )
        const regionsWith = (mode: string, max_tokens: number) =>
          readWith(repository, mode, { path, max_tokens }).pipe(Effect.map(({ regions }) => regions))
        for (const tokens of [360, 400, 440, 480, 520, 560, 600, 700, 800])
          assert.deepStrictEqual(yield* regionsWith("auto", tokens), yield* regionsWith("never", tokens), `${tokens}`)
      }),
    slow
  )

  it.effect("quotes another tool's note as soon as it is there, also where the answer was asked for before", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makeExplained
      yield* repository.git(["config", "ultragit.evidence", "auto"])
      yield* serving(repository, (pipeline) =>
        Effect.gen(function* () {
          const kinds = Effect.map(pipeline.read({ path, anchor: "Pool.release" }), ({ evidence = [] }) =>
            evidence.map(({ kind }) => kind)
          )
          assert.notInclude(yield* kinds, "review")
          const review = JSON.stringify({ timestamp: "1700000000", description: "Because it leaks.", v: 0 })
          yield* repository.note(second, review, { ref: "refs/notes/devtools/reviews" })
          assert.include(yield* kinds, "review")
        })
      )
    })
  )

  it.effect("passes over the commits of .git-blame-ignore-revs, and says so", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makeExplained
      yield* repository.commit("List it", { files: { ".git-blame-ignore-revs": `${second}\n` } })
      const answer = yield* readWith(repository, "auto", { path, anchor: "Pool.release" })
      assert.deepStrictEqual(subjects(answer), ["Add the pool"])
      assert.include(answer.warnings?.join("\n") ?? "", "1 commit in .git-blame-ignore-revs passed over.")
    })
  )

  it.effect("adds the text around a reason when the answer is verbose", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeExplained
      const query = { path, anchor: "Pool.release", verbose: true }
      const { evidence = [] } = yield* readWith(repository, "auto", query)
      assert.include(evidence[0]?.text ?? "", "Some words about it.")
    })
  )

  it.effect(
    "quotes what it can, and says what is missing, in a partial clone that lacks changesets",
    () =>
      Effect.gen(function* () {
        const source = yield* makeRepository({ config: { "uploadpack.allowFilter": "true" } })
        const first = yield* source.commit(`Add the pool\n\n${reason}\n`, {
          files: { [path]: poolSource, ".changeset/pool.md": '---\n"pool": minor\n---\n\nA pool.\n' }
        })
        yield* source.commit("Release", { files: { ".changeset/pool.md": null } })
        yield* annotate(source, first, [{ file: path, anchor: "connect", lines: [9, 11], intent: "Make a pool." }])
        const folder = join(yield* makeFolder, "clone")
        yield* source.git(["clone", "--quiet", "--filter=blob:none", `file://${source.directory}`, folder])
        const partial = repositoryAt(folder)
        yield* partial.git(["fetch", "--quiet", "origin", "refs/notes/ultragit:refs/notes/ultragit"])
        yield* partial.git(["log", "--notes=ultragit"])
        const { evidence = [], regions, warnings = [] } = yield* ask(partial).read({ path })
        assert.deepStrictEqual(
          regions.map(({ intent }) => intent),
          ["Make a pool."]
        )
        assert.deepInclude(evidence[0], { commit: first, reason })
        assert.match(warnings.join("\n"), /changesets not quoted: Object [0-9a-f]{40} is not in this repository/)
        const summary = yield* ask(partial).summary({ path })
        assert.strictEqual(summary.evidence?.[0]?.commit, first)
        assert.match(summary.warnings?.join("\n") ?? "", /changesets not quoted/)
        // Git itself fetches what it is asked to show.
        yield* partial.git(["log", "-p"])
        const complete = yield* ask(partial).read({ path })
        assert.isTrue(complete.evidence?.some(({ kind }) => kind === "changeset"))
        assert.notMatch(complete.warnings?.join("\n") ?? "", /is not in this repository/)
      }),
    slow
  )

  it.effect("does not quote the boundary of a shallow clone for what is older, and says so", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makeExplained
      const third = yield* repository.commit("Make it twice", {
        files: { [path]: poolSource.replace("    this.log(id)\n", "    this.twice(id)\n") }
      })
      const folder = join(yield* makeFolder, "clone")
      yield* repository.git(["clone", "--quiet", "--depth", "2", `file://${repository.directory}`, folder])
      const shallow = repositoryAt(folder)
      const query = { path, anchor: "Pool.release" }
      const answers = [yield* ask(shallow).read(query), yield* ask(shallow).history(query)]
      for (const { evidence = [], warnings = [] } of answers) {
        const commits = evidence.map(({ commit }) => commit)
        assert.include(commits, third)
        assert.notInclude(commits, second)
        assert.match(warnings.join("\n"), /before the boundary of this shallow clone are unknown/)
      }
      const { evidence, warnings = [] } = yield* ask(shallow).summary({ path })
      assert.isTrue(evidence?.every(({ commit }) => commit === third))
      assert.match(warnings.join("\n"), /before the boundary of this shallow clone are unknown/)
      yield* shallow.git(["fetch", "--quiet", "--unshallow"])
      const complete = yield* ask(shallow).read(query)
      assert.notMatch(complete.warnings?.join("\n") ?? "", /shallow/)
      assert.include(subjects(complete), "Add the pool")
    })
  )

  it.effect("does not quote a boundary of a shallow clone whose parent another branch has", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makeExplained
      const side = yield* repository.commit("Say hello", { files: { "hello.txt": "Hello\n" } })
      yield* repository.git(["checkout", "--quiet", "-b", "side", second])
      yield* repository.commit("Say more", { files: { "more.txt": "More\n" } })
      yield* repository.commit("Say most", { files: { "more.txt": "Most\n" } })
      yield* repository.git(["checkout", "--quiet", "-"])
      yield* repository.git(["merge", "--quiet", "--no-ff", "-m", "Merge side", "side"])
      const folder = join(yield* makeFolder, "clone")
      yield* repository.git(["clone", "--quiet", "--depth", "2", `file://${repository.directory}`, folder])
      const shallow = repositoryAt(folder)
      yield* shallow.git(["fetch", "--quiet", "--depth", "1", "origin", second])
      const boundary = yield* shallow.git(["cat-file", "-p", "HEAD^1"])
      assert.include(boundary, `parent ${second}`)
      const { evidence = [], warnings = [] } = yield* ask(shallow).history({ path })
      assert.notInclude(
        evidence.map(({ commit }) => commit),
        side
      )
      assert.match(warnings.join("\n"), /before the boundary of this shallow clone are unknown/)
    })
  )
})
