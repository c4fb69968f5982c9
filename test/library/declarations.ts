import { parseSync } from "oxc-parser"
import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"

/** As built before the tests. */
const types = fileURLToPath(new URL("../../dist/types/", import.meta.url))

interface Declaration {
  readonly name: string
  readonly documented: boolean
}

/** One file of the library's declarations. */
export interface DeclarationFile {
  /** From the folder of declarations: `git/Git.d.mts`. */
  readonly path: string
  readonly declared: ReadonlyArray<Declaration>
  /** What is passed on, with the path of the file that declares it. */
  readonly passedOn: ReadonlyArray<{ readonly from: string; readonly name: string }>
  /** Those taken and those exported here that declarations of these names speak of, at any remove. */
  readonly spokenOf: (names: Iterable<string>) => ReadonlyArray<string>
}

const exported = /^export (?:declare (?:const|class|function)|interface|type) (\w+)/gm
const inlined = /import\("\.{1,2}\/[^"]+"\)\.(\w+)/g

const declaration = /^(?:export )?(?:declare )?(?:const|class|function|interface|type) (\w+)/gm

/** By its name, the types that each declaration of a file mentions, also those that are not exported. */
const mentionsIn = (text: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "")
  const found = Array.from(code.matchAll(declaration))
  return new Map(
    found.map(({ 1: name = "", index }, position) => {
      const words = code.slice(index, found[position + 1]?.index).match(/\b[A-Za-z]\w*/g) ?? []
      return [name, words]
    })
  )
}

const spoken = (text: string, known: ReadonlyArray<string>) => (names: Iterable<string>) => {
  const mentions = mentionsIn(text)
  const reached = new Set(Array.from(names).filter((name) => mentions.has(name)))
  // A set is walked to its end, what is added on the way included.
  for (const name of reached) for (const word of mentions.get(name) ?? []) reached.add(word)
  return known.filter((name) => reached.has(name))
}

const declarationFile = (path: string): DeclarationFile => {
  const text = readFileSync(join(types, path), "utf8")
  const { staticExports, staticImports } = parseSync(path, text).module
  const ours = staticImports.filter(({ moduleRequest }) => moduleRequest.value.startsWith("."))
  const passed = staticExports.flatMap(({ entries }) => entries).filter(({ moduleRequest }) => moduleRequest !== null)
  const entries = [...ours.flatMap((found) => found.entries), ...passed]
  const declared = Array.from(text.matchAll(exported), ({ 1: name = "", index }) => ({
    name,
    documented: text.slice(0, index).trimEnd().endsWith("*/")
  }))
  const taken = [
    ...entries.flatMap(({ importName }) => importName.name ?? []),
    ...Array.from(text.matchAll(inlined), ([, name = ""]) => name)
  ]
  const known = [...taken, ...declared.map(({ name }) => name)]
  const passedOn = passed.map(({ importName, moduleRequest }) => ({
    from: posix.join(posix.dirname(path), (moduleRequest?.value ?? "").replace(/mjs$/, "d.mts")),
    name: importName.name ?? ""
  }))
  return {
    path,
    declared,
    passedOn,
    spokenOf: spoken(text, known)
  }
}

/** The declarations that ship with the library. */
export const declarationFiles = (): ReadonlyArray<DeclarationFile> =>
  readdirSync(types, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.mts"))
    .map(declarationFile)
