import { join } from "node:path"
import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { readFile } from "./files.ts"
import { type HookFolder, writtenFolder } from "./hookFolder.ts"
import type { HookName } from "./HookName.ts"

/** A line that the user has to add, because we do not write to the file. */
export interface ManualLine {
  readonly hook: HookName
  /** Absolute path of the file to add it to. */
  readonly file: string
  /** The text to add; several lines for YAML. */
  readonly line: string
  /** Whether the file already has our command and is executable where git requires that. */
  readonly present: boolean
}

/** Does nothing for users of the file who do not have the program. */
const shellLine = (hook: HookName): string => `! command -v ultragit >/dev/null || ultragit hook ${hook} "$@"`

const readsInput: ReadonlyArray<HookName> = ["post-rewrite", "pre-push"]

const lefthookLines = (hook: HookName): string =>
  [
    `${hook}:`,
    "  commands:",
    "    ultragit:",
    `      run: ultragit hook ${hook} {0}`,
    ...(readsInput.includes(hook) ? ["      use_stdin: true"] : [])
  ].join("\n")

const preCommitLines = (hook: HookName): string =>
  [
    "- repo: local",
    "  hooks:",
    `    - id: ultragit-${hook}`,
    "      name: ultragit",
    `      entry: ultragit hook ${hook}`,
    "      language: system",
    "      always_run: true",
    ...(hook === "prepare-commit-msg" ? [] : ["      pass_filenames: false"]),
    `      stages: [${hook}]`
  ].join("\n")

const overcommitLines = (hook: HookName): string => {
  const section = hook.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [
    `${section}:`,
    "  Ultragit:",
    "    enabled: true",
    `    required_executable: 'ultragit'`,
    `    command: ['ultragit', 'hook', '${hook}']`
  ].join("\n")
}

const lefthookFiles = [
  "lefthook.yml",
  ".lefthook.yml",
  "lefthook.yaml",
  ".lefthook.yaml",
  "lefthook.toml",
  "lefthook.json"
]

const findFirstFile = Effect.fnUntraced(function* (root: string, names: ReadonlyArray<string>, fallback: string) {
  for (const name of names) if (Option.isSome(yield* readFile(join(root, name)))) return join(root, name)
  return join(root, fallback)
})

const findPlace = Effect.fnUntraced(function* (folder: HookFolder, hook: HookName, preCommit: boolean) {
  const { commonDirectory, workTree } = yield* (yield* Git).repository
  const root = Option.getOrElse(workTree, () => commonDirectory)
  if (preCommit) return { file: join(root, ".pre-commit-config.yaml"), line: preCommitLines(hook), script: false }
  if (folder.owner === "lefthook") {
    return { file: yield* findFirstFile(root, lefthookFiles, "lefthook.yml"), line: lefthookLines(hook), script: false }
  }
  if (folder.owner === "overcommit") {
    return { file: join(root, ".overcommit.yml"), line: overcommitLines(hook), script: false }
  }
  // Husky runs its files with `sh`; git runs hooks only if they are executable.
  return { file: join(writtenFolder(folder), hook), line: shellLine(hook), script: folder.owner !== "husky" }
})

const mentionsCommand = (text: string, hook: HookName): boolean =>
  new RegExp(`\\bultragit['", ]+hook['", ]+${hook}\\b`).test(text)

/** Returns the line for one hook, and whether the file already has it. */
export const manualLine = Effect.fnUntraced(function* (folder: HookFolder, hook: HookName, preCommit = false) {
  const { file, line, script } = yield* findPlace(folder, hook, preCommit)
  const present = Option.exists(
    yield* readFile(file),
    ({ mode, text }) => mentionsCommand(text, hook) && (!script || (mode & 0o111) !== 0)
  )
  return { hook, file, line, present } satisfies ManualLine
})
