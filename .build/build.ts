/**
 * Makes the program in `dist/`: launcher, bundle, grammars, notices.
 *
 *     npm run build
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { grammarFiles } from "./grammars.ts"
import { notices } from "./notices.ts"
import { makeProgram } from "./program.ts"

const root = join(import.meta.dirname, "..")
const dist = join(root, "dist")
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

const chunks = await makeProgram({
  entries: { program: "src/main.ts", "outline-worker": "src/parser/worker.ts" },
  outDir: dist,
  version
})

mkdirSync(join(dist, "grammars"))
for (const file of grammarFiles) copyFileSync(file, join(dist, "grammars", basename(file)))

const contents = [...chunks.flatMap((chunk) => chunk.moduleIds), ...grammarFiles]
writeFileSync(join(dist, "NOTICES.txt"), notices(contents))

const kilobytes = Math.round(chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code), 0) / 1024)
process.stdout.write(`dist/ ${version}: ${chunks.length} files of code, ${kilobytes} KB\n`)
