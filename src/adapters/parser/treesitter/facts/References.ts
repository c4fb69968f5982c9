import type { Reference, ReferenceDraft, ReferenceKind, Value, ValueIndex } from "../../facts/Facts.ts"
import { CallFlow } from "./CallFlow.ts"
import type { Declarations } from "./Declarations.ts"
import type { Evaluator } from "./Evaluator.ts"
import type { FactsLanguage } from "./FactsLanguage.ts"
import type { Form, TypeForm } from "./Form.ts"
import type { Iterated } from "./Implicit.ts"
import { findLastName } from "./findLastName.ts"
import { isRooted } from "../../facts/isRooted.ts"
import { isTypeParameter } from "./isTypeParameter.ts"
import type { Entry, NameScope } from "./NameScope.ts"
import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

/** Where the walk is. */
interface Place {
  readonly scope: NameScope
  readonly within: Entry | undefined
}

interface Use {
  readonly kind: Reference["kind"]
  readonly value: ValueIndex
  readonly at: SyntaxNode
  readonly arguments?: number
  readonly rest?: Pick<ReferenceDraft, "given" | "named" | "held" | "runs" | "passes">
}

/** What a value begins with that may be an instance of a class of the project. */
const ownRoots: ReadonlySet<Value["tag"]> = new Set(["definition", "given", "import", "this", "union"])

/** Walks a tree and collects its references. */
export class References {
  /** In source order, one of a kind at each place. */
  readonly found: ReadonlyArray<ReferenceDraft>
  readonly #added: Array<ReferenceDraft> = []

  readonly language: FactsLanguage
  readonly reading: Reading
  readonly declarations: Declarations
  readonly evaluator: Evaluator
  readonly flows: CallFlow

  constructor(language: FactsLanguage, reading: Reading, declarations: Declarations, evaluator: Evaluator) {
    this.language = language
    this.reading = reading
    this.declarations = declarations
    this.evaluator = evaluator
    this.flows = new CallFlow(evaluator)
    const { file } = declarations
    this.visitAll(file.node.children, { scope: file, within: undefined })
    this.found = this.#added
      .toSorted((a, b) => a.at - b.at)
      .filter(({ at, kind, value }, index, all) => {
        const before = all[index - 1]
        if (before?.at !== at || before.kind !== kind) return true
        // What calls the result of a call has no name: it is where the chain begins.
        return language.followsCalls === true && kind === "call" && before.value !== value
      })
  }

  private add({ at, arguments: count = -1, kind, rest, value }: Use, { within }: Place): void {
    if (value === this.evaluator.unknown || at.start === at.end) return
    this.#added.push({ kind, value, within: within?.index ?? -1, at: at.start, arguments: count, ...rest })
  }

  private visitAll(
    nodes: ReadonlyArray<SyntaxNode>,
    place: Place,
    ...without: ReadonlyArray<SyntaxNode | undefined>
  ): void {
    for (const node of nodes) {
      const inner = without.find((each) => each?.parent === node)
      if (inner !== undefined) this.visitAll(node.children, place, inner)
      else if (!without.includes(node)) this.visit(node, place)
    }
  }

  private visit(node: SyntaxNode, outer: Place): void {
    const { declarations, language } = this
    if (declarations.names.has(node) || language.isSilent(node, this.reading)) return
    const scope = declarations.scopes.get(node)
    const within = declarations.owners.get(node)
    const place =
      scope === undefined && within === undefined
        ? outer
        : { scope: scope ?? outer.scope, within: within ?? outer.within }
    if (declarations.bases.has(node)) return this.visitType(node, place, "base")
    if (language.isType(node)) return this.visitType(node, place, "type")
    const form = language.interpret(node, this.reading)
    if (form === undefined) this.visitAll(node.children, place)
    else this.visitForm(node, form, place)
    for (const each of language.findIterated?.(node, this.reading) ?? []) this.addIterated(each, place)
  }

