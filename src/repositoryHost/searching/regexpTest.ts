import type { CharacterRange, Regexp } from "../query/parseRegexp.ts"

/** A regular expression that knows whether it takes the empty text; equal ones are the same object. */
interface State {
  readonly key: string
  readonly isEmptyTaken: boolean
  readonly derive: (character: string) => State
}

/** Most states of one expression. A hostile one could have exponentially many. */
const maxStates = 5000

/** Makes states, each once. Beyond {@link maxStates}, all are the one that takes nothing. */
const makeFactory = () => {
  const states = new Map<string, State>()
  const nothing: State = { key: "∅", isEmptyTaken: false, derive: () => nothing }
  const make = (key: string, isEmptyTaken: boolean, derive: (character: string) => State): State => {
    const known = states.get(key)
    if (known !== undefined) return known
    if (states.size >= maxStates) return nothing
    const derived = new Map<string, State>()
    const state: State = {
      key: String(states.size),
      isEmptyTaken,
      derive: (character) => {
        const found = derived.get(character) ?? derive(character)
        derived.set(character, found)
        return found
      }
    }
    states.set(key, state)
    return state
  }
  const empty = make("ε", true, () => nothing)

  const sequence = (first: State, second: State): State => {
    if (first === nothing || second === nothing) return nothing
    if (first === empty) return second
    if (second === empty) return first
    return make(`.${first.key},${second.key}`, first.isEmptyTaken && second.isEmptyTaken, (character) => {
      const rest = sequence(first.derive(character), second)
      return first.isEmptyTaken ? either([rest, second.derive(character)]) : rest
    })
  }
  const sorted = (parts: ReadonlyArray<State>) => [...new Set(parts)].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const either = (parts: ReadonlyArray<State>): State => {
    const [only, ...others] = sorted(parts.filter((part) => part !== nothing))
    if (only === undefined) return nothing
    if (others.length === 0) return only
    const all = [only, ...others]
    return make(
      `|${all.map(({ key }) => key).join(",")}`,
      all.some((part) => part.isEmptyTaken),
      (character) => either(all.map((part) => part.derive(character)))
    )
  }
  const both = (parts: ReadonlyArray<State>): State => {
    const all = sorted(parts)
    const [only, ...others] = all
    if (only === undefined || all.includes(nothing)) return nothing
    if (others.length === 0) return only
    return make(
      `&${all.map(({ key }) => key).join(",")}`,
      all.every((part) => part.isEmptyTaken),
      (character) => both(all.map((part) => part.derive(character)))
    )
  }
  const not = (part: State): State =>
    make(`~${part.key}`, !part.isEmptyTaken, (character) => not(part.derive(character)))
  const repeat = (part: State, min: number, max: number): State => {
    if (max === 0) return empty
    if (min === 1 && max === 1) return part
    return make(`*${part.key},${min},${max}`, min === 0 || part.isEmptyTaken, (character) =>
      sequence(part.derive(character), repeat(part, Math.max(0, min - 1), max - 1))
    )
  }
  const characters = (ranges: ReadonlyArray<CharacterRange>, isNegated: boolean): State =>
    make(`[${isNegated ? "^" : ""}${ranges.join(";")}`, false, (character) => {
      const code = character.codePointAt(0) ?? 0
      return ranges.some(([from, to]) => from <= code && code <= to) === isNegated ? nothing : empty
    })
  return { nothing, empty, sequence, either, both, not, repeat, characters }
}

/**
 * Makes a test of whole words for a regular expression, by derivatives (Brzozowski 1964): no expression takes longer than
 * the length of the word times that of its states.
 */
export const makeRegexpTest = (regexp: Regexp): ((word: string) => boolean) => {
  const factory = makeFactory()
  const build = (part: Regexp): State => {
    switch (part._tag) {
      case "Nothing":
        return factory.nothing
      case "Characters":
        return factory.characters(part.ranges, part.isNegated)
      case "Sequence":
        return part.parts.reduceRight((rest, each) => factory.sequence(build(each), rest), factory.empty)
      case "Either":
        return factory.either(part.parts.map(build))
      case "Both":
        return factory.both(part.parts.map(build))
      case "Not":
        return factory.not(build(part.part))
      case "Repeat":
        return factory.repeat(build(part.part), part.min, part.max)
    }
  }
  const start = build(regexp)
  return (word) => {
    let state = start
    for (const character of word) state = state.derive(character)
    return state.isEmptyTaken
  }
}
