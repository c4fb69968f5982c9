import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bashScript } from "../../../src/cli/completion/bash.ts"
import {
  describeCommands,
  type CommandEntry,
  flattenCommands,
  type ValueKind,
  noValues
} from "../../../src/cli/completion/commandTree.ts"
import { fishScript } from "../../../src/cli/completion/fish.ts"
import { completionScript } from "../../../src/cli/completion/script.ts"
import { zshScript } from "../../../src/cli/completion/zsh.ts"
import { groups, ultragit } from "../../../src/cli/ultragit.ts"
import { toolsets } from "../../../src/toolsets/toolsets.ts"
import { run } from "../../support/program.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

/** Calls the completion function as bash does, once for each line of words, the last being typed. */
const harness = `
. "$1"
while IFS= read -r line; do
  IFS='|' read -r -a COMP_WORDS <<<"$line|"
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _ultragit ultragit "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD - 1]}"
  printf '%s\\n' "\${COMPREPLY[*]}"
done
complete -p ultragit`

const completing = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const folder = yield* makeFolder
  const script = join(folder, "ultragit.bash")
  writeFileSync(script, completionScript(ultragit, "bash"))
  const said = execFileSync("bash", ["--norc", "-c", harness, "bash", script], {
    input: lines.map((line) => `${line}\n`).join(""),
    encoding: "utf8"
  })
  return said.split("\n").slice(0, -1)
})

const cases: ReadonlyArray<readonly [typed: string, offered: string]> = [
  ["ultragit|rea", "read"],
  ["ultragit|re", "read repos rewrite"],
  ["ultragit|hoo", ""],
  ["ultragit|sync|st", "status"],
  ["ultragit|mcp|", "start install uninstall"],
  ["ultragit|read|--max-t", "--max-tokens"],
  ["ultragit|read|--format|", "markdown json pretty"],
  ["ultragit|read|--format|j", "json"],
  ["ultragit|read|--format|=|p", "pretty"],
  ["ultragit|read|--format|=", "markdown json pretty"],
  ["ultragit|read|a.ts|--context-level|e", "enhanced"],
  ["ultragit|read|--max-tokens|", ""],
  ["ultragit|read|src/", ""],
  ["ultragit|read|--|--for", ""],
  ["ultragit|--log-level|info|summ", "summary"],
  ["ultragit|read|--rev|sync|--dep", "--depth"],
  ["ultragit|completion|", "bash zsh fish"],
  ["ultragit|import|g", "github gitlab"],
  ["ultragit|import|notes", ""],
  ["ultragit|mcp|start|--toolsets|a", "annotations authoring all"]
]

const words = (...all: ReadonlyArray<string>): ValueKind => ({ _tag: "Words", words: all })

const small: CommandEntry = {
  at: "",
  name: "ultragit",
  description: "",
  flags: [{ forms: ["--help", "-h"], description: "Show help", value: undefined }],
  argument: noValues,
  commands: [
    {
      at: "ask",
      name: "ask",
      description: "What's it: [a] \\ b?",
      flags: [
        { forms: ["--help", "-h"], description: "Show help", value: undefined },
        { forms: ["--format", "-f"], description: "One of: 'two'", value: words("json", "plain") },
        { forms: ["--repo"], description: "Where", value: { _tag: "Folder" } },
        { forms: ["--output"], description: "To", value: { _tag: "File" } },
        { forms: ["--limit"], description: "How many", value: noValues }
      ],
      argument: { _tag: "File" },
      commands: []
    },
    {
      at: "serve",
      name: "serve",
      description: "A group",
      flags: [{ forms: ["--help", "-h"], description: "Show help", value: undefined }],
      argument: noValues,
      commands: [
        {
          at: "serve now",
          name: "now",
          description: "At once",
          flags: [],
          argument: words("here", "there"),
          commands: []
        }
      ]
    }
  ]
}

const scripts = [
  ["bash", bashScript, "-n"],
  ["zsh", zshScript, "-n"],
  ["fish", fishScript, "--no-execute"]
] as const

describe("the completion script", () => {
  it.effect("offers commands, flags and choices in bash, and leaves paths to the shell", () =>
    Effect.gen(function* () {
      const said = yield* completing(cases.map(([typed]) => typed))
      assert.deepStrictEqual(
        cases.map(([typed], index) => [typed, said[index]]),
        cases.map(([typed, offered]) => [typed, offered])
      )
      assert.strictEqual(said.at(-1), "complete -o default -F _ultragit ultragit")
    })
  )

  it.each(scripts)("for %s equals the golden file", (shell, make) => {
    const golden = readFileSync(new URL(`${shell}.golden`, import.meta.url), "utf8")
    assert.strictEqual(`${make(small)}\n`, golden)
  })

  it.effect.each(scripts)("for %s has valid syntax, where the shell is installed", ([shell, make, onlyRead]) =>
    Effect.gen(function* () {
      const file = join(yield* makeFolder, "script")
      for (const script of [make(small), completionScript(ultragit, shell)]) {
        writeFileSync(file, script)
        const { error, status, stderr } = spawnSync(shell, [onlyRead, file], { encoding: "utf8" })
        if (error === undefined) assert.deepStrictEqual([status, stderr], [0, ""])
      }
    })
  )

  it("covers every command, path values and choices", () => {
    const all = flattenCommands(describeCommands(ultragit, toolsets))
    const top = all.filter(({ at }) => at !== "" && !at.includes(" ")).map(({ at }) => at)
    assert.deepStrictEqual(
      top,
      groups.flatMap(({ commands }) => commands.map(({ name }) => name))
    )
    const read = all.find(({ at }) => at === "read")
    const valueOf = (form: string) => read?.flags.find(({ forms }) => forms.includes(form))?.value?._tag
    assert.deepStrictEqual(["--repo", "--format", "-a", "--json", "--help"].map(valueOf), [
      "Folder",
      "Words",
      "None",
      undefined,
      undefined
    ])
    assert.strictEqual(read?.argument._tag, "File")
  })

  it.effect("is printed by ultragit completion for each supported shell", () =>
    Effect.gen(function* () {
      const { exitCode, stderr, stdout } = yield* run(["completion", "fish"])
      assert.deepStrictEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" })
      assert.strictEqual(stdout, `${completionScript(ultragit, "fish")}\n`)
      const wrong = yield* run(["completion", "fisch"])
      assert.strictEqual(wrong.exitCode, 2)
      assert.match(wrong.stderr, /^Error: <shell> is bash, zsh or fish, not fisch\nHint: Did you mean fish\?\n/)
    })
  )
})
