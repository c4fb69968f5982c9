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
  [/\.rb$/i, compile(doubleQuoted, singleQuoted, hashed, "^=begin\\b[^]*?^=end\\b")],
  [/\.(?:sh|bash|zsh|p[lm]|r|jl|exs?|ya?ml|toml|cmake|mk|nix|tcl)$/i, compile(doubleQuoted, singleQuoted, hashed)],
  [/\.php$/i, compile(doubleQuoted, singleQuoted, slashed, "#(?!\\[).*")],
  [/\.(?:lua|sql|hs|elm|ad[bs])$/i, compile(doubleQuoted, singleQuoted, String.raw`--\[\[[^]*?\]\]|--.*`)]
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

/**
 * Divides the lines of a source file into code and comments, and finds the strings in the code, by the strings and comments of its family of languages. A
 * string in triple quotes is a comment where it begins its line.
 */
export const readLines = (path: string, text: string): ReadonlyArray<SourceLine> => {
  const lines = text.split("\n").map((each) => ({ text: each, code: each, comment: "", strings: Array.of<string>() }))
  const pattern = tokens.find(([name]) => name.test(path))?.[1] ?? slashTokens
  let [line, counted] = [0, 0]
  for (const { 0: token, index } of text.matchAll(pattern)) {
    const isDoc = docStart.test(token) && text.slice(text.lastIndexOf("\n", index - 1) + 1, index).trim() === ""
    const isComment = isDoc || commentStart.test(token)
    line += text.slice(counted, index).split("\n").length - 1
    counted = index
    for (const [offset, part] of token.split("\n").entries()) {
      const at = lines[line + offset]
      if (at === undefined) continue
      if (!isComment) {
        at.strings.push(part)
        continue
      }
      at.code = at.code.replace(part, () => "")
      at.comment = `${at.comment} ${part}`
    }
  }
  return lines
}
