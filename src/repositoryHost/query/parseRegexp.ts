import { Result } from "effect"
import { problemAt, type QueryProblem } from "./QueryProblem.ts"

/** A range of code points, both ends included. */
export type CharacterRange = readonly [from: number, to: number]

/** A regular expression in the syntax of Lucene's `RegExp`, which matches whole terms. */
export type Regexp =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Characters"; readonly ranges: ReadonlyArray<CharacterRange>; readonly isNegated: boolean }
  | { readonly _tag: "Sequence"; readonly parts: ReadonlyArray<Regexp> }
  | { readonly _tag: "Either" | "Both"; readonly parts: ReadonlyArray<Regexp> }
  | { readonly _tag: "Not"; readonly part: Regexp }
  | { readonly _tag: "Repeat"; readonly part: Regexp; readonly min: number; readonly max: number }

type Parsed = Result.Result<Regexp, QueryProblem>

interface Reader {
  readonly characters: ReadonlyArray<string>
  /** Where the pattern begins in the query. */
  readonly start: number
  next: number
  depth: number
}

/** Deepest nesting, and the most repetitions of a part. */
const maxDepth = 50
const maxRepetitions = 1000

const peek = (reader: Reader): string | undefined => reader.characters[reader.next]

const take = (reader: Reader, ...expected: ReadonlyArray<string>): string | undefined => {
  const character = peek(reader)
  if (character === undefined || !expected.includes(character)) return undefined
  reader.next += 1
  return character
}

const fail = (reader: Reader, detail: string) =>
  problemAt(reader.start + reader.next, `in the regular expression: ${detail}`)

const any: Regexp = { _tag: "Characters", ranges: [], isNegated: true }
const anyText: Regexp = { _tag: "Repeat", part: any, min: 0, max: Number.POSITIVE_INFINITY }
const emptyText: Regexp = { _tag: "Sequence", parts: [] }

const one = (character: string): Regexp => {
  const code = character.codePointAt(0) ?? 0
  return { _tag: "Characters", ranges: [[code, code]], isNegated: false }
}

const classes: Readonly<Record<string, ReadonlyArray<CharacterRange>>> = {
  d: [[48, 57]],
  s: [
    [9, 13],
    [32, 32]
  ],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122]
  ]
}

const toClass = (name: string): Regexp | undefined => {
  const ranges = classes[name]
  return ranges === undefined ? undefined : { _tag: "Characters", ranges, isNegated: false }
}

const readCharacter = (reader: Reader): Result.Result<string, QueryProblem> => {
  take(reader, "\\")
  const character = peek(reader)
  if (character === undefined) return fail(reader, "it ends too early")
  reader.next += 1
  return Result.succeed(character)
}

const expect = (reader: Reader, character: string): Result.Result<void, QueryProblem> =>
  take(reader, character) === undefined ? fail(reader, `${character} is missing`) : Result.succeed(undefined)

const readRange = (reader: Reader): Result.Result<ReadonlyArray<CharacterRange>, QueryProblem> =>
  Result.gen(function* () {
    const named = peek(reader) === "\\" ? classes[reader.characters[reader.next + 1] ?? ""] : undefined
    if (named !== undefined) {
      reader.next += 2
      return named
    }
    const from = (yield* readCharacter(reader)).codePointAt(0) ?? 0
    if (take(reader, "-") === undefined) return [[from, from]]
    if (peek(reader) === "]")
      return [
        [from, from],
        [45, 45]
      ]
    const to = (yield* readCharacter(reader)).codePointAt(0) ?? 0
    return to < from ? yield* fail(reader, "a range of characters is inverted") : [[from, to]]
  })

const readSet = (reader: Reader): Parsed =>
  Result.gen(function* () {
    const isNegated = take(reader, "^") !== undefined
    const ranges: Array<CharacterRange> = []
    do ranges.push(...(yield* readRange(reader)))
    while (peek(reader) !== undefined && peek(reader) !== "]")
    yield* expect(reader, "]")
    return { _tag: "Characters", ranges, isNegated }
  })

const readQuoted = (reader: Reader): Parsed => {
  const end = reader.characters.indexOf('"', reader.next)
  if (end === -1) return fail(reader, '" is missing')
  const parts = reader.characters.slice(reader.next, end).map(one)
  reader.next = end + 1
  return Result.succeed({ _tag: "Sequence", parts })
}

const readGroup = (reader: Reader): Parsed =>
  Result.gen(function* () {
    if (take(reader, ")") !== undefined) return emptyText
    const inner = yield* readUnion(reader)
    yield* expect(reader, ")")
    return inner
  })