  /** Adds an iteration of what may be an instance of a class of the project. */
  private addIterated({ isAwaited, node: at }: Iterated, place: Place): void {
    const value = this.evaluator.value(at, place.scope)
    const root = this.evaluator.rootOf(value)?.tag
    if (root === undefined || !ownRoots.has(root)) return
    this.add({ kind: isAwaited ? "iterate_async" : "iterate", value, at }, place)
  }

  private visitForm(node: SyntaxNode, form: Form, place: Place): void {
    switch (form.form) {
      case "name":
        this.visitAll(node.children, place, form.name)
        return this.addName(form.name, place)
      case "own":
      case "member":
      case "static":
        return this.visitMember(node, form, place)
      case "call":
        return this.visitCall(node, form, place)
      case "invoke":
        this.visitAll(node.children, place, form.name)
        return this.addInvocation(form, place)
      case "new":
        return this.visitNew(node, form, place)
      case "attribute":
      case "instance":
        return this.visitTyped(node, form.type, place, form.form === "attribute" ? "decorator" : "type")
      case "decorator":
        return this.visitDecorator(node, form.of, place)
      case "typeof":
        return this.visit(form.of, place)
      case "this":
      case "super":
      case "same":
      case "await":
      case "element":
      case "entries":
      case "entry":
      case "union":
      case "literal":
      case "function":
      case "mapped":
        return this.visitAll(node.children, place)
    }
  }

  private visitCall(node: SyntaxNode, form: Form & { readonly form: "call" }, place: Place): void {
    this.addUse("call", form.callee, place, this.countArguments(form.arguments), form.arguments)
    this.visitAll(node.children, place, form.callee)
  }

  private countArguments(given: ReadonlyArray<SyntaxNode>): number {
    return given.some(({ type }) => this.language.spreads.has(type)) ? -1 : given.length
  }

  /** Adds a call or the use of a decorator, and what is in the name of what is called. */
  private addUse(
    kind: "call" | "decorator",
    callee: SyntaxNode,
    place: Place,
    count: number,
    given: ReadonlyArray<SyntaxNode>,
    more: Use["rest"] = {}
  ): void {
    const form = this.language.interpret(callee, this.reading)
    if (form?.form === "same") {
      this.visitAll(callee.children, place, form.of)
      return this.addUse(kind, form.of, place, count, given, more)
    }
    const name = form?.form === "name" || form?.form === "member" || form?.form === "static" ? form.name : undefined
    // Inner expressions first: a long chain is evaluated step by step.
    if (name === undefined) this.visit(callee, place)
    else if (form?.form === "static") this.visitStatic(callee, form, place)
    else this.visitAll(callee.children, place, name)
    const known = kind === "call" ? this.evaluator.knownCall(callee, given, place.scope) : undefined
    if (known?.form === "super") return
    const value = this.evaluator.value(callee, place.scope)
    const rest =
      this.language.followsCalls === true
        ? {
            ...this.flows.describe(callee, value, given, place.scope),
            ...this.flows.describeRun(callee, given, place.scope)
          }
        : {}
    this.add({ kind, value, at: name ?? callee, arguments: count, rest: { ...rest, ...more } }, place)
  }

  private addInvocation(form: Form & { readonly form: "invoke" }, place: Place): void {
    const value = this.evaluator.invoked(form, place.scope)
    const at = form.overridden ?? form.name
    this.add({ kind: "call", value, at, arguments: this.countArguments(form.arguments) }, place)
  }

  /** Visits a node with a type in it. */
  private visitTyped(node: SyntaxNode, type: SyntaxNode, place: Place, kind: "type" | "decorator"): void {
    this.visitType(type, place, kind)
    this.visitAll(node.children, place, type)
  }

  private visitDecorator(node: SyntaxNode, used: SyntaxNode, place: Place): void {
    const form = this.language.interpret(used, this.reading)
    const rest = this.language.followsCalls === true ? this.flows.describeDecorator(node, used, place.scope) : {}
    if (form?.form === "call") {
      this.addUse("decorator", form.callee, place, -1, form.arguments)
      this.visitAll(used.children, place, form.callee)
      // What the call gives is called in turn.
      const value = this.evaluator.value(used, place.scope)
      if (rest.given !== undefined) this.add({ kind: "decorator", value, at: node, rest }, place)
    } else this.addUse("decorator", used, place, -1, [], rest)
    this.visitAll(node.children, place, used)
  }

