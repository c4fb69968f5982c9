/**
 * Runs real agents with a model that follows a script, and says what of ours reached the model, and whether the session
 * gives a draft: the start of the session, the constraint with what it reads or edits, the request after a commit.
 *
 *     npm run build
 *     npm install --prefix FOLDER @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai
 *     node bench/agents/clients.ts FOLDER [--client NAME] [--keep FOLDER] [--plugin] [--gate]
 *
 * Each runs in a repository and a home folder of its own; nothing but the model on this machine is asked. `--plugin`: Claude
 * Code gets the hooks as a plugin. `--gate`: with `ultragit.gate = once`. `--keep` copies what the
 * agent wrote into its home folder, what it printed, and the requests to the model.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import { makePool } from "../../test/support/annotated.ts"
import { makeModelServer, type ModelServer } from "../../test/support/ModelServer.ts"
import { runCommand } from "../../test/support/runCommand.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { answerByScript, type Script } from "./scriptedReplies.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: "string" },
    gate: { type: "boolean", default: false },
    keep: { type: "string" },
    plugin: { type: "boolean", default: false }
  }
})
const binaries = resolve(positionals[0] ?? ".", "node_modules/.bin")
const main = join(import.meta.dirname, "..", "..", "dist", "main.js")

const constraint = "Never hand out a closed connection."
const reason =
  "The pool must count what it hands out, because the broker drops clients that open more than eight connections."
const before = '    return "connection"'

/** With the gate, the first edit comes before the file is read, so that nothing was shown, and is made again. */
const scriptFor = (directory: string): Script => {
  const path = join(directory, "src/pool.ts")
  const after = [
    '    if (this.opened >= 8) throw new Error("the broker takes eight connections")',
    "    this.opened += 1",
    before
  ].join("\n")
  const edit = { kind: "edit", path, before, after, saying: reason } as const
  return {
    steps: [
      ...(values.gate ? [edit] : []),
      { kind: "read", path, saying: "I look at the pool." },
      edit,
      { kind: "command", command: "git commit -qam 'Count connections'", saying: "I commit it." }
    ],
    lastWords: "The pool counts its connections now."
  }
}

interface Place {
  readonly directory: string
  readonly home: string
  readonly url: string
}

interface Client {
  readonly name: string
  readonly program: string
  readonly args: (place: Place) => ReadonlyArray<string>
  readonly env: (place: Place) => Readonly<Record<string, string>>
  /** Writes what it needs to reach the model. */
  readonly configure: (place: Place) => void
}

const prompt = "Count the connections of the pool, because the broker allows only eight of them."

const writeJson = (folder: string, name: string, content: object): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify(content))
}

const codexConfig = (url: string): string =>
  [
    'model = "gpt-5.5"',
    'model_provider = "script"',
    "[model_providers.script]",
    'name = "script"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "OPENAI_API_KEY"',
    ""
  ].join("\n")

const clients: ReadonlyArray<Client> = [
  {
    name: "claude-code",
    program: "claude",
    args: ({ home }) => [
      ...(values.plugin ? ["--plugin-dir", join(home, "plugin")] : []),
      "-p",
      prompt,
      "--model=claude-sonnet-4-5",
      "--permission-mode=acceptEdits",
      "--allowedTools=Bash(git commit:*)"
    ],
    env: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1"
    }),
    configure: () => undefined
  },
  {
    name: "codex",
    program: "codex",
    args: () => ["exec", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", prompt],
    env: ({ home }) => ({ CODEX_HOME: join(home, ".codex"), OPENAI_API_KEY: "none" }),
    configure: ({ directory, home, url }) => {
      mkdirSync(join(home, ".codex"), { recursive: true })
      const trusted = `[projects."${directory}"]\ntrust_level = "trusted"\n`
      writeFileSync(join(home, ".codex/config.toml"), `${codexConfig(url)}${trusted}`)
    }
  },
  {
    name: "gemini",
    program: "gemini",
    args: () => ["--yolo", "-m", "gemini-2.5-pro", "-p", prompt],
    env: ({ url }) => ({ GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url }),
    configure: ({ directory, home }) => {
      writeJson(join(home, ".gemini"), "settings.json", {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false }
      })
      writeJson(join(home, ".gemini"), "trustedFolders.json", { [directory]: "TRUST_FOLDER" })
    }
  },
  {
    name: "opencode",
    program: "opencode",
    args: () => ["run", "-m", "script/model", prompt],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
    configure: ({ home, url }) =>
      writeJson(join(home, ".config/opencode"), "opencode.json", {
        provider: {
          script: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { model: { tool_call: true } }
          }
        },
        permission: { edit: "allow", bash: "allow" }
      })
  }
]

