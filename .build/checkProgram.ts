import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { must, run, say, scratch, type TrialNode, wrong } from "./trial.ts"

const handshake = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "check", version: "1" } }
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" }
]

const reason = "The broker drops the older of two sessions."
const laterReason = "Callers wait for a free connection."

/** Files with an anchor, one for each parser of the package. */
const sources: ReadonlyArray<readonly [path: string, anchor: string, text: string]> = [
  ["src/pool.ts", "Pool.acquire", 'export class Pool {\n  acquire(): string {\n    return "one"\n  }\n}\n'],
  ["src/pool.py", "Pool.acquire", 'class Pool:\n    def acquire(self):\n        return "one"\n']
]

/** Makes a new repository with uncommitted files. */
export const makeRepository = (): string => {
  const repository = mkdtempSync(join(scratch, "repository-"))
  must("git", ["init", "--quiet", "--initial-branch=main", "."], { cwd: repository })
  for (const [path, , text] of sources) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  return repository
}

type Ultragit = (...args: ReadonlyArray<string>) => string

/** Indexes the commits of the repository, then a note on one of them, and finds that by its words. */
const checkIndexing = (node: TrialNode, ultragit: Ultragit): void => {
  ultragit("repos", "add", ".")
  ultragit("repos", "sync")
  ultragit("annotate", "--reason", laterReason)
  ultragit("repos", "sync")
  const printed = ultragit("commits", "search", "free connection")
  if (!printed.includes(laterReason)) wrong(`${node.label}: ultragit commits search printed ${printed}`)
}

/** Sets up a repository, commits with reasons, reads one back, finds the code and the commits. Returns the repository. */
const checkWork = (node: TrialNode, program: string): string => {
  const cwd = makeRepository()
  const env = { XDG_DATA_HOME: join(cwd, ".git", "data") }
  const ultragit: Ultragit = (...args) => {
    const done = run(node.path, [program, ...args], { cwd, env })
    if (done.status !== 0) wrong(`${node.label}: ultragit ${args.join(" ")} ended with ${JSON.stringify(done)}`)
    return done.stdout
  }
  ultragit("init")
  must("git", ["add", "--all"], { cwd })
  ultragit("commit", "--message", "Add the pool", "--reason", reason)
  for (const [path, anchor] of sources) {
    const printed = ultragit("read", path, anchor, "--json")
    if (!printed.includes(reason) || !printed.includes('"match":"exact"'))
      wrong(`${node.label}: ultragit read ${path} ${anchor} printed ${printed}`)
  }
  const found = ultragit("code", "symbol", "acquire")
  for (const [path] of sources) {
    if (!found.includes(path)) wrong(`${node.label}: ultragit code symbol printed ${found} without ${path}`)
  }
  // With a second commit, the index of words outlives the removal of one.
  must("git", ["commit", "--quiet", "--allow-empty", "--message", "Release"], { cwd })
  checkIndexing(node, ultragit)
  return cwd
}

/** Checks that the installed program works with a Node. Returns a repository with its notes. */
export const checkRuns = (node: TrialNode, program: string, version: string): string => {
  const asked = run(node.path, [program, "--version"])
  if (asked.stdout !== `ultragit v${version}\n`) wrong(`${node.label}: --version printed ${JSON.stringify(asked)}`)
  const input = `${handshake.map((message) => JSON.stringify(message)).join("\n")}\n`
  const served = run(node.path, [program, "mcp", "start"], { input })
  const tools = served.stdout.match(/"name":"ultragit_/g) ?? []
  if (served.status !== 0 || tools.length !== 4) wrong(`${node.label}: mcp start answered ${JSON.stringify(served)}`)
  if (served.stderr !== "") wrong(`${node.label}: mcp start printed ${served.stderr}`)
  const repository = checkWork(node, program)
  say(`${node.label}: --version, mcp start, init, commit --reason, read, code symbol, repos sync, commits search`)
  return repository
}

/** Checks that the program on an unsupported Node prints one sentence with the required version, and as a hook nothing. */
export const checkRefuses = (node: TrialNode, program: string): void => {
  const asked = run(node.path, [program, "--version"])
  const sentence = /^ultragit needs Node\.js 22\.19 or newer[^\n]*\.\n$/
  if (asked.status !== 1 || asked.stdout !== "" || !sentence.test(asked.stderr))
    wrong(`${node.label}: ${JSON.stringify(asked)}`)
  const hook = run(node.path, [program, "agents", "hook", "--client", "claude-code"], { input: "{}" })
  if (hook.status !== 0 || hook.stdout !== "" || hook.stderr !== "")
    wrong(`${node.label}: a hook answered ${JSON.stringify(hook)}`)
  say(`${node.label}: prints the required version, and nothing as a hook`)
}
