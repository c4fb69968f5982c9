import type { DefinitionIndex, Import, Value, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { Visible } from "./Shape.ts"
import type { ShapeDefinition } from "./ShapeDefinition.ts"
import { childrenOf } from "../../adapters/parser/facts/childrenOf.ts"
import { typeKinds } from "../../adapters/parser/facts/typeKinds.ts"

const add = <K, V>(map: Map<K, Array<V>>, key: K, value: V): void => {
  const found = map.get(key)
  if (found === undefined) map.set(key, [value])
  else found.push(value)
}

/** Values that are made of types. */
const ofTypes: ReadonlySet<Value["tag"]> = new Set(["instance", "typeof", "apply", "union", "conditional"])

const unknown: Value = { tag: "unknown" }

/** Definitions that belong together. */
interface Group {
  readonly definitions: Array<ShapeDefinition>
  isType: boolean
  noArguments?: ReadonlyArray<never> | undefined
}

/** Equal for definitions that belong together. A static member and one of instances do not. */
const groupKey = ({ isStatic, qualifiedName, scope }: ShapeDefinition): string =>
  `${scope} ${isStatic} ${qualifiedName}`

/** A file with what is visible of it, by name. */
export class Module {
  readonly path: string
  readonly visible: Visible
  /** By the type and by the name. */
  #members: Map<string, Map<string, Array<DefinitionIndex>>> | undefined
  #groups: ReadonlyArray<Group> | undefined
  #declarations: ReadonlySet<string> | undefined
  #exports: Map<string, Array<Visible["exports"][number]>> | undefined
  #implementations: ReadonlyArray<ShapeDefinition> | undefined
  #extensions: Map<string, Array<DefinitionIndex>> | undefined
  #hasVariables: ReadonlyArray<boolean> | undefined
  readonly #namesThis = new Map<ValueIndex, boolean>()
  #byContainer: Map<string, ReadonlyArray<ShapeDefinition>> | undefined
  #locals: Map<string, Array<number>> | undefined

  constructor(path: string, visible: Visible) {
    this.path = path
    this.visible = visible
  }

  value(index: ValueIndex): Value {
    return this.visible.values[index] ?? unknown
  }

  /** What a chain of members, calls and the like begins with. `isKnown`: whether a check says something. */
  rootOf(index: ValueIndex, isKnown = (_to: ValueIndex): boolean => true): Value {
    let at = this.value(index)
    while ("of" in at && typeof at.of === "number") {
      at = this.value(at.tag === "narrowed" && isKnown(at.to) ? at.to : at.of)
    }
    return at
  }

  /** Whether a value depends on type parameters of types. */
  hasVariables(index: ValueIndex): boolean {
    if (this.#hasVariables === undefined) {
      const found: Array<boolean> = []
      // Values refer to values with a smaller number only.
      for (const value of this.visible.values)
        found.push(value.tag === "variable" || childrenOf(value).some((each) => found[each] === true))
      this.#hasVariables = found
    }
    return this.#hasVariables[index] === true
  }

  /** Whether a value is what `this` is, or a type made of it. */
  namesThis(index: ValueIndex): boolean {
    const value = this.value(index)
    if (value.tag === "this") return true
    if (!ofTypes.has(value.tag)) return false
    const known = this.#namesThis.get(index)
    if (known !== undefined) return known
    const found = childrenOf(value).some((each) => this.namesThis(each))
    this.#namesThis.set(index, found)
    return found
  }

  definition(index: DefinitionIndex): ShapeDefinition | undefined {
    return this.visible.definitions[index]
  }

  import(index: number): Omit<Import, "line"> | undefined {
    return this.visible.imports[index]
  }

  /** Definitions of one name that belong together: overloads, merged declarations, getter and setter. */
  group(index: DefinitionIndex): ReadonlyArray<ShapeDefinition> {
    return this.groupAt(index)?.definitions ?? []
  }

  /** The arguments of a generic type that is named without any, if its parameters have defaults: always the same empty list. */
  defaultArguments(index: DefinitionIndex): ReadonlyArray<never> | undefined {
    const group = this.groupAt(index)
    if (group?.isType !== true || group.noArguments !== undefined) return group?.noArguments
    if (group.definitions.some((each) => this.hasDefault(each))) group.noArguments = []
    return group.noArguments
  }

  /** Whether a type has a parameter whose default says something. On constants and `never` only what an alias stands for depends. */
  private hasDefault({ kind, typeParameters = [] }: ShapeDefinition): boolean {
    return typeParameters.some((each) => {
      const value = this.value(each)
      if (value.tag !== "variable" || value.otherwise === undefined) return false
      return kind === "type" || this.value(value.otherwise).tag !== "global"
    })
  }

  /** Whether a definition declares a type or namespace, alone or merged with others. */
  isType(index: DefinitionIndex): boolean {
    return this.groupAt(index)?.isType === true
  }

  /** Whether a definition is a member that an interface or type declares. */
  isDeclaration(index: DefinitionIndex): boolean {
    const container = this.definition(index)?.container ?? ""
    if (container === "") return false
    this.#declarations ??= new Set(
      this.visible.definitions.flatMap(({ kind, qualifiedName }) =>
        kind === "interface" || kind === "type" ? [qualifiedName] : []
      )
    )
    return this.#declarations.has(container)
  }

  private groupAt(index: DefinitionIndex): Group | undefined {
    this.#groups ??= this.makeGroups()
    return this.#groups[index]
  }

  /** Groups by definition: most definitions are asked for many times. */
  private makeGroups(): ReadonlyArray<Group> {
    const byKey = new Map<string, Group>()
    return this.visible.definitions.map((each) => {
      const key = groupKey(each)
      const group = byKey.get(key) ?? { definitions: [], isType: false }
      byKey.set(key, group)
      group.definitions.push(each)
      group.isType ||= typeKinds.has(each.kind)
      return group
    })
  }

  /** Members of a type or namespace; with an empty container, definitions of the top level. */
  members(container: string, name: string): ReadonlyArray<DefinitionIndex> {
    if (this.#members === undefined) {
      this.#members = new Map()
      for (const [index, each] of this.visible.definitions.entries()) {
        if (each.container === "" && each.scope !== -1) continue
        const known = this.#members.get(each.container) ?? new Map<string, Array<DefinitionIndex>>()
        this.#members.set(each.container, known)
        add(known, each.name, index)
      }
    }
    return this.#members.get(container)?.get(name) ?? []
  }

  /** All members of a type. */
  membersOf(container: string): ReadonlyArray<ShapeDefinition> {
    this.#byContainer ??= Map.groupBy(this.visible.definitions, (each) => each.container)
    return this.#byContainer.get(container) ?? []
  }

  /** Extensions of a name, in Kotlin and C#. */
  extensions(name: string): ReadonlyArray<DefinitionIndex> {
    if (this.#extensions === undefined) {
      this.#extensions = new Map()
      for (const [index, each] of this.visible.definitions.entries()) {
        if (each.parameters.length > 0) add(this.#extensions, each.name, index)
      }
    }
    return this.#extensions.get(name) ?? []
  }

  /** Blocks elsewhere in the file that add members and bases to a type: `impl Closer for Pool`. */
  implementations(type: DefinitionIndex): ReadonlyArray<ShapeDefinition> {
    this.#implementations ??= this.visible.definitions.filter(({ kind }) => kind === "impl")
    return this.#implementations.filter(({ value }) => {
      const of = this.value(value)
      return of.tag === "definition" && of.definition === type
    })
  }

  /** Exports under a name; those under `*` pass on everything of another module. */
  exports(name: string): ReadonlyArray<Visible["exports"][number]> {
    if (this.#exports === undefined) {
      this.#exports = new Map()
      for (const each of this.visible.exports) add(this.#exports, each.name, each)
    }
    return this.#exports.get(name) ?? []
  }

  /** Imports under a local name; wildcards under the empty one. */
  imports(local: string): ReadonlyArray<number> {
    if (this.#locals === undefined) {
      this.#locals = new Map()
      for (const [index, each] of this.visible.imports.entries()) add(this.#locals, each.local, index)
    }
    return this.#locals.get(local) ?? []
  }
}
