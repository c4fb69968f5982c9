import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { annotate } from "../../../src/writing/annotate/annotate.ts"
import { annotateCommit } from "../../../src/writing/annotate/annotateCommit.ts"
import { formatTimestamp } from "../../../src/domain/Instant.ts"
import { type CommitContext, emptyContext, type Rationale } from "../../../src/writing/context/CommitContext.ts"
import type { Region } from "../../../src/domain/Annotation.ts"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { poolSource } from "../../support/annotated.ts"
import { authored } from "../../support/authored.ts"
import { firstDate, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { noteOn } from "../../support/writer.ts"
import { fromTemplate } from "../../support/template.ts"

const because: CommitContext = { ...emptyContext, reason: "The broker closes second connections." }

/** The same, left some seconds before the first commit. */
const leftBefore = (seconds: number): CommitContext => ({
  ...because,
  set_at: formatTimestamp((firstDate - seconds) * 1000)
})

const write = (repository: TemporaryRepository, commit: ObjectId, facts: CommitContext = because) =>
  Effect.map(authored(repository)(annotateCommit(commit, Option.some(facts))), Option.getOrThrow)

const places = (outcome: { readonly regions: ReadonlyArray<{ file: string; ast_anchor: { name: string } }> }) =>
  outcome.regions.map(({ ast_anchor, file }) => `${file} ${ast_anchor.name}`)

const makePool = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const first = yield* repository.commit("Add the pool", {
      files: { "src/pool.ts": poolSource, "notes.adoc": "a\nb\n" }
    })
    return { repository, first }
  })
)

/** A second commit that makes a file out of the pool's by replacing. */
const changed = Effect.fnUntraced(function* (change: (source: string) => string, message = "Change the pool") {
  const { repository } = yield* makePool
  const commit = yield* repository.commit(message, { files: { "src/pool.ts": change(poolSource) } })
  return { repository, commit }
})

