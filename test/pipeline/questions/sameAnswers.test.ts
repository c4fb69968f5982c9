import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { env } from "node:process"
import { chooseQuestions, type Question } from "../../../bench/verify/questions.ts"
import { makeScratch } from "../../../bench/verify/scratch.ts"
import { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import { DiskCacheEnabled } from "../../../src/store/DiskCache.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { pipelineLayer } from "../../../src/Layers.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { ParserFingerprint } from "../../../src/adapters/parser/ParserFingerprint.ts"
import { makePool } from "../../support/annotated.ts"
import { cacheFolder, damage, damages, entriesIn, kindsIn } from "../../support/cacheFiles.ts"
import { generateHistory } from "../../support/generatedHistory.ts"
import { isolation } from "../../support/runGit.ts"
import { scaled, slow } from "../../support/scale.ts"
import { whenSettled } from "../../support/settledClock.ts"
import { makeFolder, makeRepository, repositoryAt } from "../../support/TemporaryRepository.ts"
import { treeOf } from "../../support/tree.ts"

interface Life {
  readonly directory: string
  readonly enabled?: boolean
  /** Done before each question. */
  readonly before?: Effect.Effect<unknown>
  readonly environment?: Readonly<Record<string, string>>
}

/** An answer as text, a failure as its code. */
const asText = <A, E extends { readonly code: string }>(answer: Effect.Effect<A, E>): Effect.Effect<string> =>
  Effect.match(answer, { onFailure: (error) => error.code, onSuccess: (found) => JSON.stringify(found) })

const asked = ({ deps, history, read, summary }: Pipeline["Service"], question: Question) => {
  switch (question.tool) {
    case "read":
      return asText(read(question.query))
    case "deps":
      return asText(deps(question.query))
    case "history":
      return asText(history(question.query))
    case "summary":
      return asText(summary(question.query))
  }
}

/** The bytes of all answers of one process. */
const answers = (
  questions: ReadonlyArray<Question>,
  { before = Effect.void, directory, enabled = true, environment = {} }: Life
) =>
  Effect.flatMap(Pipeline, (pipeline) =>
    Effect.forEach(questions, (question) => Effect.andThen(before, asked(pipeline, question)))
  ).pipe(
    Effect.provide(
      pipelineLayer.pipe(
        Layer.provide(Layer.succeed(DiskCacheEnabled)(enabled)),
        Layer.provide(Layer.succeed(ParserFingerprint)("as it is")),
        Layer.provide(Layer.succeed(GitDirectory, directory)),
        Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation, ...environment }))
      ),
      { local: true }
    ),
    whenSettled
  )

/** A clone of a generated history with notes, some files edited, and questions about it. */
const makeQuestioned = Effect.gen(function* () {
  const { outline } = yield* Parser
  const repository = yield* makeRepository()
  const seed = 20_260_202
  yield* repository.importHistory(generateHistory(seed, scaled(30, 150)))
  const directory = join(yield* makeFolder, "clone")
  const scratch = yield* makeScratch({ source: repository.directory, directory, notes: scaled(24, 120), seed }, outline)
  const chosen = yield* chooseQuestions({ ...scratch, outlineOf: outline }, scaled(6, 60), seed)
  const folder: Question = { tool: "summary", query: { path: "src" } }
  return { directory, folder: cacheFolder(join(directory, ".git")), questions: [...chosen, folder] }
}).pipe(Effect.provide(Parser.layer))

const everyDamage = Object.values(damages)

/** About the pool once `src/pool.ts` is called `src/p.ts`. */
const ofPool: ReadonlyArray<Question> = [
  { tool: "read", query: { path: "src/p.ts", anchor: "connect" } },
  { tool: "deps", query: { path: "src/p.ts", anchor: "connect" } },
  { tool: "history", query: { path: "src/p.ts", anchor: "Pool.acquire" } },
  { tool: "history", query: { path: "src/p.ts", anchor: "Pool.release" } },
  { tool: "summary", query: { path: "src" } }
]

/** Deletes a folder into which something may still be written. */
const remove = (folder: string) =>
  Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }))

