import { childrenOf } from "../../../../src/adapters/parser/facts/childrenOf.ts"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { findLanguage } from "../../../../src/adapters/parser/languages.ts"
import type { Definition, Facts, Reference, Value, ValueIndex } from "../../../../src/adapters/parser/facts/Facts.ts"
import { convertToFacts } from "../../../../src/adapters/parser/SourceText.ts"

const maxGrammarBytes = 104 * 1024 * 1024

/** The facts about a text. */
export const factsOf = Effect.fnUntraced(function* (language: string, text: string) {
  const known = findLanguage(language)
  if (known === undefined) return assert.fail(language)
  const extract = yield* Effect.promise(() => known.load(maxGrammarBytes))
  const found = extract(text, () => true, true)
  if (found === undefined || found === "out of memory" || found.facts === undefined) return assert.fail("no facts")
  return convertToFacts(text, found.facts)
})

const nameOf = (facts: Facts, index: number): string => facts.definitions[index]?.qualifiedName ?? "file"

/** A value on one line: `call(Pool.acquire)`. */
export const renderValue = (facts: Facts, index: ValueIndex): string => {
  const value: Value | undefined = facts.values[index]
  const inner = (of: ValueIndex): string => renderValue(facts, of)
  switch (value?.tag) {
    case undefined:
      return "-"
    case "unknown":
      return "?"
    case "definition":
      return nameOf(facts, value.definition)
    case "import": {
      const found = facts.imports[value.import]
      return `import ${found?.module}:${found?.imported}`
    }
    case "global":
      return `global ${value.name}`
    case "this":
    case "super":
      return `${value.tag} ${nameOf(facts, value.definition)}`
    case "member":
      return `(${inner(value.of)}).${value.name}`
    case "given":
      return `given ${value.at} of ${nameOf(facts, value.definition)}`
    case "conditional":
      return `${inner(value.check)} is ${inner(value.to)} ? ${inner(value.holds)} : ${inner(value.otherwise)}`
    case "variable":
    case "excluded":
    case "generic":
      return `${value.tag} ${inner(value.of)}`
    case "narrowed":
      return `${inner(value.of)} as ${inner(value.to)}`
    case "item":
      return `${inner(value.of)}["${value.key}"]`
    case "apply":
      return `${inner(value.of)}[${value.arguments.map(inner).join(", ")}]`
    case "union":
      return value.of.map(inner).join(" | ")
    case "function":
      return `() => ${inner(value.yields)}`
    case "parameter":
    case "entry":
      return `${value.tag} ${value.at} of ${inner(value.of)}`
    case "object":
      return `{ ${value.members.map(([name, member]) => `${name}: ${inner(member)}`).join(", ")} }`
    case "call":
    case "new":
    case "await":
    case "element":
    case "instance":
    case "typeof":
      return `${value.tag}(${inner(value.of)})`
  }
}

const renderDefinition = (facts: Facts, each: Definition): string => {
  const parameters = each.parameters
    .map((one) => `${one.isRest ? "..." : ""}${one.name}${one.isOptional ? "?" : ""}: ${renderValue(facts, one.value)}`)
    .join(", ")
  const parts = [
    `${each.lines.start}-${each.lines.end} ${each.line}:${each.column} ${each.kind} ${each.qualifiedName}`,
    each.container === "" ? "" : `in ${each.container}`,
    each.owner === -1 ? "" : `owner ${nameOf(facts, each.owner)}`,
    each.isExported ? "exported" : "",
    each.isStatic ? "static" : "",
    parameters === "" ? "" : `(${parameters})`,
    each.value === -1 ? "" : `= ${renderValue(facts, each.value)}`,
    each.yields === -1 ? "" : `=> ${renderValue(facts, each.yields)}`,
    each.bases.length === 0 ? "" : `: ${each.bases.map((base) => renderValue(facts, base)).join(", ")}`,
    each.cyclomatic === 0 ? "" : `nesting ${each.nesting} cyclomatic ${each.cyclomatic} cognitive ${each.cognitive}`
  ]
  return parts.filter((part) => part !== "").join(" ")
}

export const renderReference = (facts: Facts, each: Reference): string =>
  `${each.line}:${each.column} ${each.kind} ${renderValue(facts, each.value)}${each.arguments === -1 ? "" : ` with ${each.arguments}`} within ${nameOf(facts, each.within)}`

/** Definitions, imports, exports and references of some kinds, one on each line. */
export const renderFacts = (facts: Facts, kinds: ReadonlyArray<Reference["kind"]>): string =>
  [
    `package ${facts.package}`,
    ...facts.definitions.map((each) => renderDefinition(facts, each)),
    ...facts.imports.map((each) => `${each.line} ${each.kind} import ${each.module} ${each.imported} as ${each.local}`),
    ...facts.exports.map((each) => `${each.line} export ${each.name} ${renderValue(facts, each.value)}`),
    ...facts.references.filter(({ kind }) => kinds.includes(kind)).map((each) => renderReference(facts, each))
  ].join("\n")

/** The references in some text, `line:column kind value`, without what is around them. */
export const referencesIn = (facts: Facts, kinds: ReadonlyArray<Reference["kind"]>): ReadonlyArray<string> =>
  facts.references
    .filter(({ kind }) => kinds.includes(kind))
    .map((each) => `${each.line} ${each.kind} ${renderValue(facts, each.value)}`)

/** What each definition of a qualified name holds and yields. */
export const valuesOf = (facts: Facts, name: string): ReadonlyArray<string> =>
  facts.definitions
    .filter(({ qualifiedName }) => qualifiedName === name)
    .map((each) => `${renderValue(facts, each.value)} => ${renderValue(facts, each.yields)}`)

/** Checks that indices exist and that definitions and references are in order. */
export const assertWellFormed = (facts: Facts): void => {
  const { definitions, imports, references, values } = facts
  const isValue = (index: ValueIndex): boolean => index >= -1 && index < values.length
  const isDefinition = (index: number): boolean => index >= -1 && index < definitions.length
  values.forEach((value, at) => {
    for (const child of childrenOf(value)) assert.isTrue(child >= -1 && child < at, JSON.stringify(value))
    if ("definition" in value) assert.isTrue(value.definition >= 0 && isDefinition(value.definition))
    if (value.tag === "import") assert.isTrue(value.import >= 0 && value.import < imports.length)
  })
  definitions.forEach((each, at) => {
    assert.isTrue([each.value, each.yields, ...each.bases].every(isValue), each.qualifiedName)
    assert.isTrue(
      each.parameters.every(({ value }) => isValue(value)),
      each.qualifiedName
    )
    assert.isTrue(isDefinition(each.owner) && each.owner < at, each.qualifiedName)
    assert.isTrue(each.lines.start <= each.line && each.line <= each.lines.end, each.qualifiedName)
    const next = definitions[at + 1]
    assert.isTrue(next === undefined || each.lines.start <= next.lines.start, each.qualifiedName)
  })
  references.forEach((each, at) => {
    assert.isTrue(isValue(each.value) && each.value !== -1 && isDefinition(each.within))
    const next = references[at + 1]
    const isBefore =
      next === undefined || each.line < next.line || (each.line === next.line && each.column <= next.column)
    assert.isTrue(isBefore, `${each.line}:${each.column}`)
  })
}
