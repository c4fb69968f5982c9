import process from "node:process"
import { makeProgram } from "../.build/program.ts"

// Apart from the bench: a process that has bundled is large, and starting others from it takes the longer.
const [outDir = ""] = process.argv.slice(2)
await makeProgram({ entries: { program: "bench/floor.ts" }, outDir, version: "0" })
