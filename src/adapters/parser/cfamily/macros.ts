import type { Span } from "../signature.ts"
import { blankSpans } from "../blankSpans.ts"
import { groupOf, spanOfGroup } from "../../../domain/MatchGroup.ts"

/** Template arguments, nested up to four levels. Balanced, so that there is only one way to match. */
const typeArguments = String.raw`<(?:[^;{}()\n<>]|<(?:[^;{}()\n<>]|<(?:[^;{}()\n<>]|<[^;{}()\n<>]*>)*>)*>)*>`

/** The namespaces and types before the name of a member. */
const qualifiedBy = String.raw`(?:[A-Za-z_]\w*(?:${typeArguments})?::){0,8}`

const parts = {
  /** A macro name with optional arguments on the same line. */
  macro: String.raw`[A-Z_][A-Z0-9_]+(?:\s?\((?:[^()\n]|\([^()\n]*\))*\))?`,
  /** A macro call on one line. */
  call: String.raw`[A-Z_][A-Z0-9_]+\s?\((?:[^()\n]|\([^()\n]*\))*\)`,
  /** Words in macro names that mean an attribute or specifier rather than a type. */
  specifier: String.raw`\w{0,60}(?:API|EXPORT|EXTERN|PUBLIC|DECL|INLINE|CONSTEXPR|EXPLICIT|NODISCARD|DEPRECATED)\w{0,60}`,
  // Bounded, because a long word can be split at each letter.
  attribute: String.raw`[A-Z]\w{0,60}(?:_|NOEXCEPT|OVERRIDE|NORETURN|PRINTF|FORMAT|NONNULL|UNUSED|(?:ATTR|DEPRECATED|REQUIRES|EXCLU|LOCK|GUARDED|ACQUIRE|RELEASE)\w{0,60})`,
  /** Parentheses, nested up to five levels. */
  nested: String.raw`\((?:[^()]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*\)`,
  qualifier: "(?:static|extern|inline|const|volatile|struct|union|enum|unsigned|signed|register)",
  primitive: "(?:void|char|short|int|long|float|double|bool|size_t)",
  qualifiers: String.raw`(?:(?:static|extern|inline|const|volatile|struct|union|enum|unsigned|signed)\s+){0,6}`,
  /** Keywords that can appear in the position of a type. */
  noType:
    "return|else|do|goto|case|typedef|sizeof|throw|new|delete|using|class|namespace|template|public|private|protected|virtual|explicit|friend|constexpr|static|extern|inline|const|volatile|struct|union|enum|unsigned|signed",
  /** A word or a GNU attribute. */
  word: String.raw`(?:__attribute(?:__)?[^\S\n]*\(\([^\n]{0,200}?\)\)|[A-Za-z_]\w*\b)`,
  before: String.raw`(?:template\s*<[^;{}()\n]*>\s*)?(?:(?:static|inline|extern|virtual|explicit|constexpr|friend)\s+)*`,
  /** A type and a function's name, possibly a pointer or in parentheses. */
  typed: String.raw`(?:[A-Za-z_][\w:]*(?:${typeArguments})?[\s*&]+){1,8}(?:${qualifiedBy}(?:~?\w+|operator[^\w\s(]+)|\(\s*\*?\s*\w+\s*\))\s*\(`
}