interface Where {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const runProgram = (command: string, args: ReadonlyArray<string>, where: Where) =>
  Effect.map(runCommand({ command, args, ...where }), ({ exitCode, stderr, stdout }) => ({
    exitCode,
    stdout: stdout.toString(),
    stderr: stderr.toString()
  }))

/** The environment: a home of its own, and `ultragit` on the path. */
const environmentOf = (client: Client, place: Place) => ({
  HOME: place.home,
  TMPDIR: tmpdir(),
  PATH: [join(place.home, "bin"), binaries, dirname(process.execPath), "/usr/local/bin:/usr/bin:/bin"].join(":"),
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  ULTRAGIT_HOOK_TIMEOUT: "20000",
  ...client.env(place)
})

/** Which of our texts were in a request to the model. */
const reached = ({ requests }: ModelServer, text: string): string =>
  requests.some((request) => request.text.includes(text)) ? "yes" : "no"

const setUp = Effect.fnUntraced(function* (client: Client, place: Place) {
  mkdirSync(join(place.home, "bin"))
  symlinkSync(main, join(place.home, "bin/ultragit"))
  client.configure(place)
  const env = environmentOf(client, place)
  const ultragit = (...args: ReadonlyArray<string>) => runProgram("ultragit", args, { cwd: place.directory, env })
  if (values.gate) yield* runProgram("git", ["config", "ultragit.gate", "once"], { cwd: place.directory, env })
  if (values.plugin) yield* ultragit("agents", "plugin", join(place.home, "plugin"))
  else yield* ultragit("agents", "install", "--client", client.name)
  return { env, ultragit }
})

const tryClient = Effect.fnUntraced(function* (client: Client) {
  const { repository } = yield* makePool
  const { directory } = repository
  const script = scriptFor(directory)
  const server = yield* makeModelServer((request) => answerByScript(script, request))
  const place: Place = { directory, home: yield* makeFolder, url: server.url }
  const { env, ultragit } = yield* setUp(client, place)
  const program = join(binaries, client.program)
  const { stdout: version } = yield* runProgram(program, ["--version"], { cwd: directory, env })
  const ran = yield* runProgram(program, client.args(place), { cwd: directory, env })
  const committed = yield* runProgram("git", ["log", "-1", "--format=%s"], { cwd: directory, env })
  const imported = yield* ultragit("import", "sessions")
  const drafts = yield* ultragit("drafts", "list", "--json")
  if (values.keep !== undefined) {
    const kept = join(values.keep, client.name)
    cpSync(place.home, join(kept, "home"), { recursive: true })
    writeFileSync(
      join(kept, "printed.txt"),
      [ran, imported, drafts].map(({ stderr, stdout }) => stdout + stderr).join("\n")
    )
    writeFileSync(join(kept, "requests.jsonl"), server.requests.map(({ text }) => `${text}\n`).join(""))
  }
  const cells = [
    client.name,
    version.trim().split("\n").at(-1) ?? "",
    `${ran.exitCode}`,
    reached(server, "of this repository say why"),
    reached(server, constraint),
    ...(values.gate ? [reached(server, "make it again: it will pass")] : []),
    committed.stdout.trim() === "Count connections" ? "yes" : "no",
    reached(server, "has no recorded reason"),
    drafts.stdout.includes("src/pool.ts:Pool.acquire") ? "yes" : "no"
  ]
  yield* Console.log(`| ${cells.join(" | ")} |`)
}, Effect.scoped)

const chosen = clients.filter(({ name }) => values.client === undefined || name === values.client)
const heads = ["client", "version", "exit code", "session start", "constraint", ...(values.gate ? ["held back"] : [])]
const columns = [...heads, "commit made", "asked for its reason", "draft"]

Console.log(`| ${columns.join(" | ")} |\n|${columns.map(() => "---|").join("")}`).pipe(
  Effect.andThen(Effect.forEach(chosen, tryClient)),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
