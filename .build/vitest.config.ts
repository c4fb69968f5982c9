import { join } from "node:path"
import { defineConfig } from "vitest/config"

// The tests run real git processes. The limits only end tests that hang: machines differ by far in how fast they start one.
const common = { pool: "forks", retry: 0, testTimeout: 180_000, hookTimeout: 240_000 } as const

/**
 * Small but slow files. They are in the first project by name, because vitest runs small files last, when other workers
 * would be idle.
 */
const costly = [
  "test/operations/*.test.ts",
  "test/commitIndex/sync/*.test.ts",
  "test/adapters/git/contract.test.ts",
  "test/notes/concurrency.test.ts"
]

/**
 * Tests whose process starts next to nothing itself: some need none, others have the program run elsewhere. They share a
 * worker's modules, which take longer to load than most of them to run.
 */
const light = [
  "test/{architecture,bench,domain,fuzz,library,support}/**/*.test.ts",
  "test/cli/**/*.test.ts",
  "test/adapters/{llm,parser,sql}/**/*.test.ts",
  "test/adapters/git/{batch,clone,parse}/*.test.ts",
  "test/adapters/git/{esgit/handle,process/{early,fairSemaphore,fileFingerprint},read/smallTree,write/writing}.test.ts",
  "test/writing/context/checkTexts.test.ts",
  "test/toolsets/**/*.test.ts",
  "test/agents/*.test.ts",
  "test/rewrite/hooks/program.test.ts",
  "test/commitIndex/{asking,lookups,model,reading,store}/*.test.ts",
  "test/config/{Glob,PathFilter,definitions}.test.ts",
  "test/setup/{agents,clients}/**/*.test.ts",
  "test/serving/{stdio/*,server/{TimeSlices,Toolset,contracts,jsonSchema}}.test.ts",
  "test/notes/{merge/Merge,format/decode}.test.ts"
]

/**
 * Tests that ask real repositories in this process and leave nothing behind in it: they share a worker's modules, too, and
 * the repositories that others are copied from.
 */
const shared = [
  "test/{codeGraph,codeIndex,evidence,lineage,openRepositories,pipeline,repositoryHost,sessions}/**/*.test.ts",
  "test/commitIndex/service/*.test.ts",
  "test/writing/{annotate,backfill,context,corrections}/*.test.ts",
  "test/{agents,rewrite}/**/*.test.ts",
  "test/sharing/*/*.test.ts",
  "test/setup/{ci,doctor,init,skill}/*.test.ts",
  "test/config/*.test.ts",
  "test/notes/**/*.test.ts"
]

/** A small young generation, because spawning is slower from a larger process. */
const small = ["--max-semi-space-size=2"]

// Workers mostly wait for git, so that three of them keep two cores busy.
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    tags: [{ name: "slow", description: "Takes seconds: left out by npm test, run by npm run test:slow." }],
    globalSetup: ["test/support/buildProgram.ts"],
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: "costly", include: costly, execArgv: small } },
      {
        test: {
          ...common,
          name: "git",
          include: ["test/**/*.test.ts"],
          exclude: [...costly, ...light, ...shared],
          execArgv: small
        }
      },
      { test: { ...common, name: "light", include: light, isolate: false } },
      {
        test: {
          ...common,
          name: "shared",
          include: shared,
          exclude: [...costly, ...light],
          isolate: false,
          execArgv: small
        }
      }
    ]
  }
})