/** Reads a character by itself, or one of the classes `\d`, `\s` and `\w`. */
const readLiteral = (reader: Reader): Parsed => {
  const isEscaped = peek(reader) === "\\"
  return Result.map(
    readCharacter(reader),
    (character) => (isEscaped ? toClass(character) : undefined) ?? one(character)
  )
}

const constants: Readonly<Record<string, Regexp>> = { ".": any, "#": { _tag: "Nothing" }, "@": anyText }
const readers: Readonly<Record<string, (reader: Reader) => Parsed>> = {
  '"': (reader) => readQuoted(reader),
  "(": (reader) => readGroup(reader),
  "[": (reader) => readSet(reader),
  "<": (reader) => fail(reader, "< and > are not supported; write \\< for the character")
}

const readSimple = (reader: Reader): Parsed => {
  const sign = take(reader, ...Object.keys(constants), ...Object.keys(readers))
  if (sign === undefined) return readLiteral(reader)
  const constant = constants[sign]
  return constant === undefined ? (readers[sign] ?? readLiteral)(reader) : Result.succeed(constant)
}

const decimalDigits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

const readNumber = (reader: Reader): number | undefined => {
  let digits = ""
  for (let digit = take(reader, ...decimalDigits); digit !== undefined; digit = take(reader, ...decimalDigits)) {
    digits += digit
  }
  return digits === "" ? undefined : Number(digits)
}

/** Reads `{n}`, `{n,}` and `{n,m}` after the brace. */
const readBounds = (reader: Reader): Result.Result<{ readonly min: number; readonly max: number }, QueryProblem> =>
  Result.gen(function* () {
    const min = readNumber(reader)
    if (min === undefined) return yield* fail(reader, "a number is missing")
    const max = take(reader, ",") === undefined ? min : (readNumber(reader) ?? Number.POSITIVE_INFINITY)
    yield* expect(reader, "}")
    if (max < min) return yield* fail(reader, "the repetitions are inverted")
    if (min > maxRepetitions || (max > maxRepetitions && max !== Number.POSITIVE_INFINITY)) {
      return yield* fail(reader, `more than ${maxRepetitions} repetitions`)
    }
    return { min, max }
  })

const repetitions: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  "?": { min: 0, max: 1 },
  "*": { min: 0, max: Number.POSITIVE_INFINITY },
  "+": { min: 1, max: Number.POSITIVE_INFINITY }
}

const readRepeated = (reader: Reader): Parsed =>
  Result.gen(function* () {
    if (take(reader, "~") !== undefined) {
      reader.depth += 1
      if (reader.depth > maxDepth) return yield* fail(reader, "it is nested too deeply")
      const part = yield* readRepeated(reader)
      reader.depth -= 1
      return { _tag: "Not", part }
    }
    let part = yield* readSimple(reader)
    for (let sign = take(reader, "?", "*", "+", "{"); sign !== undefined; sign = take(reader, "?", "*", "+", "{")) {
      const bounds = repetitions[sign] ?? (yield* readBounds(reader))
      part = { _tag: "Repeat", part, ...bounds }
    }
    return part
  })

const readSequence = (reader: Reader): Parsed =>
  Result.gen(function* () {
    const parts: Array<Regexp> = []
    do parts.push(yield* readRepeated(reader))
    while (![undefined, ")", "|", "&"].includes(peek(reader)))
    return { _tag: "Sequence", parts }
  })

const readParts = (reader: Reader, sign: string, tag: "Either" | "Both", read: (reader: Reader) => Parsed): Parsed =>
  Result.gen(function* () {
    const parts: Array<Regexp> = []
    do parts.push(yield* read(reader))
    while (take(reader, sign) !== undefined)
    return { _tag: tag, parts }
  })

const readUnion = (reader: Reader): Parsed =>
  Result.gen(function* () {
    reader.depth += 1
    if (reader.depth > maxDepth) return yield* fail(reader, "it is nested too deeply")
    const union = yield* readParts(reader, "|", "Either", (at) => readParts(at, "&", "Both", readSequence))
    reader.depth -= 1
    return union
  })

/** Parses a regular expression. `start`: where it begins in the query. */
export const parseRegexp = (pattern: string, start: number): Parsed => {
  const reader: Reader = { characters: Array.from(pattern), start, next: 0, depth: 0 }
  if (pattern === "") return Result.succeed(emptyText)
  return Result.flatMap(readUnion(reader), (regexp) =>
    peek(reader) === undefined ? Result.succeed(regexp) : fail(reader, `unexpected ${JSON.stringify(peek(reader))}`)
  )
}
