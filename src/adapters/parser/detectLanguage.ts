import type { Language } from "./Language.ts"
import { languages } from "./languages.ts"
import { decode } from "./SourceText.ts"
import { takeBefore } from "../../domain/Text.ts"

const indexBy = (keys: (language: Language) => ReadonlyArray<string> | undefined): ReadonlyMap<string, Language> =>
  new Map(languages.flatMap((language) => (keys(language) ?? []).map((key) => [key, language] as const)))

const byExtension = indexBy(({ extensions }) => extensions)
const byName = indexBy(({ files }) => files?.names)
const byInterpreter = indexBy(({ files }) => files?.interpreters)
const languagesWithSharedExtensions = languages.filter(({ files }) => files?.shared !== undefined)

/** Maximum length of a first line, in bytes. */
const maxFirstLineBytes = 200
/** Maximum bytes read to distinguish languages that share an extension. */
const maxSampleBytes = 256 * 1024

/**
 * Parses a shebang line and returns the interpreter without folder and version: `python` for `#!/usr/bin/env -S
 * python3.11 -u`.
 */
const parseInterpreter = (content: Uint8Array): string | undefined => {
  if (content[0] !== 0x23 || content[1] !== 0x21) return undefined
  const line = takeBefore(decode(content.subarray(0, maxFirstLineBytes)), "\n")
  const [command, ...args] = line.slice(2).trim().split(/\s+/)
  const isEnv = command !== undefined && /(?:^|\/)env$/.test(command)
  const program = isEnv ? args.find((word) => !/^-|=/.test(word)) : command
  return program?.replace(/^.*\//, "").replace(/-?\d[\d.]*$/, "")
}

/**
 * Detects the language of a file by its name (`Rakefile`), its extension in any case, or the interpreter in its first
 * line. The content decides between languages that share an extension, as C and C++ share `.h`.
 */
export const detectLanguage = (path: string, content: Uint8Array): Language | undefined => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  const named = byName.get(name)
  if (named !== undefined) return named
  const dot = name.lastIndexOf(".")
  if (dot === -1) {
    const interpreter = parseInterpreter(content)
    return interpreter === undefined ? undefined : byInterpreter.get(interpreter)
  }
  if (dot === 0) return undefined
  const extension = name.slice(dot)
  const candidates = languagesWithSharedExtensions.filter(({ files }) => files?.shared?.extensions.includes(extension))
  const text = candidates.length === 0 ? "" : decode(content.subarray(0, maxSampleBytes))
  return candidates.find(({ files }) => files?.shared?.holds(text)) ?? byExtension.get(extension)
}
