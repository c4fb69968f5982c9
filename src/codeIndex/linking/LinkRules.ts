import type { Import } from "../../adapters/parser/facts/Facts.ts"
import type { LinkView } from "./LinkView.ts"
import { type Bindings, external, type Meaning, type SymbolMeaning, unknown } from "./Meaning.ts"
import type { Module } from "./Module.ts"

/** Where a module is. `path` is empty unless it is local; a package without a file of its own is a folder, with a `/` at the end. */
export interface Resolution {
  readonly kind: "local" | "external" | "builtin"
  readonly path: string
}

export const externalModule: Resolution = { kind: "external", path: "" }
export const builtinModule: Resolution = { kind: "builtin", path: "" }
export const localModule = (path: string): Resolution => ({ kind: "local", path })

/** Finds the module that a file names. Depends on the view only. */
export type Resolve = (from: string, module: string) => Resolution

/** What a call gives: by position, and what the function was taken from. */
export interface GivenArguments {
  readonly count: number | undefined
  readonly receiver: Meaning | undefined
  /** What is given at a position; unknown if that is not known. */
  readonly at: (position: number) => Meaning
  readonly length: number
}

/** What the rules of a language may ask while a file is linked. All of it is recorded. */
export interface Session {
  readonly open: (path: string) => Module | undefined
  readonly resolve: Resolve
  /** What a value of a module means. */
  readonly evaluate: (module: Module, value: number) => Meaning
  /** The same where type parameters of types are known. */
  readonly evaluateIn: (module: Module, value: number, bindings: Bindings | undefined) => Meaning
  /** What the type parameters of a type stand for, if it has arguments. */
  readonly bindingsOf: (type: SymbolMeaning | undefined) => Bindings | undefined
  /** Adds what type parameters stand for by default of which nothing is known. */
  readonly withDefaults: (
    module: Module,
    parameters: ReadonlyArray<number>,
    known: Bindings | undefined
  ) => Bindings | undefined
  readonly member: (of: Meaning, name: string) => Meaning
  /** What a variable, field or getter holds; other meanings are themselves. */
  readonly settle: (meaning: Meaning) => Meaning
  readonly instanceOf: (type: Meaning) => Meaning
  /** A type and all that it extends, the type first. */
  readonly line: (type: SymbolMeaning) => ReadonlyArray<Meaning>
  /** What a type extends directly. */
  readonly basesOf: (type: SymbolMeaning) => ReadonlyArray<Meaning>
  /** What calling gives, with what is given, if it is known. */
  readonly call: (callee: Meaning, given?: GivenArguments) => Meaning
  /** What an import of a module means. */
  readonly imported: (module: Module, index: number) => Meaning
  /** What a name means in a module, as `findExport` says; each is found once. */
  readonly exported: (module: Module, name: string) => Meaning
  /** The symbols of definitions of one name. */
  readonly symbols: (module: Module, definitions: ReadonlyArray<number>) => Meaning
  /** Paths that the view lists under a name: files of a folder, or files whose shape has the name. */
  readonly list: (kind: "folder" | "name", name: string) => ReadonlyArray<string>
}

/** How a language finds names of other files. */
export interface LinkRules {
  readonly makeResolve: (view: LinkView) => Resolve
  /** What a name means that is taken from a module; unknown without such a name. */
  readonly findExport: (session: Session, module: Module, name: string) => Meaning
  /** What an import means. */
  readonly findImport: (session: Session, module: Module, found: Omit<Import, "line">) => Meaning
  /** Modules other than its own in which a type may have a member of this name. */
  readonly otherParts: (session: Session, type: SymbolMeaning, name: string) => ReadonlyArray<Module>
  /** A type as other files declare it that say what it extends. */
  readonly extendingParts?: (session: Session, type: SymbolMeaning) => ReadonlyArray<SymbolMeaning>
  /** What a name means that is taken from a package without a file of its own. */
  readonly findInFolder: (session: Session, folder: string, name: string) => Meaning
  /** What a member means in a file that its receiver does not have; unknown without such an extension. */
  readonly findExtension?: (session: Session, module: Module, receiver: Meaning, name: string) => Meaning
  /** What a name means that the file does not declare. */
  readonly findGlobal: (session: Session, module: Module, name: string) => Meaning
  /** Whether a name that is imported from a package may be a module of its own. */
  readonly hasSubmodules?: true
  /** What a function of a library gives, in languages in which something is known of that; unknown for any other. */
  readonly callLibrary?: (session: Session, callee: Meaning, given: GivenArguments) => Meaning
  /** What a module itself is when it is called or constructed. */
  readonly moduleValue: (session: Session, module: Module) => Meaning
  /** Whether a function can only be called with as many arguments as it declares. */
  readonly checksArity?: true
  /** Whether a type that is declared by another one is a type of its own: `type Names []string`. */
  readonly definesTypes?: true
  /** Whether a function with an index is that function: `New[int]`. */
  readonly instantiatesByIndex?: true
  /** Whether generic functions name type variables that the module defines, `T = TypeVar("T")`. */
  readonly definesTypeVariables?: true
  /** Whether calling a class makes an instance. */
  readonly callMakesInstance: boolean
  /** The member that calling an instance calls, in languages that have one. */
  readonly callMember?: string
  /** The member that `new` calls of an instance whose type says what that makes, in languages that have one. */
  readonly constructMember?: string
  /** The members that are called where an instance is indexed, and where it is iterated. */
  readonly indexMember?: string
  readonly iterationMember?: string
  /** The member of what that gives that is called for each element. */
  readonly nextMember?: string
  /** Both where each element is awaited. */
  readonly asyncIterationMember?: string
  readonly asyncNextMember?: string
  /** The member of a class that is what its instances inherit from, in languages that have one. */
  readonly prototypeMember?: string
  /** The member of an instance that is its class, in languages that have one. */
  readonly classMember?: string
  /** Whether what variables, parameters and entries hold is followed to where it is called. */
  readonly followsValues?: true
  /** Whether functions have the methods `bind`, `call` and `apply`. */
  readonly functionsHaveMethods?: true
  /** Whether a member may be named by a symbol, as `[key]`. */
  readonly namesBySymbols?: true
  /** Whether members of a type and of its instances have nothing to do with each other, or methods alone. */
  readonly separatesStatics: boolean | "methods"
  /** The member of a type that makes an instance of it, in languages in which that is a method. */
  readonly makingMember?: string
  /** Whether the last path to a common base counts rather than the first. */
  readonly ordersBasesLast: boolean
}

/** What an import means where a module is a file or a folder. */
export const importFromFile =
  (findInFolder: LinkRules["findInFolder"]): LinkRules["findImport"] =>
  (session, from, { imported, module }) => {
    const { kind, path } = session.resolve(from.path, module)
    if (kind !== "local") return external(imported === "*" ? module : imported)
    if (path.endsWith("/")) return imported === "*" ? { tag: "folder", path } : findInFolder(session, path, imported)
    const target = session.open(path)
    if (target === undefined) return unknown
    return imported === "*" ? { tag: "module", module: target } : session.exported(target, imported)
  }
