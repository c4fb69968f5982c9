import { join } from "node:path"
import { defineConfig } from "vitest/config"

// The tests drive real git processes: a few seconds each on a busy machine is normal, so nothing here measures time.
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/buildProgram.ts"],
    pool: "forks",
    maxWorkers: 2,
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
