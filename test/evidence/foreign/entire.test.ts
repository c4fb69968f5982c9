import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findCheckpoints, readEntireSession } from "../../../src/evidence/foreign/entire.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`
const id = "a3b2c4d5e6f7"
const path = "src/pool.ts"
const source = "one\ntwo\nthree\nfour\n"

const session = (summary: object) => JSON.stringify({ agent: "Claude Code", summary })

const findings = (...code: ReadonlyArray<object>) => session({ learnings: { code } })

/** Writes a checkpoint to a ref, as a tree on its own or as a folder of a branch, and returns to the branch before. */
const writeCheckpoint = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  ref: string,
  files: Readonly<Record<string, string>>
) {
  const index = { env: { GIT_INDEX_FILE: ".git/checkpoint-index" } }
  for (const [name, content] of Object.entries(files)) {
    const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: content })
    yield* repository.git(["update-index", "--add", "--cacheinfo", `100644,${blob},${name}`], index)
  }
  const tree = yield* repository.git(["write-tree"], index)
  const commit = yield* repository.git(["commit-tree", "-m", "Checkpoint", tree])
  yield* repository.git(["update-ref", ref, commit])
})

const makeCheckpointed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit(`Add the pool\n\nEntire-Checkpoint: ${id}\n`, { files: { [path]: source } })
  return repository
})

const sessionsOf = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const { evidence = [], warnings = [] } = yield* ask(repository).read({ path, lines: "1:2", verbose: true })
  const others = evidence.filter(({ kind }) => kind !== "session").map(({ subject }) => subject)
  return { sessions: evidence.filter(({ kind }) => kind === "session"), others, warnings: warnings.join("\n") }
})

describe("checkpoints of Entire", () => {
  it("are named by trailers", () => {
    const named = [id, "../../etc", "A3B2C4D5E6F7", "01ARZ3NDEKTSV4RRFFQ69G5FAV", id]
    const trailers = named.map((value) => ({ key: "Entire-Checkpoint", value }))
    assert.deepStrictEqual(findCheckpoints(trailers), [id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"])
  })

  for (const [ref, folder] of [
    ["refs/heads/entire/checkpoints/v1", `a3/${id.slice(2)}/`],
    ["refs/remotes/origin/entire/checkpoints/v1", `a3/${id.slice(2)}/`],
    [`refs/entire/checkpoints/f7/${id}`, ""]
  ] as const) {
    it.effect(
      `in ${ref} give what a session was about, and what it learned of the lines`,
      () =>
        Effect.gen(function* () {
          const repository = yield* makeCheckpointed
          const metadata = session({
            intent: `Keep one connection.\n${token}`,
            learnings: {
              code: [
                { path, line: 1, end_line: 2, finding: "The pool must not be shared." },
                { path, line: 4, finding: "Elsewhere." },
                { path: "other.ts", line: 1, finding: "Another file." }
              ]
            }
          })
          yield* writeCheckpoint(repository, ref, {
            [`${folder}0/metadata.json`]: metadata,
            [`${folder}2/metadata.json`]: session({}),
            [`${folder}2/prompt.txt`]: "Open a pool.\n---\n<bash-input>ls</bash-input><bash-stdout>a</bash-stdout>"
          })
          const { sessions } = yield* sessionsOf(repository)
          assert.sameMembers(
            sessions.map(({ by, reason, source: from, text }) => `${from} ${by}: ${text ?? reason}`),
            [
              `${ref} agent: Keep one connection.\n[line left out: it looks like a GitHub token]`,
              `${ref} agent: The pool must not be shared.`,
              `${ref} person: Open a pool.`
            ]
          )
          assert.notInclude(JSON.stringify(sessions), token)
        }),
      ref === "refs/heads/entire/checkpoints/v1" ? slow : {}
    )
  }

  it.effect("that are odd are counted, and change nothing else", () =>
    Effect.gen(function* () {
      const repository = yield* makeCheckpointed
      const before = yield* sessionsOf(repository)
      const folder = `a3/${id.slice(2)}`
      yield* writeCheckpoint(repository, "refs/heads/entire/checkpoints/v1", {
        [`${folder}/0/metadata.json`]: "{",
        [`${folder}/1/metadata.json`]: "[".repeat(100_000),
        [`${folder}/2/metadata.json`]: JSON.stringify({ agent: "x".repeat(2 * 1024 * 1024) }),
        [`${folder}/3/metadata.json`]: findings({ path, line: -1, end_line: 1e300, finding: { a: 1 } }),
        [`${folder}/not/metadata.json`]: "{"
      })
      const { others, sessions, warnings } = yield* sessionsOf(repository)
      assert.deepStrictEqual(others, before.others)
      assert.deepStrictEqual(sessions, [])
      assert.include(warnings, "3 parts of other tools' notes skipped")
    })
  )

  it("take places that make no sense for the whole file", () => {
    const finding = "It must stay."
    const { quotes } = readEntireSession(
      findings({ path, line: 0, finding }, { path, line: 3, end_line: 1, finding }, { path, line: "1", finding }),
      ""
    )
    assert.deepStrictEqual(
      quotes.map(({ lines }) => lines),
      [undefined, [{ start: 3, end: 3 }], undefined]
    )
  })
})
