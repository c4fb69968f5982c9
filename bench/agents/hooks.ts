/**
 * Measures the hooks of agents as an agent runs them, one process each: with everything prepared, on a file for the first
 * time, eight at once, with a payload of 50 MB, and where the repository cannot answer. Every run must end with 0, write
 * nothing to standard error, and print nothing or one JSON document.
 *
 *     npm run build && node bench/agents/hooks.ts --repo PATH [--rounds 40] [--under src]
 *
 * The repository is cloned into a temporary folder.
 */
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { quantile } from "../measure.ts"

const { values } = parseArgs({
  options: {
    repo: { type: "string", default: "." },
    rounds: { type: "string", default: "40" },
    under: { type: "string", default: "" }
  }
})
const rounds = Number(values.rounds)
const program = join(import.meta.dirname, "..", "..", "dist", "main.js")

interface Run {
  readonly millis: number
  readonly output: string
}

/** Runs a command with an input, and checks how it ends. */
const runWith = (args: ReadonlyArray<string>, input: string, cwd: string): Effect.Effect<Run> =>
  Effect.callback<Run>((resume) => {
    const start = performance.now()
    const child = spawn(process.execPath, [...args], { cwd, stdio: "pipe" })
    let output = ""
    let errors = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    child.stdin.on("error", () => undefined)
    child.on("error", (error) => resume(Effect.die(error)))
    child.on("close", (code) => {
      const millis = performance.now() - start
      if (code !== 0 || errors !== "") return resume(Effect.die(new Error(`exit code ${code}: ${errors}`)))
      if (output !== "") JSON.parse(output)
      resume(Effect.succeed({ millis, output }))
    })
    child.stdin.end(input)
  })

const payload = (cwd: string, session: string, tool: string, input: object, more: object = {}): string =>
  JSON.stringify({
    session_id: session,
    cwd,
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    ...more
  })

const hook = (cwd: string, input: string): Effect.Effect<Run> =>
  runWith([program, "agents", "hook", "--client", "claude-code"], input, cwd)

const printRow = (what: string, runs: ReadonlyArray<Run>): void => {
  const times = runs.map(({ millis }) => millis).toSorted((a, b) => a - b)
  const told = runs.filter(({ output }) => output !== "").length
  const cells = [quantile(times, 0.5), quantile(times, 0.95)].map((millis) => millis.toFixed(0))
  process.stdout.write(`| ${what} | ${runs.length} | ${cells.join(" | ")} | ${told} |\n`)
}

const repeat = (count: number, work: (index: number) => Effect.Effect<Run>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    work
  )

/** Selects source files spread over the repository, each with a line in its middle. */
const selectFiles = (clone: string, count: number): ReadonlyArray<{ readonly path: string; readonly line: string }> => {
  const listed = execFileSync("git", ["ls-files", "-z", "--", values.under === "" ? "." : values.under], { cwd: clone })
  const sources = listed
    .toString()
    .split("\0")
    .filter((path) => /\.(?:ts|js|py|go|rs|c|java)$/.test(path) && existsSync(join(clone, path)))
  const step = Math.max(1, Math.floor(sources.length / (count * 3)))
  return sources
    .filter((_, index) => index % step === 0)
    .flatMap((path) => {
      const lines = readFileSync(join(clone, path), "utf8").split("\n")
      const line = lines.slice(Math.floor(lines.length / 2)).find((text) => text.trim().length > 10)
      return line === undefined ? [] : [{ path: join(clone, path), line }]
    })
    .slice(0, count)
}

/** Notes a constraint on the line that is edited of each file, by the author of HEAD. */
const noteFiles = (clone: string, files: ReturnType<typeof selectFiles>): void => {
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: clone }).toString().trim()
  git("config", "user.name", git("log", "-1", "--format=%an"))
  git("config", "user.email", git("log", "-1", "--format=%ae"))
  for (const { line, path } of files) {
    const start = readFileSync(path, "utf8").split("\n").indexOf(line) + 1
    const blame = git("blame", `-L${start},${start}`, "--porcelain", "--", path)
    const [commit = "", original] = blame.split(" ")
    const name = /^filename (.*)$/m.exec(blame)?.[1]
    const lines = { start: Number(original), end: Number(original) }
    const region = {
      file: name,
      lines,
      intent: "Measured by the bench",
      constraints: [`Keep line ${start} of ${name}`]
    }
    execFileSync(process.execPath, [program, "annotate", "--commit", commit], {
      cwd: clone,
      input: JSON.stringify({ summary: "Noted by the bench", regions: [region] })
    })
  }
}

