/**
 * Replays the newest commits of a history as an agent would have made them: at each commit's parent it reads every changed
 * file and edits every hunk, through the hooks. Reports how many edits are told something, and what it costs; with `--out`
 * writes each push with the change it came before, for judging.
 *
 *     npm run build && node bench/agents/replay.ts --repo PATH [--commits 40] [--skip 0] [--only ID,…] [--out pushes.jsonl]
 *
 * The repository is cloned into a temporary folder. What is told of a commit cannot come from it or from later ones.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { tell, toolCall } from "../../test/support/agents.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { countTokens } from "../../src/domain/Budget.ts"
import { parseHunks } from "./hunks.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string", default: "." },
    commits: { type: "string", default: "40" },
    skip: { type: "string", default: "0" },
    /** Replays these commits instead of the newest ones. */
    only: { type: "string", default: "" },
    out: { type: "string", default: "" }
  }
})

/** Larger commits are no session of an agent. */
const maxFiles = 8
const maxHunks = 6

interface Push {
  readonly commit: string
  readonly path: string
  readonly event: "read" | "edit"
  readonly text: string
  readonly before: string
  readonly after: string
}

const source = /\.(?:ts|tsx|js|jsx|py|go|rs|c|h|cc|cpp|java|cs|php|rb)$/

const replayCommit = Effect.fnUntraced(function* (clone: string, commit: string) {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd: clone, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }).toString()
  const hunks = parseHunks(git("show", "--format=", "--unified=3", "--no-renames", commit))
  const files = Map.groupBy(
    hunks.filter(({ path }) => source.test(path)),
    ({ path }) => path
  )
  if (files.size === 0 || files.size > maxFiles) return []
  git("checkout", "--quiet", "--force", "--detach", `${commit}^`)
  const repository = { directory: clone }
  const pushes: Array<Push> = []
  for (const [path, changes] of files) {
    const file = join(clone, path)
    if (!existsSync(file)) continue
    const read = yield* tell(repository, toolCall("PreToolUse", "Read", { file_path: file }), { session: commit })
    pushes.push({ commit, path, event: "read", text: read, before: "", after: "" })
    for (const { after, before } of changes.slice(0, maxHunks)) {
      if (!readFileSync(file, "utf8").includes(before)) continue
      const input = { file_path: file, old_string: before, new_string: after }
      const text = yield* tell(repository, toolCall("PreToolUse", "Edit", input), { session: commit })
      pushes.push({ commit, path, event: "edit", text, before, after })
      writeFileSync(
        file,
        readFileSync(file, "utf8").replace(before, () => after)
      )
    }
  }
  return pushes
})

const report = (pushes: ReadonlyArray<Push>): void => {
  process.stdout.write(
    "| event | hooks | told | silent | tokens of those told, median | most |\n|---|---|---|---|---|---|\n"
  )
  for (const event of ["read", "edit"] as const) {
    const own = pushes.filter((push) => push.event === event)
    const tokens = own.flatMap(({ text }) => (text === "" ? [] : [countTokens(text)])).toSorted((a, b) => a - b)
    const silent = ((1 - tokens.length / own.length) * 100).toFixed(0)
    const median = tokens[Math.floor(tokens.length / 2)] ?? 0
    process.stdout.write(
      `| ${event} | ${own.length} | ${tokens.length} | ${silent} % | ${median} | ${tokens.at(-1) ?? 0} |\n`
    )
  }
}

const main = Effect.gen(function* () {
  const clone = join(yield* makeFolder, "clone")
  execFileSync("git", ["clone", "--quiet", "--shared", resolve(values.repo), clone])
  const newest = execFileSync("git", ["rev-list", "--no-merges", `--skip=${values.skip}`, "--max-count=400", "HEAD"], {
    cwd: clone
  })
  const listed = values.only === "" ? newest.toString().trim().split("\n") : values.only.split(",")
  const pushes: Array<Push> = []
  let replayed = 0
  for (const commit of listed) {
    if (replayed >= Number(values.commits)) break
    const own = yield* replayCommit(clone, commit)
    if (own.length > 0) replayed += 1
    pushes.push(...own)
  }
  process.stdout.write(`${replayed} commits\n\n`)
  report(pushes)
  const told = pushes.filter(({ text }) => text !== "")
  if (values.out !== "") writeFileSync(values.out, told.map((push) => `${JSON.stringify(push)}\n`).join(""))
}).pipe(Effect.scoped)

await Effect.runPromise(main)
