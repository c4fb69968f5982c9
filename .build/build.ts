/**
 * Makes the program in `dist/`: launcher, bundle, grammars, notices.
 *
 *     npm run build
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { bundle } from "./bundle.ts"
import { grammarFiles } from "./grammars.ts"
import { notices } from "./notices.ts"

const root = join(import.meta.dirname, "..")
const dist = join(root, "dist")
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

rmSync(dist, { recursive: true, force: true })
mkdirSync(join(dist, "grammars"), { recursive: true })

const chunks = await bundle({
  entries: { program: "src/main.ts", "outline-worker": "src/parser/worker.ts" },
  outDir: dist
})
writeFileSync(join(dist, "package.json"), `{ "type": "commonjs" }\n`)

const launcher = readFileSync(join(import.meta.dirname, "launcher.js"), "utf8").replace("__VERSION__", version)
writeFileSync(join(dist, "main.js"), launcher, { mode: 0o755 })

for (const file of grammarFiles) copyFileSync(file, join(dist, "grammars", basename(file)))

const contents = [...chunks.flatMap((chunk) => chunk.moduleIds), ...grammarFiles]
writeFileSync(join(dist, "NOTICES.txt"), notices(contents))

const kilobytes = Math.round(chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code), 0) / 1024)
process.stdout.write(`dist/ ${version}: ${chunks.length} files of code, ${kilobytes} KB\n`)
