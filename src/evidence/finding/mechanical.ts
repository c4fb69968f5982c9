/** Why a commit says nothing about a line: it changed only white space, only layout, or only a name, everywhere. */
export type Mechanical = "whitespace" | "formatting" | "renaming"

/** What a patch replaces: the lines removed and added in one place. */
interface Replacement {
  readonly removed: string
  readonly added: string
}

/** Different names that one bulk renaming may replace. */
const maxRenamed = 4
/** Files that a renaming must change to be one in bulk. */
export const minRenamedFiles = 10

/**
 * Reads the replacements of a patch of one file. Undefined where it only adds the file, is binary or is cut, because then
 * nothing can be compared.
 */
const readReplacements = (patch: string): ReadonlyArray<Replacement> | undefined => {
  const at = patch.indexOf("\n@@ ")
  if (at === -1 || patch.includes("\nnew file mode ") || !patch.endsWith("\n")) return undefined
  const found: Array<{ removed: string; added: string }> = []
  let isOpen = false
  for (const line of patch.slice(at + 1).split("\n")) {
    const sign = line[0]
    if (sign !== "+" && sign !== "-") {
      if (sign !== "\\") isOpen = false
      continue
    }
    if (!isOpen) found.push({ removed: "", added: "" })
    isOpen = true
    const last = found.at(-1)
    if (last === undefined) continue
    if (sign === "-") last.removed += `${line.slice(1)}\n`
    else last.added += `${line.slice(1)}\n`
  }
  return found
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, "")

/** What formatters change: quotes, semicolons, trailing commas, parentheses around one parameter. */
const withoutLayout = (text: string): string =>
  withoutSpace(
    text
      .replaceAll(/,(?=\s*[)\]}])|(?<!;);+(?!;)(?=\s*(?:\n|$|\}))/g, "")
      .replaceAll(/["'`]/g, '"')
      .replaceAll(/\(\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*\)(?=\s*=>)/gu, "$1")
  )

const tokenPattern = /[\p{L}_$][\p{L}\p{N}_$]*|\d+|[^\s\p{L}\p{N}_$]/gu
const isName = (token: string): boolean => /^[\p{L}_$]/u.test(token)

/** Whether the replacements replace a few names by others, the same ones everywhere. */
const isRenaming = (replacements: ReadonlyArray<Replacement>): boolean => {
  const names = new Map<string, string>()
  for (const { added, removed } of replacements) {
    const [before, after] = [removed.match(tokenPattern) ?? [], added.match(tokenPattern) ?? []]
    if (before.length !== after.length || before.length === 0) return false
    for (const [index, token] of before.entries()) {
      const now = after[index] ?? ""
      if (token === now && !names.has(token)) continue
      if (!isName(token) || !isName(now) || (names.get(token) ?? now) !== now) return false
      names.set(token, now)
    }
  }
  return names.size > 0 && names.size <= maxRenamed
}

/** Names of formatters, and words for what they do. */
const formatters =
  /\b(?:re-?format(?:s|ted|ting)?|(?:code )?formatting|rustfmt|(?:cargo|go|deno|mix|ruff|dart|zig|terraform) (?:fmt|format)|gofmt|goimports|clang-format|prettier|black(?:en(?:ed)?)?|yapf|autopep8|isort|scalafmt|ktlint|spotless|google-java-format|php-cs-fixer|phpc(?:s|bf)|fix(?:es|ed)? cs|cs fix(?:es)?|coding standards?|astyle|uncrustify|dprint|biome|oxfmt|swiftformat|ormolu|fourmolu|(?:code|coding) ?style|indent(?:s|ation)?|white ?space)\b/i

/** A subject of that word alone, as scripts write it: `[ci] format`. */
const onlyFormat = /^(?:\S+ )?(?:(?:npm|pnpm|yarn|run) )*format(?: code| files)?$/i

/** Whether the subject of a commit says that it formats code. */
export const saysFormatting = (subject: string): boolean => formatters.test(subject) || onlyFormat.test(subject)

/** What formatters change beyond {@link withoutLayout}: at most this part of the replacements, as sorted imports. */
const maxOtherShare = 0.4

/** Whether most of a patch of one file, and more than one place, changes only layout. */
export const isMostlyLayout = (patch: string): boolean => {
  const replacements = readReplacements(patch) ?? []
  const others = replacements.filter(({ added, removed }) => withoutLayout(removed) !== withoutLayout(added))
  return replacements.length - others.length > 1 && others.length <= maxOtherShare * replacements.length
}

/**
 * Determines whether a commit's change of one file says nothing about its lines. `patch`: the whole patch of this file.
 * `files`: how many files the commit changes.
 */
export const classifyChange = (patch: string, files: number): Mechanical | undefined => {
  const replacements = readReplacements(patch)
  if (replacements === undefined || replacements.length === 0) return undefined
  const isSame = (simplify: (text: string) => string) =>
    replacements.every(({ added, removed }) => simplify(removed) === simplify(added))
  if (isSame(withoutSpace)) return "whitespace"
  if (isSame(withoutLayout)) return "formatting"
  return files >= minRenamedFiles && isRenaming(replacements) ? "renaming" : undefined
}