const measure = Effect.fnUntraced(function* (clone: string) {
  const files = selectFiles(clone, rounds)
  const edit = (index: number, session: string) => {
    const { line, path } = files[index % files.length] ?? { line: "", path: "" }
    return payload(clone, session, "Edit", { file_path: path, old_string: line, new_string: `${line} ` })
  }
  process.stdout.write("| what | runs | median ms | p95 ms | told |\n|---|---|---|---|---|\n")
  printRow("bare Node (`node -e 0`)", yield* repeat(rounds, () => runWith(["-e", "0"], "", clone)))
  printRow(
    "first edit of a file, nothing prepared",
    yield* repeat(files.length, (index) => hook(clone, edit(index, "a")))
  )
  // What took too long is prepared in the background.
  yield* Effect.sleep("5 seconds")
  printRow("edit, prepared", yield* repeat(rounds, (index) => hook(clone, edit(index, `b${index}`))))
  noteFiles(clone, files)
  yield* repeat(files.length, (index) => hook(clone, edit(index, `n${index}`)))
  yield* Effect.sleep("5 seconds")
  printRow("edit of noted code, prepared", yield* repeat(rounds, (index) => hook(clone, edit(index, `o${index}`))))
  printRow("the same, all shown before", yield* repeat(rounds, (index) => hook(clone, edit(index, `o${index}`))))
  const read = (index: number) => payload(clone, `c${index}`, "Read", { file_path: files[index % files.length]?.path })
  printRow("read of a whole file, prepared", yield* repeat(rounds, (index) => hook(clone, read(index))))
  const start = (index: number) =>
    payload(clone, `d${index}`, "", {}, { hook_event_name: "SessionStart", source: "startup" })
  printRow("session start", yield* repeat(rounds, (index) => hook(clone, start(index))))
  const command = payload(clone, "e", "Bash", { command: "ls" }, { hook_event_name: "PostToolUse" })
  printRow("a command that is no commit", yield* repeat(rounds, () => hook(clone, command)))
  const together = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6, 7], (index) => hook(clone, edit(index, "f")), {
    concurrency: 8
  })
  printRow("eight at once, prepared", together)
  const huge = payload(clone, "g", "Write", { file_path: files[0]?.path, content: "x\n".repeat(25_000_000) })
  printRow("payload of 50 MB", yield* repeat(3, () => hook(clone, huge)))
  writeFileSync(join(clone, ".git/index.lock"), "")
  printRow("repository locked", yield* repeat(5, (index) => hook(clone, edit(index, `h${index}`))))
  rmSync(join(clone, ".git/index.lock"))
  printRow("no repository", yield* repeat(5, () => hook("/", payload("/", "i", "Read", { file_path: "/etc/hosts" }))))
  printRow("folder gone", yield* repeat(5, () => hook("/", payload("/gone", "j", "Read", { file_path: "a.ts" }))))
  printRow("random bytes", yield* repeat(5, (index) => hook(clone, String.fromCodePoint(index, 0xfffd, 0x1f600))))
})

const main = Effect.gen(function* () {
  const folder = yield* makeFolder
  const clone = join(folder, "clone")
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", resolve(values.repo), clone])
  // As after any command of git in it: of a fresh index, git takes half of the files for changed by their times.
  yield* Effect.sleep("1 second")
  execFileSync("git", ["status"], { cwd: clone })
  const commits = execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: clone }).toString().trim()
  process.stdout.write(`${commits} commits, load ${readFileSync("/proc/loadavg", "utf8").slice(0, 4)}\n\n`)
  yield* measure(clone)
}).pipe(Effect.scoped)

await Effect.runPromise(main)