/** The first group of each pattern is the span to blank. */
const patterns: ReadonlyArray<RegExp> = [
  // Between a type's keyword and its name: `class LIB_API Pool {`.
  String.raw`\b(?:class|struct|union|enum(?:\s+class)?)\s+(${parts.macro})\s+(?=[A-Za-z_]\w*(?:::\w+)*(?:<[^;{}]{0,300}>)?\s*(?:final\s*)?(?:\{|:(?!:)))`,
  // Before a function's type, or before a constructor's name: `LIB_API int open(`, `LIB_CONSTEXPR Pool(`.
  String.raw`^[^\S\n]*${parts.before}((?:${parts.macro}[^\S\n]+)+)(?=~|(?:template|class|struct|enum|union|using|namespace|inline|static|typedef|const|constexpr|auto|void|int|bool|char|unsigned|signed|long|short|float|double|size_t)\b|${parts.typed})`,
  String.raw`^[^\S\n]*${parts.before}((?:(?=[A-Z])${parts.specifier}[^\S\n]+)+)(?=${qualifiedBy}~?[A-Za-z_]\w*\s*\()`,
  // After a function's parameters: `void close() LIB_EXCLUDES(lock);`.
  String.raw`\)\s*(?:const\s+)?(${parts.attribute}(?:\s?\([^()\n]*\))?)\s*(?=[;{]|:\s+[A-Za-z_]\w*[({])`,
  // After the name of a field or variable: `Pool* pool LIB_GUARDED_BY(lock);`.
  String.raw`[\w>][\s*&]{1,8}[a-z_]\w*\s+((?:[A-Z]\w{0,60}_)?(?:GUARDED|ACQUIRED)_[A-Z]{1,20}\s?\((?:[^()\n]|\([^()\n]*\))*\))\s*(?=[;={])`,
  // Between a function's type and its name, and before a pointer to a function.
  String.raw`[\w*][^\S\n]+(${parts.attribute}\s?\((?:[^()\n]|\([^()\n]*\))*\))\s+(?=\*?\w+\s*\()`,
  String.raw`^[^\S\n]*${parts.qualifiers}(?!(?:${parts.noType})\b)(?=[\w:]*[a-z])[A-Za-z_][\w:]*(?:${typeArguments})?[\s*&]+((?:[A-Z][A-Z0-9_]{2,60}[^\S\n]+)+)(?=\*?${qualifiedBy}\w+\s?\()`,
  // GNU style, each on its own line: `static int`, `internal_function`, `check (int a)`.
  String.raw`^(?!(?:return|else|do|goto|case|typedef)\b|(?:${parts.qualifier}[^\S\n]+)*${parts.qualifier}[^\S\n]*$)[A-Za-z_][\w *\t]{0,200}\n\s*^((?:(?!(?:${parts.qualifier}|${parts.primitive})\b)${parts.word}[^\S\n]*){1,4})\r?\n\s*^(?=\w+ ?\()`,
  String.raw`[*\s](__restrict)(?=\s)`,
  // How Windows calls a function: `int __stdcall open(`.
  String.raw`[\w*&][^\S\n]+(__(?:cdecl|fastcall|stdcall|thiscall|vectorcall))[^\S\n]+(?=\w+\s*\()`,
  String.raw`\(\s*([A-Z_]{3,})\s*(?=\*\s*\w+\s*\)\s*\()`,
  String.raw`\)\s*(?:const\s+)?(noexcept\s*${parts.nested})`,
  String.raw`\)\s*[\w\s]{0,40}(->\s*decltype\s*${parts.nested})`,
  String.raw`(?<!#[^\S\n]*)\bif\s+([A-Z][A-Z0-9_]+)\s*(?=\()`,
  String.raw`[\s}]([A-Z_]+_(?:TRY|CATCH)(?:\s?\([^()\n]*\))?)(?=\s*\{)`,
  // Instead of an access specifier, or next to one.
  String.raw`^[^\S\n]*([A-Z][A-Z0-9]*_[A-Z0-9_]*[^\S\n]*:)(?=[^\S\n]*(?:\/[/*].*)?\r?$)`,
  String.raw`\b(?:public|protected|private)\s+(slots|Q_SLOTS)(?=\s*:)`,
  String.raw`^[^\S\n]*((?:signals|Q_SIGNALS)\s*:)`
].map((source) => new RegExp(source, "dgm"))

/** A macro alone on its line, with the code that follows. */
const standaloneMacro = new RegExp(
  String.raw`^[^\S\n]*(${parts.macro}|[A-Z_]{0,60}(?:BEGIN|END)[A-Z_]{0,60};)(?=[^\S\n]*(?:\/\/.*|\/\*[^\n]*\*\/[^\S\n]*)?\r?\n(?:\s+|\/\/.*|\/\*(?:[^*]|\*(?!\/)){0,1000}\*\/){0,20}(.{0,80}))`,
  "dgm"
)

/** Maximum length of a line, in UTF-16 code units. */
const maxLineLength = 1_000

/** Whether an offset is inside a directive, which the grammar does not parse further. */
const isInDirective = (text: string, offset: number): boolean => {
  const before = text.slice(Math.max(0, offset - maxLineLength), offset)
  const start = before.lastIndexOf("\n") + 1
  return /^\s*#/.test(before.slice(start)) || /\\\r?\n$/.test(before.slice(Math.max(0, start - 3), start))
}

const findSpans = (text: string, pattern: RegExp): ReadonlyArray<Span> =>
  Array.from(text.matchAll(pattern), (match) => spanOfGroup(match, 1))

