import { createHash } from "node:crypto"
import type { Definition, Export, Facts, Import, Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { ambientNamesOf, findAmbient, namesOf } from "./shapeNames.ts"
import { isEcmascript } from "./parametersOf.ts"
import { seeDefinition, type ShapeDefinition } from "./ShapeDefinition.ts"
import { typeKinds } from "../../adapters/parser/facts/typeKinds.ts"

/** What can be seen of a file's facts without lines, comments and bodies. */
export interface Visible {
  readonly package: string
  readonly values: ReadonlyArray<Value>
  readonly definitions: ReadonlyArray<ShapeDefinition>
  readonly imports: ReadonlyArray<Omit<Import, "line">>
  readonly exports: ReadonlyArray<Omit<Export, "line">>
}

/** What other files can see of a file: what it exports, and all that leads on from there. An edit within a body leaves it. */
export interface Shape extends Visible {
  /** Names of its top level that other files can refer to without an import, in languages that have such. Sorted. */
  readonly names: ReadonlyArray<string>
  /** Equal for equal shapes. */
  readonly digest: string
}

/** Hashes texts, for comparison only. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22)

/** All that links can use of a file's own facts. */
export const seeAll = (language: string, facts: Facts): Visible => ({
  ...facts,
  definitions: facts.definitions.map((definition) => seeDefinition(language, facts, definition, definition.owner))
})

/** The number of something among those that were asked for before. */
const numberIn = (known: Map<number, number>, key: number): number => {
  const number = known.get(key) ?? known.size
  known.set(key, number)
  return number
}

/** Collects what is reached, and numbers it again, so that the numbers do not depend on what is not. */
class Reached {
  readonly values: Array<Value> = []
  readonly definitions: Array<Definition> = []
  readonly imports: Array<number> = []
  readonly #language: string
  readonly #facts: Facts
  readonly #members = new Map<string, Array<number>>()
  readonly #values = new Map<ValueIndex, ValueIndex>()
  readonly #definitions = new Map<number, number>()
  readonly #imports = new Map<number, number>()
  readonly #variables = new Map<number, number>()
  readonly #scopes = new Map<number, number>([[-1, -1]])

  constructor(language: string, facts: Facts) {
    this.#language = language
    this.#facts = facts
    for (const [index, { container, qualifiedName }] of facts.definitions.entries()) {
      // Overloads and merged declarations belong together.
      for (const key of container === "" ? [`=${qualifiedName}`] : [`=${qualifiedName}`, container]) {
        const members = this.#members.get(key)
        if (members === undefined) this.#members.set(key, [index])
        else members.push(index)
      }
    }
  }

  definition(index: number): number {
    const known = this.#definitions.get(index)
    const definition = this.#facts.definitions[index]
    if (known !== undefined || definition === undefined) return known ?? -1
    const number = this.definitions.push(definition) - 1
    this.#definitions.set(index, number)
    return number
  }

  import(index: number): number {
    const known = this.#imports.get(index)
    if (known !== undefined) return known
    const number = this.imports.push(index) - 1
    this.#imports.set(index, number)
    return number
  }

  value(index: ValueIndex): ValueIndex {
    const known = this.#values.get(index)
    const value = this.#facts.values[index]
    if (known !== undefined || value === undefined) return known ?? -1
    const number = this.values.push(this.renumber(value)) - 1
    this.#values.set(index, number)
    return number
  }

  private renumber(value: Value): Value {
    switch (value.tag) {
      case "unknown":
      case "global":
        return value
      case "variable":
      case "generic":
      case "given":
        return this.renumberGeneric(value)
      case "narrowed":
      case "excluded":
      case "conditional":
        return this.renumberChecked(value)
      case "definition":
      case "this":
      case "super":
        return { tag: value.tag, definition: this.definition(value.definition) }
      case "import":
        return { tag: "import", import: this.import(value.import) }
      case "call":
        return this.renumberCall(value)
      case "new":
      case "await":
      case "element":
      case "instance":
      case "typeof":
      case "entry":
      case "item":
      case "member":
      case "parameter":
        return { ...value, of: this.value(value.of) }
      case "apply":
        return this.renumberApplied(value)
      case "function":
      case "union":
      case "object":
        return this.renumberParts(value)
    }
  }

  private renumberParts(value: Value & { readonly tag: "function" | "union" | "object" }): Value {
    if (value.tag === "function") return this.renumberFunction(value)
    if (value.tag === "union") return { ...value, of: value.of.map((each) => this.value(each)) }
    const { declared, members, spread } = value
    return {
      tag: "object",
      members: members.map(([name, each]) => [name, this.value(each)]),
      ...(spread === undefined ? {} : { spread: spread.map((each) => this.value(each)) }),
      ...(declared === undefined ? {} : { declared: this.value(declared) })
    }
  }

  /** What a file gives to its own functions is of no use to others, and would change with each call. */
  private renumberGiven({ declared = -1 }: Value & { readonly tag: "given" }): Value {
    const value = this.#facts.values[declared]
    return value === undefined ? { tag: "unknown" } : this.renumber(value)
  }

  private renumberGeneric(value: Value & { readonly tag: "variable" | "generic" | "given" }): Value {
    if (value.tag === "given") return this.renumberGiven(value)
    const of = this.value(value.of)
    if (value.tag === "generic")
      return { tag: "generic", of, parameters: value.parameters.map((each) => this.value(each)) }
    const { id, otherwise } = value
    const variable = { tag: "variable" as const, of, id: numberIn(this.#variables, id) }
    return otherwise === undefined ? variable : { ...variable, otherwise: this.value(otherwise) }
  }

  private renumberChecked(value: Value & { readonly tag: "narrowed" | "excluded" | "conditional" }): Value {
    if (value.tag !== "conditional") return { ...value, of: this.value(value.of), to: this.value(value.to) }
    const { check, holds, otherwise, to } = value
    return {
      tag: "conditional",
      check: this.value(check),
      to: this.value(to),
      holds: this.value(holds),
      otherwise: this.value(otherwise)
    }
  }

  private renumberCall(value: Value & { readonly tag: "call" }): Value {
    const { given } = value
    const called = { ...value, of: this.value(value.of) }
    return given === undefined ? called : { ...called, given: given.map((each) => this.value(each)) }
  }

  private renumberApplied({ arguments: given, entries, of }: Value & { readonly tag: "apply" }): Value {
    return {
      tag: "apply",
      of: this.value(of),
      arguments: given.map((each) => this.value(each)),
      ...(entries === undefined ? {} : { entries: entries.map(([key, each]) => [key, this.value(each)] as const) })
    }
  }

  private renumberFunction({ parameters, rest, self, yields }: Value & { readonly tag: "function" }): Value {
    return {
      tag: "function",
      yields: this.value(yields),
      ...(parameters === undefined ? {} : { parameters: parameters.map((each) => this.value(each)) }),
      ...(rest === undefined ? {} : { rest: this.value(rest) }),
      ...(self === undefined ? {} : { self: this.value(self) })
    }
  }

  /** Follows all that was reached so far, until nothing is new. */
  follow(): ReadonlyArray<ShapeDefinition> {
    const found: Array<ShapeDefinition> = []
    for (const definition of this.definitions) {
      const { bases, owner, qualifiedName, value, yields } = definition
      for (const each of this.#members.get(`=${qualifiedName}`) ?? []) this.definition(each)
      for (const each of this.#members.get(qualifiedName) ?? []) this.definition(each)
      const shape = seeDefinition(this.#language, this.#facts, definition, numberIn(this.#scopes, owner))
      const { decorated, self, typeParameters } = shape
      found.push({
        ...shape,
        value: this.value(value),
        yields: this.value(yields),
        ...(decorated === undefined ? {} : { decorated: this.value(decorated) }),
        ...(typeParameters === undefined ? {} : { typeParameters: typeParameters.map((each) => this.value(each)) }),
        ...(self === undefined ? {} : { self: this.value(self) }),
        bases: bases.map((base) => this.value(base)),
        parameters: shape.parameters.map((each) => this.value(each))
      })
    }
    return found
  }
}

/** The definitions that belong to the file or a type of it rather than to a function. */
const findTopLevel = ({ definitions }: Facts): ReadonlyArray<number> => {
  const holds: Array<boolean> = []
  return definitions.flatMap(({ owner }, index) => {
    const around = definitions[owner]
    const isTopLevel = around === undefined || (holds[owner] === true && typeKinds.has(around.kind))
    holds.push(isTopLevel)
    return isTopLevel ? [index] : []
  })
}

/** Whether other files may reach what is imported without a value that mentions it. */
const isShared = (language: string, { imported, kind, local }: Import): boolean =>
  kind === "include" ||
  (imported === "*" && local === "") ||
  ((language === "python" || language === "rust") && local !== "")

/** Makes the shape of a file. Takes time and space in proportion to what is visible. */
export const makeShape = (language: string, facts: Facts): Shape => {
  const reached = new Reached(language, facts)
  const exports = facts.exports.map(({ from, name, value }) => ({
    name,
    value: reached.value(value),
    ...(from === undefined ? {} : { from })
  }))
  for (const [index, found] of facts.imports.entries()) {
    if (!isEcmascript(language) && isShared(language, found)) reached.import(index)
  }
  const ambient = isEcmascript(language) ? findAmbient(language, facts) : []
  const roots = isEcmascript(language) ? [] : findTopLevel(facts)
  for (const index of [...roots, ...ambient.map(([each]) => each)]) reached.definition(index)
  const visible: Omit<Shape, "digest"> = {
    package: facts.package,
    values: reached.values,
    definitions: reached.follow(),
    imports: reached.imports
      .flatMap((index) => facts.imports.slice(index, index + 1))
      .map(({ imported, kind, local, module }) => ({ module, imported, local, kind })),
    exports,
    names: isEcmascript(language) ? ambientNamesOf(facts, ambient) : namesOf(language, facts, roots)
  }
  return { ...visible, digest: digestOf(JSON.stringify(visible)) }
}