/** Subcommands of the git processes in a trace. */
const commandsIn = (trace: string): ReadonlySet<string> =>
  new Set([...trace.matchAll(/"event":"cmd_name".*"name":"([^"]*)"/g)].flatMap(([, name]) => name ?? []))

describe("answers are byte-identical", () => {
  it.live(
    "with caches off, cold, warm, damaged in every way and deleted between questions, and no other file is written",
    () =>
      Effect.gen(function* () {
        const { directory, folder, questions } = yield* makeQuestioned
        const rest = treeOf(directory, [join(".git", "ultragit")])
        const before = yield* rest
        const off = yield* answers(questions, { directory, enabled: false })
        assert.deepStrictEqual(yield* entriesIn(folder), [])
        assert.deepStrictEqual(yield* answers(questions, { directory }), off, "cold")
        // Lines are walked ahead of need here, and left when there is none: whether that was kept is chance.
        assert.includeMembers(yield* kindsIn(folder), [
          "blame-1",
          "changes-1",
          "file-history-1",
          "outline-1",
          "renames-1"
        ])
        assert.deepStrictEqual(yield* answers(questions, { directory }), off, "warm")
        for (let round = 0; round < scaled(1, everyDamage.length); round += 1) {
          const done = [...everyDamage.slice(round), ...everyDamage.slice(0, round)]
          assert.isAbove(yield* damage(folder, done), 10)
          assert.deepStrictEqual(yield* answers(questions, { directory }), off, `damaged, round ${round}`)
          yield* remove(folder)
          if (round + 1 < scaled(1, everyDamage.length)) yield* answers(questions, { directory })
        }
        assert.deepStrictEqual(
          yield* answers(questions, { directory, before: remove(folder) }),
          off,
          "deleted between questions"
        )
        assert.deepStrictEqual(yield* rest, before)
      }).pipe(Effect.scoped),
    slow
  )

  it.effect(
    "in a linked work tree, a submodule, a shallow clone and a bare clone",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.git(["mv", "src/pool.ts", "src/p.ts"])
        yield* repository.commit("Rename")
        const folder = yield* makeFolder
        const at = (name: string) => join(folder, name)
        const source = `file://${repository.directory}`
        const notes = "refs/notes/ultragit:refs/notes/ultragit"
        yield* repository.git(["worktree", "add", "--quiet", at("linked")])
        yield* repository.git(["clone", "--quiet", "--depth", "1", source, at("shallow")])
        yield* repository.git(["clone", "--quiet", "--bare", source, at("bare")])
        const outer = yield* makeRepository()
        const allowed = ["-c", "protocol.file.allow=always"]
        yield* outer.git([...allowed, "submodule", "--quiet", "add", repository.directory, "inner"])
        const directories = [at("linked"), at("shallow"), at("bare"), join(outer.directory, "inner")]
        for (const directory of directories.slice(0, scaled(1, 4))) {
          if (directory !== at("linked")) yield* repositoryAt(directory).git(["fetch", "--quiet", "origin", notes])
          const off = yield* answers(ofPool, { directory, enabled: false })
          assert.deepStrictEqual(yield* answers(ofPool, { directory }), off, `${directory}, cold`)
          assert.deepStrictEqual(yield* answers(ofPool, { directory }), off, `${directory}, warm`)
        }
      }).pipe(Effect.scoped),
    slow
  )

  it.effect(
    "from a process that reuses the walks of another",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.git(["mv", "src/pool.ts", "src/p.ts"])
        yield* repository.commit("Rename")
        const { directory } = repository
        const cold = yield* answers(ofPool, { directory })
        yield* repository.write(".git/traced", `[trace2]\n\teventTarget = ${directory}/.git/trace\n`)
        const environment = { GIT_CONFIG_GLOBAL: `${directory}/.git/traced` }
        assert.deepStrictEqual(yield* answers(ofPool, { directory, environment }), cold)
        const started = commandsIn(yield* Effect.promise(() => readFile(join(directory, ".git", "trace"), "utf8")))
        assert.include([...started], "cat-file")
        assert.notIncludeMembers([...started], ["blame"])
        assert.notIncludeMembers([...started], ["log"])
      }),
    slow
  )
})