/** Returns the last line of code before an offset, without a trailing comment. */
const readLineBefore = (text: string, offset: number): string =>
  text
    .slice(Math.max(0, offset - 400), offset)
    .trimEnd()
    .replace(/^[\s\S]*\n/, "")
    .replace(/\/\/.*$|\/\*.*?\*\/\s*$/, "")
    .trim()

/** Whether a declaration or statement may start after a line. */
const endsDeclaration = (line: string): boolean => line.startsWith("#") || /(?:^|[{};:>]|\*\/)$/.test(line)

/** Names of macros that start a block within a function. */
const blockMacros = /TRY|CATCH|FINALLY|FOR_?EACH|ELSE|LOOP|WHILE/

/** Finds macros in the position of a declaration or statement: `LIB_EXPORT`, `LIB_FIELDS`. */
const findStandaloneMacros = (text: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (const match of text.matchAll(standaloneMacro)) {
    const { end, start } = spanOfGroup(match, 1)
    const macro = groupOf(match, 1)
    const next = groupOf(match, 2)
    // The type of a function on its own line, or a macro with a body.
    const isHead =
      (next.startsWith("{") && !blockMacros.test(macro)) ||
      /^[=.,?&|)+-]/.test(next) ||
      (/^\w+$/.test(macro) && /^\w+\s*\(/.test(next))
    const follows = spans.length > 0 && text.slice(spans.at(-1)?.end, start).trim() === ""
    if (!isHead && !isInDirective(text, start) && (follows || endsDeclaration(readLineBefore(text, start))))
      spans.push({ start, end })
  }
  return spans
}

/** A macro call after a storage class, with the code that follows: `static PATH_FUNC(merge_dir, "merge")`. */
const functionMacroCall = new RegExp(
  String.raw`^((?:static|extern)[^\S\n]+(?:inline[^\S\n]+)?)((?:${parts.call}[^\S\n]+)*${parts.call})(?=[^\S\n]*\r?\n(\s*)(.{0,80}))`,
  "dgm"
)

/** The start of a function declaration whose storage class is on the previous line. */
const typedHead = new RegExp(`^(?!(?:static|extern)\\b)${parts.typed}`)

/**
 * Formats a prototype to replace a macro call that defines a function, padded to the same length; undefined for other
 * calls.
 */
const formatPrototype = (call: string): string | undefined => {
  const name = /^\w+\s?\(\s*([A-Za-z_]\w*)\s*[,)]/.exec(call)?.[1]
  const prototype = `int ${name}()`
  return name === undefined || prototype.length >= call.length ? undefined : `${prototype.padEnd(call.length - 1)};`
}

/**
 * Replaces macro calls that define functions, without braces or semicolon, with prototypes, and blanks macros with
 * arguments between a storage class and the line of a function's type. Keeps the text's length.
 */
const replaceFunctionMacros = (text: string): string =>
  text.replace(
    functionMacroCall,
    (whole: string, storage: string, calls: string, gap: string, next: string, offset: number) => {
      if (isInDirective(text, offset) || /^[{;=,)|&?.+-]/.test(next)) return whole
      const isAttribute = !/\n/.test(gap) && typedHead.test(next)
      return storage + ((isAttribute ? undefined : formatPrototype(calls)) ?? " ".repeat(calls.length))
    }
  )

/** A call alone on an unindented line, followed by an empty line: `weak_alias (__open, open)`. */
const aliasCall =
  /^((?!(?:if|while|for|switch|return|sizeof|main)\b)[a-z_]\w*\s?\([^()\n;{}]*\))[^\S\n]*\r?\n[^\S\n]*\r?\n(?!\s*\{)/dgm

const findAliasCalls = (text: string): ReadonlyArray<Span> =>
  findSpans(text, aliasCall).filter(({ start }) => endsDeclaration(readLineBefore(text, start)))

/** Blanks macros that keep the grammar from parsing the code around them. Keeps the text's length. */
export const blankMacros = (source: string): string => {
  const text = replaceFunctionMacros(source)
  const spans = [
    ...patterns.flatMap((pattern) => findSpans(text, pattern)),
    ...findStandaloneMacros(text),
    ...findAliasCalls(text)
  ]
  return blankSpans(
    text,
    spans.filter(({ start }) => !isInDirective(text, start))
  )
}
