import type {
  Declared,
  DeclaredFunction,
  DeclaredImport,
  DeclaredNamespace,
  DeclaredOuter,
  DeclaredType,
  DeclaredVariable,
  FactsLanguage,
  Source,
  Surroundings
} from "./FactsLanguage.ts"
import { EntryMaker } from "./EntryMaker.ts"
import { type Entry, type Local, NameScope } from "./NameScope.ts"
import type { FoundUnit } from "./OutlineUnits.ts"
import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

/** Where the walk is. */
interface Place {
  readonly scope: NameScope
  readonly owner: Entry | undefined
  readonly around: Surroundings
  /** Collects what the function around it returns. */
  readonly returns: Array<SyntaxNode> | undefined
}

/** Whether a function is not called by its bare name. */
const isNameless = ({ isConstructor, isDetached }: DeclaredFunction): boolean =>
  isConstructor === true || isDetached === true

/** A function that is no definition, and its `return` statements. */
export interface LocalFunction {
  readonly declared: DeclaredFunction
  readonly scope: NameScope
  readonly returns: ReadonlyArray<SyntaxNode>
}

/** Walks a tree and collects what it declares, in scopes. Nothing is evaluated yet. */
export class Declarations {
  readonly imports: Array<DeclaredImport> = []
  readonly file: NameScope
  /** Scopes by the node that opens them. */
  readonly scopes = new Map<SyntaxNode, NameScope>()
  /** Definitions by the node that declares them. */
  readonly owners = new Map<SyntaxNode, Entry>()
  /** Names of declarations, which are no references. */
  readonly names = new Set<SyntaxNode>()
  readonly bases = new Set<SyntaxNode>()
  /** Functions without a definition, by their node. */
  readonly functions = new Map<SyntaxNode, LocalFunction>()
  readonly #language: FactsLanguage
  readonly #reading: Reading
  readonly #maker: EntryMaker

  constructor(
    language: FactsLanguage,
    reading: Reading,
    source: { readonly root: SyntaxNode; readonly given: string; readonly units: ReadonlyArray<FoundUnit> }
  ) {
    this.#language = language
    this.#reading = reading
    const listed = language.listsExports ? language.exports?.(source.root, reading) : undefined
    const names = listed === undefined || listed.length === 0 ? undefined : new Set(listed.map(({ name }) => name))
    this.#maker = new EntryMaker(language.separator, source.given, names, source.units)
    this.file = new NameScope("file", source.root, undefined)
    this.scopes.set(source.root, this.file)
    const around: Surroundings = { scope: "file", type: "", instance: undefined }
    this.visit(source.root, { scope: this.file, owner: undefined, around, returns: undefined })
    this.#maker.addRest(this.file)
    this.#maker.number()
  }

  /** Definitions in source order, outer before inner. */
  get entries(): ReadonlyArray<Entry> {
    return this.#maker.entries
  }

