/** The words of one command, without redirections. */
export type Words = ReadonlyArray<string>

/** Maximum commands within commands; what is deeper is not read, nor what follows it. */
const maxDepth = 100

interface HereDocument {
  readonly end: string
  /** Whether tabs before its lines are no part of them: `<<-`. */
  readonly isIndented: boolean
}

/** Where a text of the shell is read. */
interface Reader {
  readonly text: string
  at: number
  /** Number of commands around this place. */
  depth: number
  /** Where parentheses end that were seen to hold commands. */
  commandsTo: number
  /** Here-documents whose lines follow. */
  readonly documents: Array<HereDocument>
}

const blank = /[ \t\r]/
/** Other white space, such as a no-break space, is part of a word. */
const wordEnd = /[ \t\r\n;&|()<>]/

/** Reads until a character, past it. */
const readPast = (reader: Reader, end: string): string => {
  const found = reader.text.indexOf(end, reader.at)
  const text = reader.text.slice(reader.at, found === -1 ? undefined : found)
  reader.at = found === -1 ? reader.text.length : found + 1
  return text
}

/** Reads the character behind a backslash; a line break is none. */
const readEscaped = (reader: Reader): string => {
  const character = reader.text[reader.at + 1] ?? ""
  reader.at += 2
  return character === "\n" ? "" : character
}

/**
 * Skips `((…))`, where `<<` shifts. Returns whether there was such: commands within commands begin in the same way. Then
 * nothing within these is looked at again, so that each character is looked at once.
 */
const skipArithmetic = (reader: Reader): boolean => {
  if (reader.at < reader.commandsTo || !reader.text.startsWith("((", reader.at)) return false
  const parenthesis = /[()]/g
  parenthesis.lastIndex = reader.at
  let depth = 0
  do {
    const sign = parenthesis.exec(reader.text)?.[0]
    if (sign === undefined) break
    depth += sign === "(" ? 1 : -1
  } while (depth > 1 || parenthesis.lastIndex === reader.at + 1)
  const end = parenthesis.lastIndex
  if (end > 0 && reader.text[end] === ")") {
    reader.at = end + 1
    return true
  }
  reader.commandsTo = end === 0 ? reader.text.length : end
  return false
}

/** Skips commands in parentheses that a word or redirection holds, past the closing one. */
const skipNested = (reader: Reader): void => {
  if (reader.depth === maxDepth) {
    reader.at = reader.text.length
    return
  }
  reader.depth += 1
  readCommands(reader, true)
  reader.depth -= 1
}

/** Skips what another command gives: `$(…)` or backquotes. Returns whether there was such. */
const skipSubstitution = (reader: Reader): boolean => {
  const isNested = reader.text.startsWith("$(", reader.at)
  if (!isNested && reader.text[reader.at] !== "`") return false
  reader.at += 1
  if (isNested && skipArithmetic(reader)) return true
  reader.at += isNested ? 1 : 0
  if (isNested) skipNested(reader)
  else readPast(reader, "`")
  return true
}

/** Reads the inside of double quotes. */
const readQuoted = (reader: Reader): string => {
  let quoted = ""
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? ""
    if (character === '"') break
    if (character === "\\") quoted += readEscaped(reader)
    else if (!skipSubstitution(reader)) {
      quoted += character
      reader.at += 1
    }
  }
  reader.at += 1
  return quoted
}

const readWord = (reader: Reader): string => {
  let word = ""
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? ""
    if (wordEnd.test(character)) break
    if (character === "\\") word += readEscaped(reader)
    else if (character === "'" || character === '"') {
      reader.at += 1
      word += character === "'" ? readPast(reader, "'") : readQuoted(reader)
    } else if (!skipSubstitution(reader)) {
      word += character
      reader.at += 1
    }
  }
  return word
}

/** Skips a redirection with its target, and remembers the end of a here-document. */
const skipRedirection = (reader: Reader): void => {
  const sign = /^(?:<<<|<<-?|[<>]\(|[<>][>&|]?)/.exec(reader.text.slice(reader.at, reader.at + 3))?.[0] ?? ""
  reader.at += sign.length
  if (sign.endsWith("(")) return skipNested(reader)
  while (blank.test(reader.text[reader.at] ?? "")) reader.at += 1
  const target = readWord(reader)
  if (sign === "<<" || sign === "<<-") reader.documents.push({ end: target, isIndented: sign === "<<-" })
}

/** Skips the here-documents behind the end of a line. */
const skipDocuments = (reader: Reader): void => {
  for (const { end, isIndented } of reader.documents.splice(0)) {
    const around = isIndented ? /^\t+|\r$/g : /\r$/
    let line: string | undefined
    while (line !== end && reader.at < reader.text.length) line = readPast(reader, "\n").replace(around, "")
  }
}

/** Reads commands to the end of the text, or of the parentheses around them (`isNested`). */
const readCommands = (reader: Reader, isNested: boolean): ReadonlyArray<Words> => {
  const commands: Array<Array<string>> = [[]]
  let depth = 0
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? ""
    if (character === "<" || character === ">" || reader.text.startsWith("&>", reader.at)) {
      if (character === "&") reader.at += 1
      skipRedirection(reader)
    } else if (character === "#") {
      readPast(reader, "\n")
      reader.at -= reader.text[reader.at - 1] === "\n" ? 1 : 0
    } else if (skipArithmetic(reader)) commands.push([])
    else if (/[\n;&|()]/.test(character)) {
      reader.at += 1
      if (character === ")" && isNested && depth === 0) break
      depth += character === "(" ? 1 : character === ")" ? -1 : 0
      if (character === "\n") skipDocuments(reader)
      commands.push([])
    } else if (blank.test(character)) reader.at += 1
    else commands.at(-1)?.push(readWord(reader))
  }
  return commands.filter((words) => words.length > 0)
}

/** Splits a text of the shell into its commands, as far as that can be done without running them. */
export const splitCommands = (text: string): ReadonlyArray<Words> =>
  readCommands({ text, at: 0, depth: 0, commandsTo: 0, documents: [] }, false)
