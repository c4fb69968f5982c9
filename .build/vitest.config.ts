import { existsSync } from "node:fs"
import { delimiter, join, matchesGlob } from "node:path"
import process from "node:process"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const root = join(import.meta.dirname, "..")

// Workers, their threads and the programs that they run load much the same modules, hundreds of times.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/ultragit-tests-code")

// Hooks and checks look for the program on the search path, where an installed one would answer for that of the tests.
process.env["PATH"] = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, "ultragit")) || existsSync(join(folder, "git")))
  .join(delimiter)

// The tests run real git processes. The limits only end tests that hang: machines differ by far in how fast they start one.
const common = { pool: "forks", retry: 0, testTimeout: 180_000, hookTimeout: 240_000 } as const

/** Small but slow files. */
const costly = [
  "test/acceptance.test.ts",
  "test/operations/*.test.ts",
  "test/capture/worker/*.test.ts",
  "test/adapters/git/contract.test.ts",
  "test/adapters/git/GitWriteProcess.test.ts",
  "test/serving/server/conformance.test.ts"
]

const isCostly = ({ moduleId }: TestSpecification): boolean =>
  costly.some((glob) => matchesGlob(moduleId, join(root, glob)))
const rank = (file: TestSpecification): number => (file.project.config.isolate ? 0 : isCostly(file) ? 1 : 2)

/**
 * Starts the costly files first, after those with a worker of their own: vitest would run them last, by their size, when
 * other workers would be idle.
 */
class CostlyFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is vitest's own
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Tests that count what their own process holds: its memory, its child processes and pipes. Each has a worker of its own. */
const alone = ["test/adapters/git/esgit/{differential,memory}.test.ts", "test/serving/server/repositories.test.ts"]

/**
 * Tests whose process starts next to nothing itself: some need none, others have the program run elsewhere. They share a
 * worker's modules, which take longer to load than most of them to run.
 */
const light = [
  "test/{architecture,bench,domain,fuzz,library,store,support}/**/*.test.ts",
  "test/cli/**/*.test.ts",
  "test/adapters/{gitblit,http,llm,parser,sql,threads,watching}/**/*.test.ts",
  "test/adapters/git/{batch,clone,parse}/*.test.ts",
  "test/adapters/git/{esgit/handle,process/{early,fairSemaphore,fileFingerprint},read/smallTree,write/writing}.test.ts",
  "test/writing/context/checkTexts.test.ts",
  "test/toolsets/**/*.test.ts",
  "test/agents/*.test.ts",
  "test/rewrite/hooks/program.test.ts",
  "test/commitIndex/{asking,lookups,model,queries,reading,store}/*.test.ts",
  "test/config/{Glob,PathFilter,definitions}.test.ts",
  "test/setup/{agents,clients}/**/*.test.ts",
  "test/serving/{auth,http,rest,stdio}/*.test.ts",
  "test/serving/server/{ServedToolset,TimeSlices,Toolset,contracts,jsonSchema,resources}.test.ts",
  "test/notes/{merge/Merge,format/decode}.test.ts"
]

/** Tests that parse much, on threads. */
const code = ["test/{codeGraph,codeIndex}/**/*.test.ts"]

/** Tests that ask about the history of code. */
const questions = ["test/{evidence,lineage,pipeline}/**/*.test.ts"]

/** Tests that write notes, settings and hooks. */
const notes = ["test/{agents,config,notes,rewrite,sessions,setup,sharing,writing}/**/*.test.ts"]

/**
 * Workers that keep the modules that they have loaded, and the repositories that others are copied from, for the tests of
 * a project. Spawning is slower from a larger process: twice as slow from one of 400 MB as of 200. Hence a small young
 * generation, and several projects, whose workers start small.
 */
const shared = { ...common, isolate: false, execArgv: ["--max-semi-space-size=2"] }

// Workers mostly wait for git, so that three of them keep two cores busy.
export default defineConfig({
  root,
  test: {
    tags: [{ name: "slow", description: "Takes seconds: left out by npm test, run by npm run test:slow." }],
    globalSetup: ["test/support/buildProgram.ts"],
    maxWorkers: 3,
    sequence: { sequencer: CostlyFirst },
    // In the order of their names.
    projects: [
      { test: { ...shared, name: "alone", include: alone, isolate: true } },
      // These and the further ones ask real repositories in this process and leave nothing behind in it.
      {
        test: {
          ...shared,
          name: "git",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, ...code, ...light, ...notes, ...questions]
        }
      },
      { test: { ...common, name: "light", include: light, isolate: false } },
      { test: { ...shared, name: "notes", include: notes, exclude: light } },
      { test: { ...shared, name: "questions", include: questions } },
      { test: { ...shared, name: "threads", include: code } }
    ]
  }
})
