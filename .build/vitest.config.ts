import { join } from "node:path"
import { defineConfig } from "vitest/config"

// The tests drive real git processes: a few seconds each on a busy machine is normal, so nothing here measures time.
const common = { pool: "forks", retry: 0, testTimeout: 60_000, hookTimeout: 60_000 } as const

/** Tests that start no process: they share a worker's modules, which take longer to load than they to run. */
const pure = [
  "test/domain/*.test.ts",
  "test/config/{Glob,PathFilter,definitions}.test.ts",
  "test/notes/{Merge,decode}.test.ts",
  "test/cli/render/*.test.ts",
  "test/commits/contracts.test.ts",
  "test/mcp/{LineReader,StdioTransport,Toolset,contracts,jsonSchema}.test.ts",
  "test/authoring/safety/*.test.ts"
]

/**
 * Tests that ask real repositories in this process and leave nothing behind in it: they share a worker's modules, too, and
 * the repositories that others are copied from.
 */
const shared = [
  "test/annotations/*.test.ts",
  "test/authoring/{annotate,backfill,carry,ci,corrections,exchange,facts,operations,setup,skill,sync}/*.test.ts",
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
      { test: { ...common, name: "pure", include: pure, isolate: false } },
      { test: { ...common, name: "shared", include: shared, exclude: pure, isolate: false, execArgv: small } },
      {
        test: { ...common, name: "git", include: ["test/**/*.test.ts"], exclude: [...pure, ...shared], execArgv: small }
      }
    ]
  }
})
