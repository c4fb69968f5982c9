import type { Value, ValueIndex } from "../../facts/Facts.ts"
import type { ValueTable } from "../../facts/ValueTable.ts"
import type { Declarations } from "./Declarations.ts"
import type { FactsLanguage } from "./FactsLanguage.ts"
import type { TypeForm } from "./Form.ts"
import { findName, type Meaning, type Space } from "./findName.ts"
import type { Binding, NameScope } from "./NameScope.ts"
import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

/** Maximum values of a union; further ones are left out. */
const maxUnion = 8

/** A file whose declarations are collected. */
export interface FileFacts {
  readonly language: FactsLanguage
  readonly reading: Reading
  readonly declarations: Declarations
  readonly values: ValueTable
}

/** Evaluates types to values. Each node is evaluated once. */
export class Types {
  readonly language: FactsLanguage
  readonly reading: Reading
  readonly declarations: Declarations
  readonly values: ValueTable
  readonly #memo = new Map<SyntaxNode, ValueIndex>()
  readonly #forms = new Map<SyntaxNode, TypeForm | undefined>()

  constructor({ declarations, language, reading, values }: FileFacts) {
    this.language = language
    this.reading = reading
    this.declarations = declarations
    this.values = values
  }

  get unknown(): ValueIndex {
    return this.values.unknown
  }

  /** Joins values; unknown ones are left out if another is known. */
  join(values: ReadonlyArray<ValueIndex>): ValueIndex {
    const { unknown } = this
    const known = [...new Set(values)].filter((value) => value !== unknown).slice(0, maxUnion)
    const [only] = known
    if (only === undefined) return unknown
    return known.length === 1 ? only : this.values.add({ tag: "union", of: known })
  }

  instanceOf(type: ValueIndex): ValueIndex {
    return type === this.unknown ? type : this.values.add({ tag: "instance", of: type })
  }

  /** The name that a node stands for. */
  protected nameOf(node: SyntaxNode): string {
    const text = this.reading.text(node)
    return this.language.nameOf?.(text) ?? text
  }

  member(of: ValueIndex, node: SyntaxNode): ValueIndex {
    const name = this.nameOf(node)
    return name === "" ? this.unknown : this.values.add({ tag: "member", of, name })
  }

  array(of: ValueIndex): ValueIndex {
    const array = this.values.add({ tag: "global", name: "Array" })
    return this.values.add({ tag: "apply", of: array, arguments: [of] })
  }

  /** An iterator of such elements. */
  iteratorOf(element: ValueIndex): ValueIndex {
    const { values } = this
    if (element === this.unknown) return element
    const of = values.add({ tag: "global", name: "Iterator" })
    return this.instanceOf(values.add({ tag: "apply", of, arguments: [values.add({ tag: "typeof", of: element })] }))
  }

  /** The scope around a node. */
  scopeAround(node: SyntaxNode): NameScope {
    for (let at = node.parent; at !== undefined; at = at.parent) {
      const scope = this.declarations.scopes.get(at)
      if (scope !== undefined) return scope
    }
    return this.declarations.file
  }

  find(node: SyntaxNode, scope: NameScope, space: Space): Meaning | undefined {
    return findName(this.language, this.nameOf(node), node, { scope, space })
  }

