import { spawnSync } from "node:child_process"
import { argv, stdout } from "node:process"

/**
 * Draws current lines of a repository and prints the commits that blame names, as JSON for judging: `node
 * bench/evidence/sample.ts PATH COUNT SEED`. Commits without a body are kept in one of five draws, because their quotes
 * are short and alike.
 */
const [path = ".", count = "25", seed = "1"] = argv.slice(2)

const git = (...args: ReadonlyArray<string>): string =>
  spawnSync("git", ["-C", path, ...args], { encoding: "utf8", maxBuffer: 2 ** 30 }).stdout

/** A small linear congruential generator, so that a seed always draws the same lines. */
let state = Number(seed)
const draw = (below: number): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
  return Math.floor((state / 2 ** 32) * below)
}

const source = /\.(?:[cm]?[jt]sx?|py|c|h|rs|go|sh|pl)$/
const files = git("ls-tree", "-r", "--name-only", "HEAD")
  .split("\n")
  .filter((file) => source.test(file))

/** The changeset that a commit adds; undefined if it adds none. */
const changesetOf = (commit: string) => {
  const added = git("show", "--format=", "--diff-filter=A", "--name-only", commit, "--", ".changeset").trim()
  const file = added.split("\n").find((name) => name.endsWith(".md"))
  return file === undefined ? undefined : { kind: "changeset", text: git("show", `${commit}:${file}`) }
}

const seen = new Set<string>()
const drawn: Array<unknown> = []
for (let tries = 0; drawn.length < Number(count) && tries < Number(count) * 60; tries += 1) {
  const file = files[draw(files.length)] ?? ""
  const lines = git("show", `HEAD:${file}`).split("\n").length - 1
  if (lines < 2) continue
  const line = 1 + draw(lines)
  const blamed = git("blame", "-s", "-l", "-w", `-L${line},${line}`, "HEAD", "--", file)
  const commit = /^\^?([0-9a-f]{39,40})/.exec(blamed)?.[1] ?? ""
  if (commit === "" || seen.has(commit)) continue
  seen.add(commit)
  const message = git("log", "-1", "--format=%B", commit).trimEnd()
  const body = message
    .split("\n")
    .slice(1)
    .join("\n")
    .replaceAll(/^[\w-]+: .*$/gm, "")
    .trim()
  const quoted = changesetOf(commit) ?? { kind: "commit", text: message }
  if (quoted.kind === "commit" && body === "" && draw(5) !== 0) continue
  drawn.push({ commit, path: file, line, code: blamed.replace(/^.*?\d+\) /, "").trim(), ...quoted })
}
stdout.write(`${JSON.stringify(drawn, null, 2)}\n`)
