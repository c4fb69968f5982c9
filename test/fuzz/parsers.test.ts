import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Random } from "../../bench/verify/random.ts"
import { makeBatchParser } from "../../src/adapters/git/batch/BatchParser.ts"
import { makeBlameReader } from "../../src/adapters/git/parse/BlameParser.ts"
import { parseCommit } from "../../src/adapters/git/parse/CommitParser.ts"
import { parseConfig } from "../../src/adapters/git/parse/ConfigParser.ts"
import { makeDiffReader } from "../../src/adapters/git/parse/DiffParser.ts"
import { makeLineHistoryReader } from "../../src/adapters/git/parse/LineHistoryParser.ts"
import { makeFileHistoryReader, makeRenamesReader } from "../../src/adapters/git/parse/NameStatusParser.ts"
import { makeNotesDiffReader } from "../../src/adapters/git/parse/NotesDiffParser.ts"
import type { ChunkReader } from "../../src/adapters/git/parse/Records.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { makePool, poolSource } from "../support/annotated.ts"
import { chunked, damaged, repeated } from "../support/fuzz/random.ts"
import { scaled } from "../support/scale.ts"

const id = ObjectId.make("a".repeat(40))

interface Parsing {
  readonly reader: ChunkReader
  readonly result: () => unknown
}

const batch = (): Parsing => {
  const answers: Array<unknown> = []
  const parser = makeBatchParser({
    withContents: () => true,
    maxBytes: () => 1_000,
    answer: (answer) => void answers.push(answer),
    maxSkipBytes: 100_000,
    abandon: () => void answers.push("abandoned")
  })
  return { reader: { push: (chunk) => parser.push(Buffer.from(chunk)), end: () => {} }, result: () => answers }
}

const parsings: Readonly<Record<string, () => Parsing>> = {
  blame: () => {
    const { hunks, reader } = makeBlameReader()
    return { reader, result: hunks }
  },
  lines: () => {
    const { changes, reader } = makeLineHistoryReader("src/pool.ts")
    return { reader, result: changes }
  },
  follow: () => {
    const { changes, reader } = makeFileHistoryReader("src/pool.ts")
    return { reader, result: changes }
  },
  renames: () => {
    const { reader, renames } = makeRenamesReader()
    return { reader, result: renames }
  },
  diff: () => {
    const { files, reader } = makeDiffReader()
    return { reader, result: files }
  },
  notes: () => {
    const { change, reader } = makeNotesDiffReader()
    return { reader, result: change }
  },
  batch
}

const log = ["log", "--format=%H", "--name-status", "-z"]
const calls: Readonly<Record<string, ReadonlyArray<string>>> = {
  blame: ["blame", "--porcelain", "HEAD", "--", "src/tank.ts"],
  lines: ["log", "--format=%x00%H", "-L1,9:src/tank.ts"],
  follow: [...log, "--follow", "--", "src/tank.ts"],
  renames: [...log, "-C", "--diff-filter=RC"],
  diff: ["diff-tree", "-r", "-z", "--raw", "-p", "-U0", "HEAD~1", "HEAD"],
  notes: ["diff-tree", "-r", "-z", "refs/notes/ultragit~1", "refs/notes/ultragit"]
}

/** What git really writes, by the parser that reads it. */
const outputs = Effect.gen(function* () {
  const { repository } = yield* makePool
  yield* repository.git(["mv", "src/pool.ts", "src/tank.ts"])
  yield* repository.commit("Rename", {
    files: { "src/tank.ts": poolSource.replace("url", "address"), "ä b.txt": "x\n" }
  })
  const written: Record<string, Buffer> = {}
  for (const [name, args] of Object.entries(calls)) {
    written[name] = (yield* repository.tryGit(["-c", "core.quotePath=false", ...args])).stdout
  }
  const names = "HEAD\nHEAD^{tree}\nHEAD:src/tank.ts\nnothing\nrefs/notes/ultragit\n"
  const config = yield* repository.tryGit(["config", "--list", "-z", "--show-scope", "--show-origin"])
  const commit = yield* repository.tryGit(["cat-file", "commit", "HEAD"])
  written["batch"] = (yield* repository.tryGit(["cat-file", "--batch"], { stdin: names })).stdout
  return { written, config: config.stdout, commit: commit.stdout }
})

const parsed = (make: () => Parsing, chunks: ReadonlyArray<Buffer>): unknown => {
  const { reader, result } = make()
  // The reader keeps nothing of a chunk: what it was given may be overwritten.
  for (const chunk of chunks) {
    reader.push(chunk)
    chunk.fill(0)
  }
  reader.end()
  return result()
}

const checkParser = (random: Random, make: () => Parsing, bytes: Buffer): void => {
  const whole = parsed(make, [Buffer.from(bytes)])
  assert.deepStrictEqual(parsed(make, chunked(random, bytes)), whole)
}

describe("git's output", () => {
  it.effect("parses the same for any chunks, also when damaged", () =>
    Effect.gen(function* () {
      const { commit, config, written } = yield* outputs
      for (const [name, make] of Object.entries(parsings)) {
        const bytes = written[name] ?? Buffer.alloc(0)
        assert.isAbove(bytes.length, 40, name)
        repeated(scaled(60, 10_000), (random) => {
          checkParser(random, make, bytes)
          let harmed = bytes
          for (let times = 1 + random.below(4); times > 0 && harmed.length > 0; times -= 1)
            harmed = damaged(random, harmed)
          checkParser(random, make, harmed)
        })
      }
      repeated(scaled(100, 10_000), (random) => {
        assert.isArray(parseConfig(damaged(random, config)))
        assert.isTrue(Number.isSafeInteger(parseCommit(id, damaged(random, commit)).authorTime))
      })
    })
  )
})