describe("the context of a commit", () => {
  it.effect("is dated by its commit, but never later than now", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const dateAt = Effect.fnUntraced(function* (seconds: number) {
        yield* TestClock.setTime(seconds * 1000)
        return (yield* write(repository, first)).note.annotation.timestamp
      })
      assert.strictEqual(yield* dateAt(firstDate - 60), formatTimestamp((firstDate - 60) * 1000))
      yield* repository.git(["update-ref", "-d", "refs/notes/ultragit"])
      assert.strictEqual(yield* dateAt(firstDate + 60), formatTimestamp(firstDate * 1000))
    })
  )

  it.effect("becomes a region of every changed unit, with the subject as intent and all fields", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* changed((source) => source.replace('"connection"', '"other"'))
      const outcome = yield* write(repository, commit, {
        task: "T-1",
        reason: "Because.",
        constraints: ["Never throw."],
        alternatives: [{ text: "Poll", reason: "Too slow." }],
        dependencies: [{ file: "src/a.ts", anchor: "a", nature: "is pure" }],
        tags: ["pool"],
        risk: "Slow."
      })
      const { annotation } = Option.getOrThrow(yield* noteOn(repository, commit))
      assert.deepStrictEqual(annotation.regions, [
        {
          file: "src/pool.ts",
          ast_anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): string" },
          lines: { start: 2, end: 4 },
          intent: "Change the pool",
          reasoning: "Because.",
          constraints: [{ text: "Never throw.", source: "author" }],
          semantic_dependencies: [{ file: "src/a.ts", anchor: "a", nature: "is pure" }],
          related_annotations: [],
          tags: ["pool"],
          risk_notes: "Slow.",
          alternatives: [{ text: "Poll", reason: "Too slow." }]
        }
      ])
      assert.deepStrictEqual(
        [annotation.task, annotation.summary, annotation.context_level, outcome.kind],
        ["T-1", "Change the pool", "enhanced", "written"]
      )
    })
  )

  it.effect("goes to the innermost units, largest change first", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      assert.deepStrictEqual(places(yield* write(repository, first)), [
        "src/pool.ts Pool.acquire",
        "src/pool.ts Pool.release",
        "src/pool.ts connect",
        "notes.adoc lines 1-2",
        "src/pool.ts Pool"
      ])
    })
  )

  it.effect.each([
    ["a deletion within a unit", (source: string) => source.replace("    this.log(id)\n", ""), ["Pool.release"]],
    ["a line outside of all units", (source: string) => `import "./log.ts"\n${source}`, ["lines 1-1"]],
    ["a blank line alone", (source: string) => source.replace("{\n", "{\n\n"), ["Pool"]],
    [
      "a blank line in one unit and a change of another",
      (source: string) => source.replace("{\n", "{\n\n").replace('"connection"', '"other"'),
      ["Pool.acquire"]
    ],
    ["a deleted unit", (source: string) => source.replace(/export function[^]*/, ""), ["lines 8-8"]],
    ["a deleted method", (source: string) => source.replace(/ {2}release[^]*?\n {2}\}\n/, ""), ["Pool"]]
  ] as const)("goes, for %s, to %o", ([, change, names]) =>
    Effect.gen(function* () {
      const { commit, repository } = yield* changed(change)
      const outcome = yield* write(repository, commit)
      assert.deepStrictEqual(
        outcome.regions.map((region) => region.ast_anchor.name),
        [...names]
      )
    })
  )

  it.effect("is all in the summary of a commit without a place for it", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const empty = yield* repository.commit("Nothing")
      const outcome = yield* write(repository, empty)
      const said = "The broker closes second connections."
      assert.deepStrictEqual([outcome.regions, outcome.note.annotation.summary], [[], `Nothing. ${said}`])
      const deleting = yield* repository.commit("Delete", { files: { "notes.adoc": null } })
      const more = { ...because, constraints: ["Stay away"], risk: "Links break." }
      assert.strictEqual(
        (yield* write(repository, deleting, more)).note.annotation.summary,
        `Delete. ${said} Constraint: Stay away. Risk: Links break. Deleted: notes.adoc.`
      )
      yield* repository.git(["update-index", "--chmod=+x", "src/pool.ts"])
      yield* repository.git(["commit", "--quiet", "-m", "Mode"])
      assert.deepStrictEqual((yield* write(repository, yield* repository.id("HEAD"))).regions, [])
    })
  )

  it.effect("skips binary files and excluded paths", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["config", "ultragit.exclude", "vendor/"])
      const commit = yield* repository.commit("Add", {
        files: {
          "logo.png": new Uint8Array([1, 0, 2]),
          "vendor/a.ts": "export const a = 1\n",
          "b.ts": "export const b = 1\n"
        }
      })
      assert.deepStrictEqual(places(yield* write(repository, commit)), ["b.ts b"])
    })
  )

  it.effect("follows a renamed file to its new path", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/pond.ts"])
      yield* repository.write("src/pond.ts", poolSource.replace("new Pool()", "new Pool(url)"))
      const commit = yield* repository.commit("Rename")
      assert.deepStrictEqual(places(yield* write(repository, commit)), ["src/pond.ts connect"])
    })
  )

  it.effect("makes at most 50 regions, and names the rest in the summary", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const source = Array.from(
        { length: 60 },
        (_, index) => `export const v${index} = () => {\n  return ${index}\n}\n`
      )
      const commit = yield* repository.commit("Add many.", { files: { "many.ts": source.join("") } })
      const outcome = yield* write(repository, commit)
      assert.strictEqual(outcome.regions.length, 50)
      assert.match(outcome.note.annotation.summary, /^Add many\. Also changed: many\.ts:v50, .*, many\.ts:v59\.$/)
    })
  )

  it.effect("leaves regions for other files where one has many places", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const many = Array.from({ length: 200 }, (_, index) => `export function f${index}() {\n  return ${index}\n}\n`)
      const commit = yield* repository.commit("Add many", {
        files: { "generated.ts": many.join(""), "ünits.ts": "export const unit = 1\n", "z.py": "def z(): pass\n" }
      })
      const outcome = yield* write(repository, commit)
      assert.strictEqual(outcome.regions.length, 50)
      assert.includeMembers([...places(outcome)], ["ünits.ts unit", "z.py z"])
      assert.strictEqual(outcome.note.annotation.summary, "Add many. Also changed: generated.ts (152 places).")
    })
  )

  it.effect("goes, in a merge, to what the merge itself changed", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.commit("Ours", { files: { "src/pool.ts": poolSource.replace('"connection"', '"ours"') } })
      yield* repository.git(["checkout", "--quiet", "-b", "topic", first])
      const theirs = poolSource.replace('"connection"', '"theirs"').replace("new Pool()", "new Pool(url)")
      yield* repository.commit("Theirs", { files: { "src/pool.ts": theirs, "more.ts": "export const more = 1\n" } })
      yield* repository.git(["checkout", "--quiet", "main"])
      yield* repository.tryGit(["merge", "topic"])
      const commit = yield* repository.commit("Merge", {
        files: { "src/pool.ts": theirs.replace('"theirs"', '"both"') }
      })
      assert.deepStrictEqual(places(yield* write(repository, commit)), ["src/pool.ts Pool.acquire"])
    })
  )

  it.effect("is read from trailers, after the options", () =>
    Effect.gen(function* () {
      const trailers = [
        "Ultragit-Reason: From the trailer",
        "ultragit-constraint: One",
        "ULTRAGIT-CONSTRAINT: Two",
        "Ultragit-Tags: a, b",
        "Ultragit-Rejected: Poll: Too slow.",
        "ultragit-rejected: Push",
        "Ultragit-Risk: Slow",
        "Ultragit-Depends: src/a.rs:A::b=is pure",
        "Ultragit-Depends: nonsense"
      ]
      const message = `Change\n\nBody.\n\n${trailers.join("\n")}\nSigned-off-by: A <a@b.c>`
      const { commit, repository } = yield* changed((source) => source.replace("new Pool()", "new Pool(url)"), message)
      const outcome = yield* write(repository, commit, {
        ...emptyContext,
        task: "T-1",
        reason: "Given",
        constraints: ["Zero"]
      })
      const [region] = outcome.regions
      assert.deepStrictEqual(
        [region?.reasoning, region?.constraints.map(({ text }) => text), region?.tags, region?.risk_notes],
        ["Given", ["Zero", "One", "Two"], ["a", "b"], "Slow"]
      )
      assert.deepStrictEqual(region?.alternatives, [{ text: "Poll", reason: "Too slow." }, { text: "Push" }])
      assert.deepStrictEqual(region?.semantic_dependencies, [{ file: "src/a.rs", anchor: "A::b", nature: "is pure" }])
      assert.deepStrictEqual(outcome.warnings, [
        "The trailer Ultragit-Depends is not FILE:ANCHOR=NATURE: nonsense",
        "The dependency on src/a.rs:A::b: the file is not in the commit."
      ])
    })
  )

  it.effect("is empty without any input", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      assert.deepStrictEqual(yield* authored(repository)(annotateCommit(first, Option.none())), Option.none())
      assert.deepStrictEqual(
        yield* authored(repository)(annotateCommit(first, Option.some(emptyContext))),
        Option.none()
      )
    })
  )

  it.effect("does not override later annotations of the commit, and changes nothing the second time", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* changed((source) => source.replace("new Pool()", "new Pool(url)"))
      yield* TestClock.setTime((firstDate + 400 * 86_400) * 1000)
      yield* repository.note(commit, {
        summary: "Mine.",
        $schema: "ultragit/v1",
        commit,
        timestamp: "2024-06-01T00:00:00Z",
        context_level: "enhanced",
        regions: [
          {
            file: "src/pool.ts",
            ast_anchor: { type: "function", name: "connect", signature: "export function connect(url: string): Pool" },
            lines: { start: 9, end: 11 },
            intent: "Mine."
          }
        ]
      })
      const outcome = yield* write(repository, commit)
      const [region] = outcome.note.annotation.regions
      assert.deepStrictEqual([region?.intent, region?.reasoning], ["Mine.", undefined])
      assert.deepStrictEqual(
        outcome.note.annotation.superseded?.map(({ field, value }) => [field, value]),
        [
          ["intent", "Change the pool"],
          ["reasoning", "The broker closes second connections."],
          ["summary", "Change the pool"]
        ]
      )
      assert.strictEqual((yield* write(repository, commit)).kind, "unchanged")
    })
  )

  it.effect("gives a warning when set long before the commit", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      assert.deepStrictEqual((yield* write(repository, first, leftBefore(60))).warnings, [])
      assert.deepStrictEqual((yield* write(repository, first, leftBefore(900))).warnings, [
        "The context was set 15 minutes before the commit."
      ])
    })
  )

  it.effect("is refused when it looks like a credential", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const facts = { ...because, constraints: [`Use ghp_${"a1B2c3D4e5F6".repeat(3)}`] }
      const error = yield* Effect.flip(write(repository, first, facts))
      assert.strictEqual("code" in error ? error.code : "", "secret_found")
    })
  )

  it.effect("has a subject even where the commit has no message", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const commit = yield* repository.commit("", { files: { "a.ts": "export const a = 1\n" } })
      const { regions } = yield* write(repository, commit, { ...emptyContext, reason: "It is needed. And so on." })
      assert.strictEqual(regions[0]?.intent, "It is needed.")
    })
  )

  it.effect("has the subject of the commit that a fixup is for", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const subjectOf = Effect.fnUntraced(function* (message: string) {
        const commit = yield* repository.commit(message, { files: { "a.ts": `export const a = "${message}"\n` } })
        const { note, regions } = yield* write(repository, commit)
        return [regions[0]?.intent, note.annotation.summary]
      })
      assert.deepStrictEqual(yield* subjectOf("fixup! squash! Add a"), ["Add a", "Add a"])
      assert.deepStrictEqual(yield* subjectOf("fixup! "), ["fixup!", "fixup!"])
    })
  )

  it.effect("has an escaped subject for any commit message", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const commit = yield* repository.commit("A \u001b[2Jsubject", { files: { "a.ts": "export const a = 1\n" } })
      const { note, regions } = yield* write(repository, commit)
      assert.deepStrictEqual([regions[0]?.intent, note.annotation.summary], ["A \\x1b[2Jsubject", "A \\x1b[2Jsubject"])
    })
  )

  it.effect("yields to anything the author writes later, and keeps the reasoning where that gives none", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* changed((source) => source.replace("new Pool()", "new Pool(url)"))
      yield* write(repository, commit)
      const given = { summary: "Mine.", regions: [{ file: "src/pool.ts", anchor: "connect", intent: "Mine." }] }
      const { note } = yield* authored(repository)(annotate({ given }))
      assert.deepStrictEqual(
        note.annotation.regions.map(({ intent, reasoning }) => [intent, reasoning]),
        [["Mine.", because.reason]]
      )
      const kept = note.annotation.superseded?.find(({ field }) => field === "reasoning")
      assert.deepStrictEqual([kept?.value, kept?.intent], [because.reason, "Change the pool"])
    })
  )
})