  private visitNew(node: SyntaxNode, form: Form & { readonly form: "new" }, place: Place): void {
    const value = this.evaluator.type(form.type, place.scope)
    // The type of `new()` is written elsewhere.
    const at = form.type.start < node.start ? node : findLastName(this.evaluator, form.type)
    // What a type parameter stands for is not known to be its bound.
    if (!isTypeParameter(this.evaluator, form.type, place.scope)) {
      this.add({ kind: "new", value, at, arguments: this.countArguments(form.arguments) }, place)
    }
    this.visitArguments(form.type, place)
    this.visitAll(node.children, place, form.type)
  }

  private addName(name: SyntaxNode, place: Place): void {
    const meaning = this.evaluator.find(name, place.scope, "value")
    const [binding] = meaning?.bindings ?? []
    if (binding?.binds === "local" || binding?.binds === "opaque") return
    const kind = this.evaluator.isBareCall(name, meaning) ? "call" : this.kindOf(name)
    this.add({ kind, value: this.evaluator.valueOfName(name, place.scope), at: name }, place)
  }

  /** Visits the type whose member a name is. */
  private visitStatic(node: SyntaxNode, form: Form & { readonly form: "static" }, place: Place): void {
    this.visitType(form.of, place, "type")
    this.visitAll(node.children, place, form.of, form.name)
  }

  private visitMember(
    node: SyntaxNode,
    form: Form & { readonly form: "member" | "static" | "own" },
    place: Place
  ): void {
    if (form.form === "static") this.visitStatic(node, form, place)
    else this.visitAll(node.children, place, form.name)
    if (this.declarations.names.has(form.name)) return
    const value = this.evaluator.value(node, place.scope)
    if (isRooted(this.evaluator.values.values, value))
      this.add({ kind: this.kindOf(node), value, at: form.name }, place)
  }

  private kindOf(node: SyntaxNode): "read" | "raise" {
    return this.language.isRaised?.(node) === true ? "raise" : "read"
  }

  /** Visits type arguments, but not the type that they are given to. */
  private visitArguments(node: SyntaxNode, place: Place): void {
    const form = this.evaluator.formOfType(node)
    if (form?.form === "same") this.visitArguments(form.of, place)
    if (form?.form !== "apply" && form?.form !== "path") return
    if (form.form === "apply") this.visitArguments(form.of, place)
    for (const each of form.arguments) this.visitType(each, place, "type")
  }

  private visitPath(form: TypeForm & { readonly form: "path" }, place: Place, kind: ReferenceKind): void {
    const value = this.evaluator.typeOfPath({ ...form, arguments: [] }, place.scope)
    const at = form.names.at(-1)
    if (at !== undefined) this.add({ kind, value, at }, place)
    for (const each of form.arguments) this.visitType(each, place, "type")
  }

  private visitType(node: SyntaxNode, place: Place, kind: "type" | "base" | "decorator"): void {
    const form = this.evaluator.formOfType(node)
    switch (form?.form) {
      case "name":
      case "member":
        return this.add({ kind, value: this.evaluator.type(node, place.scope), at: form.name }, place)
      case "path":
        return this.visitPath(form, place, kind)
      case "apply":
        this.visitType(form.of, place, kind)
        for (const each of form.arguments) this.visitType(each, place, "type")
        return
      case "union":
      case "tuple":
      case "map":
        for (const each of form.of) this.visitType(each, place, kind)
        return
      case "same":
      case "class":
      case "array":
        return this.visitType(form.of, place, kind)
      case "nothing":
      case "this":
      case "ambient":
        return
      case "function":
      case undefined:
        for (const child of node.children) {
          if (this.evaluator.formOfType(child) === undefined) this.visit(child, place)
          else this.visitType(child, place, "type")
        }
    }
  }
}
