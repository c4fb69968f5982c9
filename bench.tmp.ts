import { languages } from "/work/trees/trees/src/adapters/parser/languages.ts"
import { readFileSync } from "node:fs"
import { execSync } from "node:child_process"
const [lang, ...globs] = process.argv.slice(2)
const tmp = "/dev/shm/trees"
const language = languages.find((l) => l.name === lang)!
const files = globs.flatMap((g) => {
  const [r, p] = g.split(":")
  return execSync(
    `git -C ${tmp}/${r} ls-files ${p!
      .split(",")
      .map((x) => `'${x}'`)
      .join(" ")}`,
    { maxBuffer: 1e9 }
  )
    .toString()
    .trim()
    .split("\n")
    .map((f) => `${tmp}/${r}/${f}`)
})
const texts = files.map((f) => readFileSync(f, "utf8"))
const ext = await language.load(300e6)
let p = 0,
  a = 0,
  json = 0,
  vals = 0,
  refs = 0,
  defs = 0
const slow: any[] = []
for (const [i, t] of texts.entries()) {
  if (t.length > 2e6) continue
  const s = performance.now()
  ext(t, () => true)
  const m = performance.now()
  const r: any = ext(t, () => true, true)
  const e = performance.now()
  p += m - s
  a += e - m
  if (r?.facts) {
    json += JSON.stringify(r.facts).length
    vals += r.facts.values.length
    refs += r.facts.references.length
    defs += r.facts.definitions.length
  } else console.log("none", files[i], r)
  slow.push([(e - m) / (m - s), Math.round(e - m), t.length, files[i]])
}
console.log({
  files: files.length,
  chars: texts.reduce((x, t) => x + t.length, 0),
  parse: Math.round(p),
  withFacts: Math.round(a),
  json,
  vals,
  refs,
  defs,
  rss: Math.round(process.memoryUsage().rss / 1e6)
})
console.log(
  slow
    .filter((x) => x[1] > 20)
    .sort((x, y) => y[0] - x[0])
    .slice(0, 5)
)
