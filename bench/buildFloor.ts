import process from "node:process"
import { makeProgram } from "../.build/program.ts"

// A separate process, because bundling makes a process large, and spawning from a large process is slow.
const [outDir = ""] = process.argv.slice(2)
await makeProgram({ entries: { program: "bench/floor.ts" }, outDir, version: "0" })
