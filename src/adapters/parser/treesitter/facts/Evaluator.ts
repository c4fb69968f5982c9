import type { Value, ValueIndex } from "../../facts/Facts.ts"
import type { LocalFunction } from "./Declarations.ts"
import type { Meaning, Space } from "./findName.ts"
import type { Source } from "./FactsLanguage.ts"
import type { Form } from "./Form.ts"
import type { Binding, Entry, Local, NameScope } from "./NameScope.ts"
import { Narrowings } from "./Narrowings.ts"
import { KnownCalls } from "./KnownCalls.ts"
import { isReachable, reachingSources } from "./reachingSources.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"
import { evaluateYields } from "./yields.ts"

/** Maximum steps through locals, so that a chain of assignments cannot exhaust the stack. */
const maxSteps = 60

/** Maximum arguments of a call that count for what it gives. */
const maxGiven = 4

/** Values of names that may be those of classes. */
const namedTags: ReadonlySet<Value["tag"]> = new Set(["definition", "import", "member"])

/** Forms whose value is made of those of their parts. */
const partForms = [
  "await",
  "element",
  "same",
  "typeof",
  "union",
  "instance",
  "literal",
  "entries",
  "entry",
  "function",
  "mapped"
] as const
type Part = Form & { readonly form: (typeof partForms)[number] }

/** Forms of what a check may be about. */
const checkedForms: ReadonlySet<Form["form"]> = new Set(["name", "member", "entry"])

const partFormSet: ReadonlySet<Form["form"]> = new Set(partForms)
const isPart = (form: Form): form is Part => partFormSet.has(form.form)

/** Evaluates expressions to values. Each node is evaluated once. */
export class Evaluator extends KnownCalls {
  readonly #memo = new Map<SyntaxNode, ValueIndex>()
  #narrowings: Narrowings | undefined
  #steps = 0