  formOfType(node: SyntaxNode): TypeForm | undefined {
    if (!this.#forms.has(node)) this.#forms.set(node, this.language.interpretType(node, this.reading))
    return this.#forms.get(node)
  }

  /** The type that a node of type space means. */
  type(node: SyntaxNode, scope: NameScope): ValueIndex {
    const known = this.#memo.get(node)
    if (known !== undefined) return known
    // What refers to itself is unknown while it is evaluated.
    this.#memo.set(node, this.unknown)
    const form = this.formOfType(node)
    const value = form === undefined ? this.unknown : this.typeOfForm(form, scope)
    this.#memo.set(node, value)
    return value
  }

  private typeOfForm(form: TypeForm, scope: NameScope): ValueIndex {
    switch (form.form) {
      case "name":
        return this.typeOfName(form.name, scope)
      case "member": {
        const of = this.type(form.of, scope)
        return of === this.unknown ? of : this.member(of, form.name)
      }
      case "path":
        return this.typeOfPath(form, scope)
      case "apply": {
        const of = this.type(form.of, scope)
        if (of === this.unknown) return of
        return this.values.add({ tag: "apply", of, arguments: form.arguments.map((each) => this.type(each, scope)) })
      }
      case "union":
        return this.join(form.of.map((each) => this.type(each, scope)))
      case "same":
      case "class":
        return this.type(form.of, scope)
      case "array":
        return this.array(this.type(form.of, scope))
      case "tuple":
      case "map": {
        const of = this.values.add({ tag: "global", name: form.form })
        return this.values.add({ tag: "apply", of, arguments: form.of.map((each) => this.type(each, scope)) })
      }
      case "ambient":
        return this.values.add({ tag: "global", name: form.name })
      case "this":
        return this.typeOfThis(scope)
      case "function":
      case "nothing":
        return this.unknown
    }
  }

  /** The type that the names of a path lead to. */
  typeOfPath({ arguments: given, names }: TypeForm & { readonly form: "path" }, scope: NameScope): ValueIndex {
    const [first, ...others] = names
    const root = first === undefined ? this.unknown : this.typeOfName(first, scope)
    if (root === this.unknown) return root
    const of = others.reduce((value, name) => this.member(value, name), root)
    return given.length === 0 || of === this.unknown
      ? of
      : this.values.add({ tag: "apply", of, arguments: given.map((each) => this.type(each, scope)) })
  }

  private typeOfName(node: SyntaxNode, scope: NameScope): ValueIndex {
    const name = this.reading.text(node)
    if (name === "") return this.unknown
    const meaning = this.find(node, scope, "type")
    return meaning === undefined
      ? this.values.add({ tag: "global", name })
      : this.join(meaning.bindings.map((binding) => this.typeOfBinding(binding)))
  }

  private typeOfBinding(binding: Binding): ValueIndex {
    switch (binding.binds) {
      case "opaque":
        return binding.bound === undefined ? this.unknown : this.type(binding.bound, this.scopeAround(binding.bound))
      case "local":
        return this.unknown
      case "import":
        return this.values.add({ tag: "import", import: binding.index })
      case "definition":
        return this.values.add({ tag: "definition", definition: binding.entry.index })
    }
  }

  private typeOfThis(scope: NameScope): ValueIndex {
    const value = this.values.values[this.thisOf(scope)]
    if (value?.tag === "instance") return value.of
    return value?.tag === "this" ? this.values.add({ tag: "definition", definition: value.definition }) : this.unknown
  }

  /** An instance of the type around a scope. */
  thisOf(scope: NameScope): ValueIndex {
    const around = scope.nearestType
    const entry = around?.entry
    if (entry?.isType === true && entry.kind !== "impl")
      return this.values.add({ tag: "this", definition: entry.index })
    if (around?.extends === undefined) return this.unknown
    const type = this.type(around.extends, around.outer ?? around)
    const whole = this.values.values[type]
    const found = whole?.tag === "apply" ? this.values.values[whole.of] : whole
    return found?.tag === "definition"
      ? this.values.add({ tag: "this", definition: found.definition })
      : this.instanceOf(type)
  }

  superOf(scope: NameScope): ValueIndex {
    const entry = scope.nearest("type")?.entry
    return entry === undefined ? this.unknown : this.values.add({ tag: "super", definition: entry.index })
  }

  /** The value of something declared with a type. */
  declared(node: SyntaxNode, scope: NameScope): ValueIndex {
    const form = this.formOfType(node)
    switch (form?.form) {
      case undefined:
      case "nothing":
        return this.unknown
      case "same":
        return this.declared(form.of, scope)
      case "class":
        return this.type(form.of, scope)
      case "this":
        return this.thisOf(scope)
      case "union":
        return this.join(form.of.map((each) => this.declared(each, scope)))
      case "function": {
        const yields = form.yields === undefined ? this.unknown : this.declared(form.yields, scope)
        return yields === this.unknown ? yields : this.values.add({ tag: "function", yields })
      }
      case "name":
      case "member":
      case "path":
      case "apply":
      case "array":
      case "tuple":
      case "map":
      case "ambient":
        return this.instanceOf(this.type(node, scope))
    }
  }

  /** What a chain of members, calls and the like begins with. */
  rootOf(value: ValueIndex): Value | undefined {
    let at = this.values.values[value]
    while (at !== undefined && "of" in at && typeof at.of === "number") {
      at = this.values.values[at.tag === "narrowed" ? at.to : at.of]
    }
    return at
  }
}
