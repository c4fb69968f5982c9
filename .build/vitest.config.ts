import { join } from "node:path"
import { defineConfig } from "vitest/config"

// The tests drive real git processes: a few seconds each on a busy machine is normal, so nothing here measures time.
const common = { pool: "forks", retry: 0, testTimeout: 60_000, hookTimeout: 60_000 } as const

/**
 * Small files that take long. Projects run in the order of their names, and small files last: at the end the other workers
 * would have nothing left to do.
 */
const dear = [
  "test/authoring/operations/*.test.ts",
  "test/commits/sync/*.test.ts",
  "test/adapters/git/contract.test.ts",
  "test/notes/concurrency.test.ts"
]

/**
 * Tests whose process starts next to nothing itself: some need none, others have the program run elsewhere. They share a
 * worker's modules, which take longer to load than most of them to run.
 */
const light = [
  "test/{architecture,bench,cli,domain,fuzz,library,llm,parser,sql,support}/**/*.test.ts",
  "test/authoring/{safety/*,contracts,hooks/program}.test.ts",
  "test/commits/{*,asking/*,reading/*}.test.ts",
  "test/config/{Glob,PathFilter,definitions}.test.ts",
  "test/git/{batch,clones,early,handle,parsers,patchParser,paths,shares,smallTree,watched,writing}.test.ts",
  "test/mcp/{install/*,LineReader,StdioTransport,TimeSlices,Toolset,contracts,jsonSchema}.test.ts",
  "test/notes/{Merge,decode}.test.ts"
]

/**
 * Tests that ask real repositories in this process and leave nothing behind in it: they share a worker's modules, too, and
 * the repositories that others are copied from.
 */
const shared = [
  "test/annotations/*.test.ts",
  "test/authoring/{annotate,backfill,carry,ci,corrections,exchange,facts,setup,skill,sync}/*.test.ts",
  "test/config/*.test.ts",
  "test/notes/*.test.ts"
]

/** A small young generation: what starts a process pays for its own size. */
const small = ["--max-semi-space-size=2"]

// Most of the time a worker waits for git: one more of them than cores keeps two cores busy.
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: ["test/support/buildProgram.ts"],
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: "dear", include: dear, execArgv: small } },
      {
        test: {
          ...common,
          name: "git",
          include: ["test/**/*.test.ts"],
          exclude: [...dear, ...light, ...shared],
          execArgv: small
        }
      },
      { test: { ...common, name: "light", include: light, isolate: false } },
      {
        test: {
          ...common,
          name: "shared",
          include: shared,
          exclude: [...dear, ...light],
          isolate: false,
          execArgv: small
        }
      }
    ]
  }
})
