import type { Language } from "./Language.ts"
import { languages } from "./languages.ts"
import { decode } from "./SourceText.ts"

const entries = (keys: (language: Language) => ReadonlyArray<string> | undefined): ReadonlyMap<string, Language> =>
  new Map(languages.flatMap((language) => (keys(language) ?? []).map((key) => [key, language] as const)))

const byExtension = entries(({ extensions }) => extensions)
const byName = entries(({ files }) => files?.names)
const byInterpreter = entries(({ files }) => files?.interpreters)
const sharing = languages.filter(({ files }) => files?.shared !== undefined)

/** Longest first line, in bytes, that is looked at. */
const longestFirstLine = 200
/** How much of a file, in bytes, is looked at to tell languages apart that share an extension. */
const longestLook = 256 * 1024

/** The program that runs a script, without folder and version: `python` for `#!/usr/bin/env -S python3.11 -u`. */
const interpreterOf = (content: Uint8Array): string | undefined => {
  if (content[0] !== 0x23 || content[1] !== 0x21) return undefined
  const line = decode(content.subarray(0, longestFirstLine)).split("\n", 1)[0] ?? ""
  const words = line.slice(2).trim().split(/\s+/)
  const isEnv = /(?:^|\/)env$/.test(words[0] ?? "")
  const program = isEnv ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0]
  return program?.replace(/^.*\//, "").replace(/-?\d[\d.]*$/, "")
}

/**
 * The language of a file: by its extension, whatever the case; by its name (`Rakefile`); without either by the program
 * that its first line names. Its content decides where languages share an extension, as C and C++ share `.h`.
 */
export const languageOf = (path: string, content: Uint8Array): Language | undefined => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  const named = byName.get(name)
  if (named !== undefined) return named
  const dot = name.lastIndexOf(".")
  if (dot === -1) return byInterpreter.get(interpreterOf(content) ?? "")
  if (dot === 0) return undefined
  const extension = name.slice(dot)
  const sharers = sharing.filter(({ files }) => files?.shared?.extensions.includes(extension))
  const text = sharers.length === 0 ? "" : decode(content.subarray(0, longestLook))
  return sharers.find(({ files }) => files?.shared?.holds(text)) ?? byExtension.get(extension)
}
