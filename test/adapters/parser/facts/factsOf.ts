import { childrenOf } from "../../../../src/adapters/parser/facts/childrenOf.ts"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { detectLanguage } from "../../../../src/adapters/parser/detectLanguage.ts"
import type { Facts, ValueIndex } from "../../../../src/adapters/parser/facts/Facts.ts"
import { type Extract, outOfMemory } from "../../../../src/adapters/parser/Language.ts"
import { maxGrammarBytes } from "../../../../src/adapters/parser/limits.ts"
import { convertToFacts } from "../../../../src/adapters/parser/SourceText.ts"

/** Extracts the units and facts of a text. */
export const extractOf = (path: string, text: string): Effect.Effect<Extract> => {
  const language = detectLanguage(path, new TextEncoder().encode(text))
  assert.isDefined(language)
  return Effect.map(
    Effect.promise(() => language.load(maxGrammarBytes)),
    (extract) => {
      const found = extract(text, () => true, true)
      assert(found !== undefined && found !== outOfMemory)
      return found
    }
  )
}

/** Extracts the facts of a text. */
export const factsOf = (path: string, text: string): Effect.Effect<Facts> =>
  Effect.map(extractOf(path, text), ({ facts }) => {
    assert.isDefined(facts)
    return convertToFacts(text, facts)
  })

const isWithin = (index: number, length: number): boolean => Number.isInteger(index) && index >= 0 && index < length

/** Asserts that all numbers are of something, values are built on earlier ones, and all places are in the text. */
export const assertWellFormed = (facts: Facts, lines: number): void => {
  const { definitions, exports, imports, references, values } = facts
  const assertValue = (index: ValueIndex) => assert.isTrue(index === -1 || isWithin(index, values.length), `${index}`)
  const assertPlace = ({ column, line }: { readonly column: number; readonly line: number }) => {
    assert.isTrue(line >= 1 && line <= lines && column >= 0, `${line}:${column}`)
  }
  assert.strictEqual(new Set(values.map((value) => JSON.stringify(value))).size, values.length)
  for (const [index, value] of values.entries()) {
    for (const child of childrenOf(value)) assert.isTrue(child === -1 || isWithin(child, index), JSON.stringify(value))
    if (value.tag === "import") assert.isTrue(isWithin(value.import, imports.length))
    if ("definition" in value) assert.isTrue(isWithin(value.definition, definitions.length))
  }
  for (const [index, each] of definitions.entries()) {
    assertPlace(each)
    assert.isAbove(each.name.length, 0)
    assert.isTrue(each.owner >= -1 && each.owner < index, each.qualifiedName)
    assert.isTrue(each.lines.start <= each.line && each.line <= each.lines.end, each.qualifiedName)
    for (const value of [each.value, each.yields, ...each.bases, ...each.parameters.map((one) => one.value)]) {
      assertValue(value)
    }
  }
  for (const each of references) {
    assertPlace(each)
    assert.isTrue(isWithin(each.value, values.length))
    assert.isTrue(each.within >= -1 && each.within < definitions.length)
  }
  for (const each of exports) assertValue(each.value)
}