  /** The value of an expression in a scope. */
  value(node: SyntaxNode, scope: NameScope): ValueIndex {
    const known = this.#memo.get(node)
    if (known !== undefined) return known
    if (this.#steps > maxSteps) return this.unknown
    // What refers to itself is unknown while it is evaluated.
    this.#memo.set(node, this.unknown)
    this.#steps += 1
    const inner = this.declarations.scopes.get(node) ?? scope
    const form = this.language.interpret(node, this.reading)
    const found = form === undefined ? this.valueOfFunction(node) : this.valueOfForm(form, inner, node)
    const value = form !== undefined && checkedForms.has(form.form) ? this.narrow(node, found) : found
    this.#steps -= 1
    this.#memo.set(node, value)
    return value
  }

  /** The value of a name or member, as checks around it say. */
  private narrow(node: SyntaxNode, found: ValueIndex): ValueIndex {
    this.#narrowings ??= new Narrowings(this.language, this.reading, this.declarations.file.node)
    return this.#narrowings.find(node).reduce((of, { isClass, type }) => {
      const scope = this.scopeAround(type)
      const to = isClass ? this.type(type, scope) : this.declared(type, scope)
      return to === this.unknown ? of : this.values.add({ tag: "narrowed", of, to })
    }, found)
  }

  /** The value of an expression, in the scope where it stands. */
  valueAt(node: SyntaxNode): ValueIndex {
    return this.value(node, this.scopeAround(node))
  }

  private valueOfForm(form: Form, scope: NameScope, node: SyntaxNode): ValueIndex {
    if (isPart(form)) return this.valueOfPart(form, scope, node)
    switch (form.form) {
      case "name": {
        const meaning = this.find(form.name, scope, "value")
        const of = this.valueOfMeaning(form.name, scope, meaning)
        return this.isBareCall(form.name, meaning) ? this.derive("call", of) : of
      }
      case "member":
        return this.member(this.maybe(form.of, scope), form.name)
      case "call":
        return this.called(form, scope, node)
      case "own":
        return this.member(this.thisOf(scope), form.name)
      case "static":
        return this.memberOfType(form, scope)
      case "invoke":
        return this.derive("call", this.invoked(form, scope))
      case "new":
        return this.values.add({ tag: "new", of: this.type(form.type, scope) })
      case "this":
        return form.of === undefined ? this.receiverIn(scope) : this.thisNamed(this.reading.text(form.of), scope)
      case "super":
        return this.superOf(scope)
      case "decorator":
      case "attribute":
        return this.unknown
    }
  }

  /** The value of what is made of others. Those that are no children of the node may be in another scope. */
  private valueOfPart(form: Part, scope: NameScope, node: SyntaxNode): ValueIndex {
    const { values } = this
    const valueOf = (of: SyntaxNode): ValueIndex => (of.parent === node ? this.value(of, scope) : this.valueAt(of))
    switch (form.form) {
      case "same":
        return valueOf(form.of)
      case "await":
      case "element":
      case "typeof":
        return this.derive(form.form, valueOf(form.of))
      case "union":
        return this.join(form.of.map(valueOf))
      case "instance":
        return this.declared(form.type, scope)
      case "literal":
        return this.instanceOf(values.add({ tag: "global", name: form.type }))
      case "entries":
        return this.entries(form, scope)
      case "entry":
        return this.entry(form, node, scope)
      case "function":
        return values.add({ tag: "function", yields: this.maybe(form.yields, scope) })
      case "mapped":
        return this.iteratorOf(this.derive("call", this.value(form.by, scope)))
    }
  }

  /** A list or dictionary with its entries. */
  private entries({ of, type }: Form & { readonly form: "entries" }, scope: NameScope): ValueIndex {
    const { unknown, values } = this
    const named = values.add({ tag: "global", name: type })
    const entries = of.map(([key, node]) => [key, this.value(node, scope)] as const)
    const known = entries.filter(([, value]) => value !== unknown)
    if (known.length === 0) return this.instanceOf(named)
    const element = values.add({ tag: "typeof", of: this.join(known.map(([, value]) => value)) })
    const isDictionary = type === "dict"
    const given = isDictionary ? [values.add({ tag: "global", name: "str" }), element] : [element]
    return this.instanceOf(values.add({ tag: "apply", of: named, arguments: given, entries: known }))
  }

  protected entry({ key, of }: Form & { readonly form: "entry" }, _node: SyntaxNode, scope: NameScope): ValueIndex {
    const whole = this.value(of, scope)
    return whole === this.unknown ? whole : this.values.add({ tag: "item", of: whole, key })
  }

  private maybe(node: SyntaxNode | undefined, scope: NameScope): ValueIndex {
    return node === undefined ? this.unknown : this.value(node, scope)
  }

  private memberOfType(form: Form & { readonly form: "static" }, scope: NameScope): ValueIndex {
    const of = this.type(form.of, scope)
    return of === this.unknown ? of : this.member(of, form.name)
  }

  private derive(tag: "await" | "element" | "call" | "typeof", of: ValueIndex): ValueIndex {
    return of === this.unknown ? of : this.values.add({ tag, of })
  }

  /** The value of a call, or what the called function is known to return. */
  private called(
    { arguments: given, callee }: Form & { readonly form: "call" },
    scope: NameScope,
    node: SyntaxNode
  ): ValueIndex {
    const known = this.knownCall(callee, given, scope)
    if (known !== undefined) return this.valueOfForm(known, scope, node)
    const of = this.value(callee, scope)
    const names = this.language.followsCalls === true && of !== this.unknown ? this.namesGiven(given, scope) : []
    return names.length === 0 ? this.derive("call", of) : this.values.add({ tag: "call", of, given: names })
  }

  /** What names among the first arguments of a call mean, by position: a function may give what its argument makes. */
  private namesGiven(given: ReadonlyArray<SyntaxNode>, scope: NameScope): ReadonlyArray<ValueIndex> {
    const { language, reading, unknown, values } = this
    const other = given.findIndex(({ type }) => language.spreads.has(type) || type === "keyword_argument")
    const named = given.slice(0, Math.min(maxGiven, other === -1 ? maxGiven : other)).map((node) => {
      const form = language.interpret(node, reading)?.form
      const value = form === "name" || form === "member" ? this.value(node, scope) : unknown
      return namedTags.has(values.values[value]?.tag ?? "unknown") ? value : -1
    })
    return named.slice(0, named.findLastIndex((value) => value !== -1) + 1)
  }

  private valueOfFunction(node: SyntaxNode): ValueIndex {
    const found = this.declarations.functions.get(node)
    if (found === undefined) return this.unknown
    return this.values.add({ tag: "function", yields: this.yields(found) })
  }

  /** What calling a function gives. */
  yields(found: LocalFunction): ValueIndex {
    return evaluateYields(this, found)
  }

  /** The value of a variable that a source gives. */
  source({ entries, how, node }: Source): ValueIndex {
    const whole = how === "type" ? this.declared(node, this.scopeAround(node)) : this.valueAt(node)
    const start = how === "type" || how === "value" ? whole : this.derive(how, whole)
    if (start === this.unknown) return start
    return entries.reduce((of, at) => this.values.add({ tag: "entry", of, at }), start)
  }

  /** The value of a name of the file. */
  valueInFile(name: string): ValueIndex {
    const { file } = this.declarations
    return this.join((file.names.get(name) ?? []).map((binding) => this.bound(binding, file, file.node)))
  }

  /** What an invocation calls. */
  invoked({ name, of, overridden }: Form & { readonly form: "invoke" }, scope: NameScope): ValueIndex {
    if (overridden !== undefined) return this.overridden(name, scope)
    return of === undefined ? this.valueOfName(name, scope, "function") : this.member(this.value(of, scope), name)
  }

  /** The value of a name. */
  valueOfName(node: SyntaxNode, scope: NameScope, space: Space = "value"): ValueIndex {
    return this.valueOfMeaning(node, scope, this.find(node, scope, space))
  }

  /** The value of a name that was looked up. */
  private valueOfMeaning(node: SyntaxNode, scope: NameScope, meaning: Meaning | undefined): ValueIndex {
    const name = this.nameOf(node)
    if (name === "") return this.unknown
    if (meaning !== undefined) return this.join(meaning.bindings.map((each) => this.bound(each, meaning.scope, node)))
    if (this.language.canBeAmbient?.(name) === false) return this.unknown
    const ambient = this.values.add({ tag: "global", name })
    if (!this.language.hasImplicitThis || this.language.canBeMember?.(name) === false) return ambient
    return this.join([...this.inherited(node, scope), ambient])
  }

  protected bound(binding: Binding, scope: NameScope, use: SyntaxNode): ValueIndex {
    switch (binding.binds) {
      case "opaque":
        return this.unknown
      case "import":
        return this.values.add({ tag: "import", import: binding.index })
      case "local":
        return this.local(binding.local, use)
      case "definition": {
        const { entry } = binding
        const self = this.receiverOf(entry, scope, use)
        return self === this.unknown
          ? this.values.add({ tag: "definition", definition: entry.index })
          : this.values.add({ tag: "member", of: self, name: entry.name })
      }
    }
  }

  /** What a name of a type's scope is a member of, if it is one of what its methods are called on. */
  private receiverOf(entry: Entry, scope: NameScope, use: SyntaxNode): ValueIndex {
    if (scope.kind !== "type" || !this.language.hasImplicitThis || entry.isType) return this.unknown
    if (this.language.typesReceive === true && entry.isFunction) return this.receiverIn(this.scopeAround(use))
    return entry.found.isStatic ? this.unknown : this.thisOf(scope)
  }

  /** What calls in the file give to a parameter without a type. */
  private givenTo({ given }: Local): ValueIndex {
    return given === undefined
      ? this.unknown
      : this.values.add({
          tag: "given",
          definition: given.entry.index,
          at: given.at,
          name: given.name,
          ...this.declaredByBase(given)
        })
  }

  private local(local: Local, use: SyntaxNode): ValueIndex {
    const { parameter, sources, type } = local
    if (parameter?.receives !== undefined) return this.receiver(parameter)
    if (type !== undefined) {
      const value = this.declared(type, this.scopeAround(type))
      return parameter?.isRest === true && value !== this.unknown
        ? this.instanceOf(this.array(this.type(type, this.scopeAround(type))))
        : value
    }
    const reaching = reachingSources(sources, use)
    const [first] = reaching
    const isOverwritten = first !== undefined && first.node !== parameter?.initial && isReachable(first, use)
    const held = reaching.map((source) => this.source(source))
    return this.join(isOverwritten ? held : [this.givenTo(local), ...held])
  }
}
