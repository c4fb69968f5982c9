import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { languages } from "../../src/adapters/parser/languages.ts"
import { gitLines } from "../verify/oracle/plainGit.ts"

/** A definition from universal-ctags, independent of our parser. */
export interface Definition {
  readonly file: string
  /** 1-based line of its name. */
  readonly line: number
  readonly kind: string
  readonly name: string
  /** Qualified with its enclosing type from ctags: `TypeAdapters.CLASS`. */
  readonly qualified: string
}

/** The names of languages in ctags that are not ours with a capital letter. */
const ctagsNames: Readonly<Record<string, string>> = {
  csharp: "C#",
  cpp: "C++",
  typescript: "TypeScript",
  javascript: "JavaScript",
  php: "PHP",
  bash: "Sh"
}

/** Definitions for ctags of the languages that it lacks: regular expressions with name and kind. */
const extraLanguages: Readonly<Record<string, ReadonlyArray<string>>> = {
  scala: [
    String.raw`/^[ \t]*((@[A-Za-z.]+(\([^)]*\))?|private|protected|implicit|final|abstract|sealed|case|override|inline|lazy|opaque|transparent|infix|(private|protected)\[[A-Za-z]+\])[ \t]+)*(class|trait|object|enum)[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\6/c,class/`,
    String.raw`/^[ \t]*((@[A-Za-z.]+(\([^)]*\))?|private|protected|implicit|final|override|inline|transparent|infix|(private|protected)\[[A-Za-z]+\])[ \t]+)*def[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\5/m,method/`,
    String.raw`/^[ \t]*((private|protected|final|override|opaque|infix|(private|protected)\[[A-Za-z]+\])[ \t]+)*type[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\4/t,type/`,
    String.raw`/^((private|final|implicit|lazy|inline|private\[[A-Za-z]+\])[ \t]+)*val[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\3/v,value/`
  ],
  swift: [
    String.raw`/^[ \t]*((@[A-Za-z]+(\([^)]*\))?|public|private|fileprivate|internal|open|final|indirect)[ \t]+)*(class|struct|enum|protocol|actor)[ \t]+([A-Za-z_][A-Za-z0-9_]*)[^(]*$/\5/c,class/{exclusive}`,
    String.raw`/^[ \t]*((@[A-Za-z]+(\([^)]*\))?|public|private|fileprivate|internal|open|final|static|class|override|mutating|nonisolated)[ \t]+)*func[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\4/m,method/`,
    String.raw`/^[ \t]*((public|private|fileprivate|internal|open)[ \t]+)*typealias[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\3/t,type/`,
    String.raw`/^((public|private|fileprivate|internal)[ \t]+)*(let|var)[ \t]+([A-Za-z_][A-Za-z0-9_]*)/\4/v,value/`
  ]
}

/** Kinds of ctags that are not units in ours, such as fields, packages and local variables, by language. */
const ignoredKinds: Readonly<Record<string, ReadonlyArray<string>>> = {
  java: ["package", "field"],
  csharp: ["namespace", "field", "typedef"],
  kotlin: ["package", "constant", "variable"]
}
const defaultIgnoredKinds = ["package", "namespace", "field", "member", "variable", "local", "header", "alias"]

/** Parses the fields of a tag line: `line`, `kind`, `scope`. */
const fieldsOf = (row: string): ReadonlyMap<string, string> =>
  new Map(
    row
      .slice(row.lastIndexOf(';"\t') + 3)
      .split("\t")
      .map((each) => [each.slice(0, each.indexOf(":")), each.slice(each.indexOf(":") + 1)] as const)
  )

const typeScopes = ["class", "interface", "enum", "struct", "trait", "object", "annotation", "module", "table"]

const definitionOf = (row: string): Definition => {
  const [name = "", file = ""] = row.split("\t")
  const fields = fieldsOf(row)
  const [scopeKind = "", scope = ""] = (fields.get("scope") ?? "").split(/:(.*)/s)
  const isMember = typeScopes.includes(scopeKind) && !scope.includes("__anon")
  const named = isMember ? `${scope}.${name}` : name
  return { file, line: Number(fields.get("line")), kind: fields.get("kind") ?? "", name, qualified: named }
}

/** Whether a tag is a known error of ctags, which reports parameters of Kotlin lambdas as methods. */
const isMistaken = (language: string, row: string): boolean =>
  language === "kotlin" && row.includes("kind:method") && !/\bfun\b/.test(row)

/** Lists the files of a language at HEAD. */
export const filesOf = (directory: string, language: string): ReadonlyArray<string> => {
  const extensions = languages.find(({ name }) => name === language)?.extensions ?? []
  return gitLines(directory, ["ls-files"]).filter((file) =>
    extensions.some((extension) => file.toLowerCase().endsWith(extension))
  )
}

/** Counts the lines of a text like git. */
const linesIn = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0)

/** Drops definitions after the end of their file, which ctags reports for unclosed blocks in shell scripts. */
export const withinFiles = (
  definitions: ReadonlyArray<Definition>,
  textOf: (file: string) => string
): ReadonlyArray<Definition> =>
  [...Map.groupBy(definitions, ({ file }) => file)].flatMap(([file, own]) => {
    const last = linesIn(textOf(file))
    return own.filter(({ line }) => line <= last)
  })

/** Lists the definitions that universal-ctags finds in files, without the kinds that are not units. */
export const definitionsIn = (
  directory: string,
  language: string,
  files: ReadonlyArray<string>
): ReadonlyArray<Definition> => {
  const ctagsName = ctagsNames[language] ?? language.replace(/^./, (letter) => letter.toUpperCase())
  const expressions = extraLanguages[language] ?? []
  const teach =
    expressions.length === 0
      ? []
      : [
          `--langdef=${ctagsName}`,
          `--map-${ctagsName}=+.${language}`,
          ...expressions.map((each) => `--regex-${ctagsName}=${each}`)
        ]
  const output = execFileSync(
    "ctags",
    [...teach, `--languages=${ctagsName}`, "--sort=no", "--fields=nKszZ", "-f", "-", "-L", "-"],
    { cwd: directory, input: files.join("\n"), encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["pipe", "pipe", "ignore"] }
  )
  const ignored = ignoredKinds[language] ?? defaultIgnoredKinds
  const all = output
    .split("\n")
    .filter((row) => row !== "" && !row.startsWith("!_") && !isMistaken(language, row))
    .map(definitionOf)
    .filter(({ kind, name }) => !ignored.includes(kind) && !/^__anon|^<|^anonymous/i.test(name))
  return withinFiles(all, (file) => readFileSync(join(directory, file), "utf8"))
}
