import type { DefinitionKind } from "../../facts/Facts.ts"
import { typeKinds } from "../../facts/typeKinds.ts"
import type { Declared, DeclaredParameter, DeclaredVariable, Source } from "./FactsLanguage.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** What is known of a definition when it is found. */
interface Found {
  readonly kind: DefinitionKind
  readonly name: string
  readonly qualifiedName: string
  readonly container: string
  readonly owner: Entry | undefined
  readonly signature: string
  readonly documentation: string
  readonly start: number
  readonly end: number
  readonly at: number
  readonly isExported: boolean
  readonly isStatic: boolean
  readonly declared: Declared
  /** For names in its declaration: its own scope, or the one around it. */
  readonly scope: NameScope
}

/** A definition while facts are collected. */
export class Entry {
  /** Known once all are sorted. */
  index = -1
  /** The declared type of a variable. */
  type: SyntaxNode | undefined
  /** What is assigned to it, in source order. */
  readonly sources: Array<Source> = []
  readonly returns: Array<SyntaxNode> = []

  readonly found: Found

  constructor(found: Found) {
    this.found = found
  }

  get kind(): DefinitionKind {
    return this.found.kind
  }

  get name(): string {
    return this.found.name
  }

  get isType(): boolean {
    return typeKinds.has(this.found.kind)
  }

  /** Whether it is a variable, to which more can be assigned. */
  get isVariable(): boolean {
    return this.found.declared.declares === "variable"
  }

  get isFunction(): boolean {
    return this.found.declared.declares === "function"
  }

  /** Whether it only declares a signature of a function that follows. */
  get isOverload(): boolean {
    const { declared } = this.found
    return declared.declares === "function" && declared.isOverload === true
  }

  /** Adds another declaration or assignment of the same variable. */
  assign({ sources, type }: DeclaredVariable): void {
    this.type ??= type
    this.sources.push(...sources)
  }
}

/** A variable or parameter of a function. */
export interface Local {
  readonly at: number
  readonly parameter: DeclaredParameter | undefined
  type: SyntaxNode | undefined
  readonly sources: Array<Source>
  /** Of which definition it is a parameter, and its position without the receiver. */
  readonly given?: { readonly entry: Entry; readonly at: number; readonly name: string }
}

export type Binding =
  | { readonly binds: "definition"; readonly entry: Entry }
  | { readonly binds: "import"; readonly index: number; readonly imported: string }
  | { readonly binds: "local"; readonly local: Local }
  | { readonly binds: "opaque"; readonly bound: SyntaxNode | undefined }

/** Names that are visible within a node. */
export class NameScope {
  readonly names = new Map<string, Array<Binding>>()
  /** Names declared by an outer scope although this one assigns them. */
  readonly redirects = new Map<string, NameScope>()
  /** The definition that it belongs to, if it has one. */
  entry: Entry | undefined
  /** Nodes that name the enclosing type, if the file may not define it: `impl Pool`. */
  extends: SyntaxNode | undefined
  hasBases = false

  readonly kind: "file" | "namespace" | "type" | "function" | "block"
  readonly node: SyntaxNode
  readonly outer: NameScope | undefined

  constructor(
    kind: "file" | "namespace" | "type" | "function" | "block",
    node: SyntaxNode,
    outer: NameScope | undefined
  ) {
    this.kind = kind
    this.node = node
    this.outer = outer
  }

  bind(name: string, binding: Binding): void {
    if (name === "") return
    const bound = this.names.get(name)
    if (bound === undefined) this.names.set(name, [binding])
    else bound.push(binding)
  }

  /** The innermost scope of one of these kinds, this one included. */
  nearest(...kinds: ReadonlyArray<NameScope["kind"]>): NameScope | undefined {
    return kinds.includes(this.kind) ? this : this.outer?.nearest(...kinds)
  }

  /** The innermost type, or function that extends a type. */
  get nearestType(): NameScope | undefined {
    return this.kind === "type" || this.extends !== undefined ? this : this.outer?.nearestType
  }

  /** The innermost function that declares a name. */
  nearestWith(name: string): NameScope | undefined {
    return this.kind === "function" && this.names.has(name) ? this : this.outer?.nearestWith(name)
  }

  /** The block around this one, or what is around all of them, that declares a variable already; else this one. */
  assigned(name: string): NameScope {
    return this.declaring(name) ?? this
  }

  private declaring(name: string): NameScope | undefined {
    const known = this.names.get(name)
    if (known !== undefined) return known.some(({ binds }) => binds === "local") ? this : undefined
    return this.kind === "block" ? this.outer?.declaring(name) : undefined
  }

  /** Whether it is in a static method of the innermost type, or in its body outside of methods and blocks. */
  get isOfType(): boolean {
    return this.kind === "type" || this.method?.found.isStatic === true
  }

  /** The method of the innermost type that it is in. */
  private get method(): Entry | undefined {
    if (this.kind === "type") return undefined
    return this.kind === "function" && this.entry !== undefined ? this.entry : this.outer?.method
  }

  /** The innermost scope that is no block. */
  get solid(): NameScope {
    return this.kind === "block" && this.outer !== undefined ? this.outer.solid : this
  }
}
