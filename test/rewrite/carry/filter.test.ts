import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, poolSource } from "../../support/annotated.ts"
import { acquire, connect, hasNote, intents, makeNoted, historyIntents } from "../../support/carried.ts"
import { run } from "../../support/program.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

/** Everything goes into a folder, and the map is written that a history rewriter leaves. */
const filter = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const before = (yield* repository.git(["rev-list", "--reverse", "main"])).split("\n")
  const move = "mkdir -p lib && mv src README.md lib/ 2>/dev/null || true"
  yield* repository.git(["filter-branch", "--force", "--tree-filter", move, "main"], {
    env: { FILTER_BRANCH_SQUELCH_WARNING: "1" }
  })
  const after = (yield* repository.git(["rev-list", "--reverse", "main"])).split("\n")
  const map = before.map((from, index) => `${from} ${after[index] ?? "0".repeat(40)}\n`).join("")
  yield* repository.write(".git/commit-map", `old                                      new\n${map}`)
  return { before, after }
})

/** Nothing of the old history is left but its notes. */
const forget = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  yield* repository.git(["update-ref", "-d", "refs/original/refs/heads/main"])
  yield* repository.git(["reflog", "expire", "--expire=now", "--all"])
  yield* repository.git(["gc", "--quiet", "--prune=now"])
})

describe("ultragit rewrite", () => {
  it.effect("says in words why it cannot read the map", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeNoted
      assert.deepStrictEqual(yield* run(["rewrite", "--repo", repository.directory, "--map", "absent"]), {
        exitCode: 1,
        stdout: "",
        stderr: "Error: Cannot read the map absent: no such file\nHint: Name a file, or - for standard input.\n"
      })
    })
  )

  it.effect(
    "carries notes to a filtered history whose old commits are deleted",
    () =>
      Effect.gen(function* () {
        const { noted, repository } = yield* makeNoted
        const later = yield* repository.commit("Say more", { files: { "src/pool.ts": `// Pools.\n${poolSource}` } })
        yield* annotate(repository, later, [
          { file: "src/pool.ts", anchor: "Pool", lines: [1, 9], intent: "Say what pools are." }
        ])
        const { after } = yield* filter(repository)
        yield* forget(repository)
        assert.strictEqual((yield* repository.tryGit(["cat-file", "-e", noted])).exitCode, 1)
        const map = ["rewrite", "--repo", repository.directory, "--map", `${repository.directory}/.git/commit-map`]
        const dry = yield* run([...map, "--dry-run", "--json"])
        assert.deepStrictEqual(JSON.parse(dry.stdout), {
          $schema: "ultragit-rewrite/v1",
          dry_run: true,
          carried: 2,
          written: 0,
          dropped: 0,
          missing: 0,
          unnoted: 1
        })
        assert.isFalse(yield* hasNote(repository, after[1] ?? ""))
        const done = yield* run(map)
        assert.strictEqual(done.stdout, "Carried 2 notes to rewritten commits; 1 had no note.\n", done.stderr)
        const again = yield* run(map)
        assert.strictEqual(again.stdout, "Nothing changed: 2 notes were carried before; 1 had no note.\n", again.stderr)
        yield* repository.git(["gc", "--quiet", "--prune=now"])
        assert.deepStrictEqual(yield* intents(repository, "lib/src/pool.ts", "connect"), [connect.intent])
        assert.deepStrictEqual(yield* historyIntents(repository, "lib/src/pool.ts", "Pool.acquire"), [acquire.intent])
      }),
    slow
  )

  it.effect("names the line of a map that it cannot read, from standard input", () =>
    Effect.gen(function* () {
      const { noted, repository } = yield* makeNoted
      const input = `${noted} ${noted.slice(0, 10)}\n`
      const { exitCode, stderr } = yield* run(["rewrite", "--repo", repository.directory, "--map", "-"], {
        stdin: input
      })
      assert.strictEqual(exitCode, 1)
      assert.include(stderr, "Line 1 of the map has")
    })
  )
})
