import type { LinkView } from "./LinkView.ts"
import type { Meaning } from "./Meaning.ts"
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

/** What the rules of a language may ask while a file is linked. All of it is recorded. */
export interface Session {
  readonly open: (path: string) => Module | undefined
  readonly resolve: Resolve
  /** What a value of a module means. */
  readonly evaluate: (module: Module, value: number) => Meaning
  readonly member: (of: Meaning, name: string) => Meaning
  /** What a variable, field or getter holds; other meanings are themselves. */
  readonly settle: (meaning: Meaning) => Meaning
  readonly instanceOf: (type: Meaning) => Meaning
  /** What an import of a module means. */
  readonly imported: (module: Module, index: number) => Meaning
  /** What a name means in a module, as `findExport` says; each is found once. */
  readonly exported: (module: Module, name: string) => Meaning
  /** The symbols of definitions of one name. */
  readonly symbols: (module: Module, definitions: ReadonlyArray<number>) => Meaning
}

/** How a language finds names of other files. */
export interface LinkRules {
  readonly makeResolve: (view: LinkView) => Resolve
  /** What a name means that is taken from a module; unknown without such a name. */
  readonly findExport: (session: Session, module: Module, name: string) => Meaning
  /** A package without a file of its own, or a name in it. */
  readonly findInFolder: (session: Session, folder: string, name: string) => Meaning
  /** What a name means that the file does not declare. */
  readonly findGlobal: (session: Session, module: Module, name: string) => Meaning
  /** What a module itself is when it is called or constructed. */
  readonly moduleValue: (session: Session, module: Module) => Meaning
  /** Whether calling a class makes an instance. */
  readonly callMakesInstance: boolean
  /** Whether members of a type and of its instances have nothing to do with each other. */
  readonly separatesStatics: boolean
  /** Whether the last path to a common base counts rather than the first. */
  readonly ordersBasesLast: boolean
}
