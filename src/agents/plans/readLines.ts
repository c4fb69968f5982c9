const doubleQuoted = String.raw`"(?:\\.|[^"\\\n])*"?`
const singleQuoted = String.raw`'(?:\\.|[^'\\\n])*'?`
const backQuoted = "`(?:\\\\[^]|[^`\\\\])*`?"
const tripleQuoted = String.raw`[rbuf]{0,2}(?:"""[^]*?(?:"""|$(?![^]))|'''[^]*?(?:'''|$(?![^])))`
/** One character; a lifetime of Rust has no second quotation mark. */
const character = String.raw`'(?:\\[^\n']{1,10}|\\'|[^'\\\n])'`
const slashed = String.raw`\/\/.*|\/\*[^]*?(?:\*\/|$(?![^]))`
/** Not in the middle of a word: `$#`, `${#a}`. */
const hashed = String.raw`(?<![^\s;()[\],])#.*`

const compile = (...parts: ReadonlyArray<string>): RegExp => new RegExp(parts.join("|"), "gim")

/** Strings and comments by the names of files: a string may have what looks like a comment. */
const tokens: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/\.(?:[cm]?[jt]sx?|go|vue|svelte|kt|groovy|gradle)$/i, compile(doubleQuoted, singleQuoted, backQuoted, slashed)],
  [/\.pyi?$/i, compile(tripleQuoted, doubleQuoted, singleQuoted, hashed)],
  [/\.rb$/i, compile(doubleQuoted, singleQuoted, hashed, String.raw`^=begin\b[^]*?(?:^=end\b|$(?![^]))`)],
  [/\.(?:sh|bash|zsh|p[lm]|r|jl|exs?|ya?ml|toml|cmake|mk|nix|tcl)$/i, compile(doubleQuoted, singleQuoted, hashed)],
  [/\.php$/i, compile(doubleQuoted, singleQuoted, slashed, "#(?!\\[).*")],
  [/\.(?:lua|sql|hs|elm|ad[bs])$/i, compile(doubleQuoted, singleQuoted, String.raw`--\[\[[^]*?(?:\]\]|$(?![^]))|--.*`)]
]
/** Those of C, Rust, Java and the like. */
const slashTokens = compile(doubleQuoted, character, slashed)

/** Starts of the tokens that are comments; those of strings in triple quotes. */
const commentStart = /^(?:\/\/|\/\*|#|--|=begin)/
const docStart = /^[rbuf]{0,2}(?:"""|''')/i

/** A line of a source file. */
export interface SourceLine {
  readonly text: string
  /** The line without its comments. */
  readonly code: string
  /** What its comments say; `""` where it has none. */
  readonly comment: string
  /** The string literals in the code, or the parts of them in this line. */
  readonly strings: ReadonlyArray<string>
}

/** A line that is being divided. */
interface Divided {
  readonly text: string
  readonly strings: Array<string>
  /** The code up to `codeStart`, without comments. */
  readonly code: Array<string>
  readonly comments: Array<string>
  /** Where the code after the last comment begins. */
  codeStart: number
}

const toSourceLine = ({ code, codeStart, comments, strings, text }: Divided): SourceLine => ({
  text,
  code: `${code.join("")}${text.slice(codeStart)}`,
  comment: comments.map((comment) => ` ${comment}`).join(""),
  strings
})

/** Takes a comment out of the code of a line. */
const takeComment = (line: Divided, column: number, comment: string): void => {
  line.code.push(line.text.slice(line.codeStart, column))
  line.codeStart = column + comment.length
  line.comments.push(comment)
}

const indentOf = (text: string): number => text.length - text.trimStart().length

/**
 * Divides the lines of a source file into code and comments, and finds the strings in the code, by the strings and comments of its family of languages. A
 * string in triple quotes is a comment where it begins its line.
 */
export const readLines = (path: string, text: string): ReadonlyArray<SourceLine> => {
  const lines = text
    .split("\n")
    .map((each): Divided => ({ text: each, strings: [], code: [], comments: [], codeStart: 0 }))
  const pattern = tokens.find(([name]) => name.test(path))?.[1] ?? slashTokens
  let [line, lineStart, indent] = [0, 0, indentOf(lines[0]?.text ?? "")]
  for (const { 0: token, index } of text.matchAll(pattern)) {
    for (let at = lines[line]; at !== undefined && lineStart + at.text.length < index; at = lines[line]) {
      lineStart += at.text.length + 1
      line += 1
      indent = indentOf(lines[line]?.text ?? "")
    }
    const column = index - lineStart
    const isComment = commentStart.test(token) || (docStart.test(token) && column <= indent)
    for (const [offset, part] of token.split("\n").entries()) {
      const at = lines[line + offset]
      if (at === undefined) continue
      if (isComment) takeComment(at, offset === 0 ? column : 0, part)
      else at.strings.push(part)
    }
  }
  return lines.map(toSourceLine)
}