const rationale = (more: Partial<Rationale>): Rationale => ({ ...emptyContext, ...more })

/** A commit that changes Pool.acquire and connect. */
const both = changed((source) => source.replace('"connection"', '"other"').replace("new Pool()", "new Pool(url)"))

const shown = ({ regions }: { readonly regions: ReadonlyArray<Region> }) =>
  regions.map(({ ast_anchor, constraints, reasoning, spread }) => [
    ast_anchor.name,
    reasoning,
    constraints.map(({ text }) => text),
    spread
  ])

describe("the place of a reason", () => {
  it.effect("is marked as spread over several units where the author named none", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      assert.deepStrictEqual(shown((yield* write(repository, commit)).note.annotation), [
        ["Pool.acquire", because.reason, [], true],
        ["connect", because.reason, [], true]
      ])
    })
  )

  it.effect("is only what the author names", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      const facts: CommitContext = {
        ...emptyContext,
        task: "T",
        placed: [
          { at: [{ file: "src/pool.ts", anchor: "acquire" }], ...rationale({ constraints: ["One at a time."] }) }
        ]
      }
      assert.deepStrictEqual(shown((yield* write(repository, commit, facts)).note.annotation), [
        ["Pool.acquire", undefined, ["One at a time."], undefined]
      ])
    })
  )

  it.effect("is every changed unit where there is a task and no reason", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      const { regions } = yield* write(repository, commit, { ...emptyContext, task: "T" })
      assert.deepStrictEqual(shown({ regions }), [
        ["Pool.acquire", undefined, [], true],
        ["connect", undefined, [], true]
      ])
    })
  )

  it.effect("is spread where something given for all units is added to what the author names", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      const placed = [{ at: [{ file: "src/pool.ts", anchor: "acquire" }] as const, ...rationale({ reason: "Own." }) }]
      const { regions } = yield* write(repository, commit, { ...because, placed })
      assert.deepStrictEqual(shown({ regions }), [
        ["Pool.acquire", "Own.", [], undefined],
        ["connect", because.reason, [], true]
      ])
      const more = yield* write(repository, commit, { ...because, constraints: ["Never throw."], placed })
      assert.deepStrictEqual(shown(more)[0], ["Pool.acquire", "Own.", ["Never throw."], true])
    })
  )

  it.effect("is a unit around the change, or lines, when named", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      const placed = ["Pool", "10"].map((anchor) => ({
        at: [{ file: "src/pool.ts", anchor }] as const,
        ...rationale({ reason: anchor })
      }))
      const { warnings, note } = yield* write(repository, commit, { ...emptyContext, placed })
      assert.deepStrictEqual(warnings, [])
      assert.deepStrictEqual(
        note.annotation.regions.map(({ ast_anchor, reasoning }) => [ast_anchor.name, reasoning]),
        [
          ["Pool", "Pool"],
          ["connect", "10"]
        ]
      )
    })
  )

  it.effect("is spread within a file named without a unit, and shared by places named together", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      const [acquire, connect] = ["acquire", "connect"].map((anchor) => ({ file: "src/pool.ts", anchor }))
      assert.isDefined(acquire)
      assert.isDefined(connect)
      const together: CommitContext = {
        ...emptyContext,
        placed: [{ at: [acquire, connect], ...rationale({ reason: "Both." }) }]
      }
      assert.deepStrictEqual(
        (yield* write(repository, commit, together)).regions.map(({ spread }) => spread),
        [undefined, undefined]
      )
      const file: CommitContext = {
        ...emptyContext,
        placed: [{ at: [{ file: "src/pool.ts" }], ...rationale({ reason: "File." }) }]
      }
      assert.deepStrictEqual(
        (yield* write(repository, commit, file)).regions.map(({ spread }) => spread),
        [true, true]
      )
    })
  )

  it.effect("is reported in the summary, with similar names, where the commit has no such place", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* changed((source) => source.replace('"connection"', '"other"'))
      const placed = ["conect", "connect"].map((anchor) => ({
        at: [{ file: "src/pool.ts", anchor }] as const,
        ...rationale({ reason: `Of ${anchor}` })
      }))
      const { note, warnings } = yield* write(repository, commit, { ...emptyContext, placed })
      assert.strictEqual(
        note.annotation.summary,
        "Change the pool. Of src/pool.ts:conect: Of conect. Of src/pool.ts:connect: Of connect."
      )
      assert.deepStrictEqual(note.annotation.regions, [])
      assert.match(
        warnings[0] ?? "",
        /^src\/pool\.ts:conect: There is no 'conect'.* Did you mean connect\? .*ultragit annotate --commit [0-9a-f]{10}$/
      )
      assert.match(warnings[1] ?? "", /does not change 'connect'\. It changes Pool\.acquire\./)
    })
  )

  it.effect("is set by a trailer for the trailers after it", () =>
    Effect.gen(function* () {
      const message = ["Both", "", "Ultragit-At: src/pool.ts:connect", "Ultragit-Reason: Quick.", "Ultragit-At: :"]
      const { repository } = yield* makePool
      const source = poolSource.replace('"connection"', '"other"').replace("new Pool()", "new Pool(url)")
      const commit = yield* repository.commit(message.join("\n"), { files: { "src/pool.ts": source } })
      const { note, warnings } = yield* write(repository, commit, emptyContext)
      assert.deepStrictEqual(shown(note.annotation), [["connect", "Quick.", [], undefined]])
      assert.deepStrictEqual(warnings, ["The trailer Ultragit-At is not FILE[:ANCHOR]: :"])
    })
  )

  it.effect("is, on an amend, what the amend changes", () =>
    Effect.gen(function* () {
      const { repository } = yield* both
      const source = poolSource.replace('"connection"', '"another"').replace("new Pool()", "new Pool(url)")
      yield* repository.write("src/pool.ts", source)
      yield* repository.git(["commit", "-qa", "--amend", "--no-edit"])
      const { regions } = yield* write(repository, yield* repository.id("HEAD"))
      assert.deepStrictEqual(shown({ regions }), [["Pool.acquire", because.reason, [], undefined]])
    })
  )
})

describe("dependencies given with a commit", () => {
  it.effect("never point from a unit to itself, and give a warning when their target is missing", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* both
      const nature = "never throws"
      const { regions, warnings } = yield* write(repository, commit, {
        ...emptyContext,
        dependencies: [
          { file: "src/pool.ts", anchor: "connect", nature },
          { file: "./src/pol.ts", anchor: "x", nature },
          { file: "src/pool.ts", anchor: "aquire", nature }
        ]
      })
      assert.deepStrictEqual(
        regions.map(({ ast_anchor, semantic_dependencies }) => [
          ast_anchor.name,
          semantic_dependencies.map(({ anchor, file }) => `${file}:${anchor}`)
        ]),
        [
          ["Pool.acquire", ["src/pool.ts:connect", "src/pol.ts:x", "src/pool.ts:aquire"]],
          ["connect", ["src/pol.ts:x", "src/pool.ts:aquire"]]
        ]
      )
      assert.deepStrictEqual(warnings, [
        "The dependency on src/pol.ts:x: the file is not in the commit. Did you mean src/pool.ts?",
        "The dependency on src/pool.ts:aquire: there is no such name in the file at this commit. Did you mean Pool.acquire?"
      ])
    })
  )
})