  private visit(node: SyntaxNode, place: Place): void {
    for (const found of this.#language.imports(node, this.#reading)) this.addImport(found, place.scope)
    // What a block declares is known within it only, such as the variable of a loop.
    const isBlock = this.#language.blocks.has(node.type)
    const start = isBlock ? { ...place, scope: this.open("block", node, place.scope) } : place
    let inner = start
    for (const declared of this.#language.declare(node, place.around, this.#reading)) {
      const opened = this.addDeclared(node, declared, start)
      if (opened !== undefined) inner = opened
    }
    if (this.#language.returns.has(node.type)) place.returns?.push(node)
    for (const child of node.children) this.visit(child, inner)
  }

  private open(kind: NameScope["kind"], node: SyntaxNode, outer: NameScope): NameScope {
    const scope = new NameScope(kind, node, outer)
    this.scopes.set(node, scope)
    return scope
  }

  private addImport(found: DeclaredImport, scope: NameScope): void {
    const index = this.imports.push(found) - 1
    scope.bind(found.local, { binds: "import", index, imported: found.imported })
  }

  /** Adds a declaration. Returns the place within it if it has a scope. */
  private addDeclared(node: SyntaxNode, declared: Declared, place: Place): Place | undefined {
    const isUse = declared.declares === "variable" && declared.isEmbedded === true
    if (declared.name !== undefined && !isUse) this.names.add(declared.name)
    switch (declared.declares) {
      case "function":
        return this.declareFunction(node, declared, place)
      case "type":
      case "namespace":
        return this.declareType(node, declared, place)
      case "variable":
        this.declareVariable(node, declared, place)
        return undefined
      case "opaque":
        place.scope.bind(this.#reading.text(declared.name), { binds: "opaque", bound: declared.bound })
        return undefined
      case "outer":
        this.redirect(declared, place.scope)
        return undefined
    }
  }

  private declareFunction(node: SyntaxNode, declared: DeclaredFunction, place: Place): Place {
    const { scope: outer } = place
    const scope = this.open("function", node, outer)
    const own = declared.unit ?? this.#reading.text(declared.name)
    const entry = this.#maker.fromUnit(own, node, { ...place, declared, scope, inside: outer })
    const returns: Array<SyntaxNode> = []
    if (entry === undefined) this.functions.set(node, { declared, scope, returns })
    else this.addOwner(node, entry, isNameless(declared) ? undefined : outer)
    if (entry === undefined && own !== "" && declared.isPrototype !== true && !isNameless(declared)) {
      const source = { node, how: declared.isProperty === true ? "call" : "value", entries: [] } as const
      outer.bind(own, {
        binds: "local",
        local: { at: node.start, parameter: undefined, type: undefined, sources: [source] }
      })
    }
    scope.entry = entry
    scope.extends = declared.receiver ?? declared.memberOf
    if (declared.self !== undefined && declared.name !== undefined) {
      const parameter = { name: declared.name, receives: "instance" } as const
      const local: Local = { at: node.start, parameter, type: undefined, sources: [] }
      scope.bind(declared.self, { binds: "local", local })
    }
    this.bindParameters(declared, scope, entry)
    const receiver = declared.parameters.find(({ receives }) => receives === "instance")
    const instance = receiver === undefined ? place.around.instance : this.#reading.text(receiver.name)
    const around: Surroundings = { ...place.around, scope: "function", instance }
    return { scope, owner: entry ?? place.owner, around, returns: entry?.returns ?? returns }
  }

  private bindParameters({ parameters }: DeclaredFunction, scope: NameScope, entry: NameScope["entry"]): void {
    const given = parameters.filter(({ receives }) => receives === undefined)
    const isFollowed = this.#language.followsCalls === true && entry !== undefined
    for (const parameter of parameters) {
      const { initial, isRest, name, type } = parameter
      const at = isFollowed && isRest !== true ? given.indexOf(parameter) : -1
      this.names.add(name)
      const sources = initial === undefined ? [] : [{ node: initial, how: "value", entries: [] } as const]
      const local: Local = {
        at: name.start,
        parameter,
        type,
        sources,
        ...(at === -1 || entry === undefined ? {} : { given: { entry, at, name: this.#reading.text(name) } })
      }
      scope.bind(this.#reading.text(name), { binds: "local", local })
    }
  }

  private declareType(node: SyntaxNode, declared: DeclaredType | DeclaredNamespace, place: Place): Place {
    const kind = declared.declares
    const scope = this.open(kind, node, place.scope)
    const own = declared.unit ?? this.#reading.text(declared.name)
    const entry = this.#maker.fromUnit(own, node, { ...place, declared, scope, inside: place.scope })
    if (entry !== undefined) this.addOwner(node, entry, place.scope)
    scope.entry = entry
    const around: Surroundings = {
      scope: kind,
      instance: undefined,
      type: kind === "type" ? own : place.around.type
    }
    if (declared.declares === "type") {
      scope.extends = declared.extends
      scope.hasBases = declared.bases.length > 0 || declared.isOpen === true
      for (const base of declared.bases) this.bases.add(base)
    }
    return { scope, owner: entry ?? place.owner, around, returns: undefined }
  }

  private addOwner(node: SyntaxNode, entry: Entry, scope: NameScope | undefined): void {
    this.owners.set(node, entry)
    // An `impl` is not a name.
    if (entry.kind !== "impl") scope?.bind(entry.name, { binds: "definition", entry })
  }

  private redirect({ name, scope: kind }: DeclaredOuter, scope: NameScope): void {
    const own = this.#reading.text(name)
    const target = kind === "file" ? this.file : scope.outer?.nearestWith(own)
    if (target !== undefined) scope.redirects.set(own, target)
  }

  private declareVariable(node: SyntaxNode, declared: DeclaredVariable, place: Place): void {
    const own = this.#reading.text(declared.name)
    const target = this.targetOf(own, declared, place.scope)
    if (target === undefined) return
    const known = target.names.get(own)
    if (target.kind === "function" || target.kind === "block") return this.declareLocal(node, declared, own, target)
    const entry = known?.find((binding) => binding.binds === "definition" && binding.entry.isVariable)
    if (entry?.binds === "definition") return entry.entry.assign(declared)
    const context = { ...place, declared, inside: target }
    const made =
      this.#maker.fromUnit(declared.unit ?? own, node, context) ?? this.#maker.fromVariable(own, node, context)
    made.assign(declared)
    target.bind(own, { binds: "definition", entry: made })
    if (declared.place === "scope" && place.scope === target && !this.owners.has(node)) this.owners.set(node, made)
  }

  private declareLocal(node: SyntaxNode, { sources, type }: DeclaredVariable, own: string, target: NameScope): void {
    const known = target.names.get(own)?.find((binding) => binding.binds === "local")?.local
    // Where each declaration is a new variable, each has its own type.
    const isOwn = this.#language.isOrdered && type !== undefined
    const given: ReadonlyArray<Source> = isOwn ? [{ node: type, how: "type", entries: [] }] : sources
    if (known === undefined) {
      const local: Local = { at: node.start, parameter: undefined, type: isOwn ? undefined : type, sources: [...given] }
      target.bind(own, { binds: "local", local })
      return
    }
    if (!isOwn) known.type ??= type
    known.sources.push(...given)
  }

  /** The scope that an assigned name belongs to. */
  private targetOf(own: string, { place, sources }: DeclaredVariable, scope: NameScope): NameScope | undefined {
    if (place === "member") return scope.nearest("type")
    if (place === "around") return scope.solid
    const redirected = scope.redirects.get(own)
    if (redirected !== undefined) return redirected
    return this.#language.blocksAssignOuter === true && sources.length > 0 ? scope.assigned(own) : scope
  }
}
