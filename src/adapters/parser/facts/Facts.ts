import type { LineRange } from "../../../domain/LineRange.ts"
import type { UnitType } from "../Outline.ts"

/** Kinds of definitions: the units of an outline, and what else code refers to by name. */
export type DefinitionKind = UnitType | "field" | "variable"

/** Index into `Facts.values`, or -1 if nothing is known. */
export type ValueIndex = number

/** Index into `Facts.definitions`, or -1 for the file itself. */
export type DefinitionIndex = number

/**
 * What an expression or a type of the source means, as far as the file alone tells; paths and other files come in when
 * links are made. Values are numbered, refer to values with a smaller number only, and occur once each.
 *
 * - `unknown`: anything else. It may still have members, so that a call on it keeps the member's name.
 * - `definition`: a definition of this file. In type space, the type that it declares.
 * - `import`: the local name of an import, as an index into `imports`.
 * - `global`: a name that neither the file nor its named imports declare: ambient, of the same package, or brought by a
 *   wildcard import.
 * - `this`: an instance of the enclosing type; `super`: the same instance, as its bases see it.
 * - `member`: a property, method, static member, namespace member or nested type.
 * - `call`: what calling yields, in TypeScript and JavaScript with the number of arguments, if it is known; in Python with what is given by position, if names are among that; -1 for others; `new`: an instance of a class; `await`: what a promise gives, and Rust's `?` and patterns
 *   such as `Some(x)`; a value that wraps nothing gives itself.
 * - `element`: an element of an array or another iterable; `entry`: one of a tuple or of destructured positions.
 * - `instance`: a value whose declared type is the type `of`. An instance of an `object` or `function` is itself.
 * - `typeof`: the type of the value `of`, so that an instance of it is that value.
 * - `apply`: a generic type with its arguments, `Promise<Pool>`, `list[Pool]`, or the array type as `Array` with one,
 *   the map type of Go as `map` with two, several results as `tuple`. Of a literal also its `entries`, as far as their keys
 *   are constant.
 * - `union`: one of several values or types. Null, undefined and None are left out. `agrees`: unknown unless all are the same.
 * - `function`: a function value that is not a definition; `yields` is what calling it gives. Of a type of functions also
 *   what they take: `parameters` by position, as far as it is known, and `rest`, the list of what follows; `self`: what `this` is.
 * - `parameter`: what the function `of` is declared to take at a position; at -1 what `this` is in it.
 * - `given`: what a parameter without a type holds: what calls in the file give to a definition at a position, or by
 *   its name, in languages with such arguments. `declared`: what the method that it overrides is declared to take there.
 * - `narrowed`: the value `of`, where a check says that it is the value `to`: after `isinstance` or `instanceof`; `by` a guard, a
 *   function whose type says what its argument is; by one of its `elements`, if `of` is a list.
 * - `excluded`: the value `of`, where a check says that it is not `to`; of several, those are left that are not.
 * - `item`: what is at a constant key of a dictionary, or at a constant position of a list; at any if the key is empty.
 * - `variable`: a type parameter of a type or function, by what it extends; `id` numbers it among those known where it is declared. `generic`: a
 *   type without a definition that has such parameters.
 *   `otherwise`: what it stands for where nothing says more.
 * - `conditional`: the type `holds` where the value `check` is one of the type `to`, the type `otherwise` where it is not; -1 for none. Variables in
 *   `to` are what the value has in their place.
 * - `object`: an object literal, or a type that lists its members; their values. `spread`: what else it has the members of, the
 *   last first; `declared`: what it is said to be, and has the other members of.
 */
export type Value =
  | { readonly tag: "unknown" }
  | { readonly tag: "definition"; readonly definition: DefinitionIndex }
  | { readonly tag: "import"; readonly import: number }
  | { readonly tag: "global"; readonly name: string }
  | { readonly tag: "this" | "super"; readonly definition: DefinitionIndex }
  | { readonly tag: "member"; readonly of: ValueIndex; readonly name: string }
  | {
      readonly tag: "call"
      readonly of: ValueIndex
      readonly count?: number
      readonly given?: ReadonlyArray<ValueIndex>
    }
  | { readonly tag: "new" | "await" | "element" | "instance" | "typeof"; readonly of: ValueIndex }
  | { readonly tag: "entry" | "parameter"; readonly of: ValueIndex; readonly at: number }
  | { readonly tag: "item"; readonly of: ValueIndex; readonly key: string }
  | {
      readonly tag: "given"
      readonly definition: DefinitionIndex
      readonly at: number
      readonly name?: string
      readonly declared?: ValueIndex
    }
  | {
      readonly tag: "narrowed"
      readonly of: ValueIndex
      readonly to: ValueIndex
      readonly by?: "guard" | "elements"
    }
  | { readonly tag: "excluded"; readonly of: ValueIndex; readonly to: ValueIndex }
  | {
      readonly tag: "apply"
      readonly of: ValueIndex
      readonly arguments: ReadonlyArray<ValueIndex>
      readonly entries?: ReadonlyArray<readonly [key: string, value: ValueIndex]>
    }
  | { readonly tag: "variable"; readonly of: ValueIndex; readonly id: number; readonly otherwise?: ValueIndex }
  | {
      readonly tag: "conditional"
      readonly check: ValueIndex
      readonly to: ValueIndex
      readonly holds: ValueIndex
      readonly otherwise: ValueIndex
    }
  | { readonly tag: "generic"; readonly of: ValueIndex; readonly parameters: ReadonlyArray<ValueIndex> }
  | { readonly tag: "union"; readonly of: ReadonlyArray<ValueIndex>; readonly agrees?: true }
  | {
      readonly tag: "function"
      readonly yields: ValueIndex
      readonly parameters?: ReadonlyArray<ValueIndex>
      readonly rest?: ValueIndex
      readonly self?: ValueIndex
    }
  | {
      readonly tag: "object"
      readonly members: ReadonlyArray<readonly [name: string, value: ValueIndex]>
      readonly spread?: ReadonlyArray<ValueIndex>
      readonly declared?: ValueIndex
    }

/** A parameter of a function or method. The receiver (`self`, `this`) is not one. */
export interface Parameter {
  /** `this` for what an extension extends. */
  readonly name: string
  /** The declared type as a value: `instance` of it. */
  readonly value: ValueIndex
  readonly isOptional: boolean
  /** Takes any number of arguments. */
  readonly isRest: boolean
}

/** Something that the file defines under a name. */
export interface Definition {
  readonly kind: DefinitionKind
  /** Unqualified. */
  readonly name: string
  /** As in the outline: `Pool.acquire`, `MqttClient::connect`. Unique in the file but for overloads and redefinitions. */
  readonly qualifiedName: string
  /** Qualified name of the type or namespace whose member it is; empty at the top level and within functions. */
  readonly container: string
  /** The definition that encloses it lexically. */
  readonly owner: DefinitionIndex
  readonly signature: string
  /** As in the outline: with decorators and doc comments. */
  readonly lines: LineRange
  /** Line of the name, from 1, and UTF-16 column, from 0. */
  readonly line: number
  readonly column: number
  /** Doc comment without markers, folded to one line, at most 300 characters; empty without one. */
  readonly documentation: string
  /** Whether other files can refer to it by the rules of the language, as far as the declaration itself tells. */
  readonly isExported: boolean
  /** Whether it is a member of the type itself rather than of its instances. */
  readonly isStatic: boolean
  /**
   * What a field, variable or constant holds, declared or initial; the aliased type of a type alias; the type that an
   * `impl` or extension adds to. For a method, what
   * reading it gives without a call: set for getters and setters only.
   */
  readonly value: ValueIndex
  /** What calling it gives: by the declared return type, otherwise by its only `return`. */
  readonly yields: ValueIndex
  /** What its outermost decorator gives, which its name then stands for. */
  readonly decorated?: ValueIndex
  /** Its type parameters, as values, in TypeScript and JavaScript. */
  readonly typeParameters?: ReadonlyArray<ValueIndex>
  /** What a generic function says that `this` is. */
  readonly self?: ValueIndex
  /** What it extends, implements, embeds or mixes in; the function types by which an instance can be called. */
  readonly bases: ReadonlyArray<ValueIndex>
  /** Empty for what cannot be called. */
  readonly parameters: ReadonlyArray<Parameter>
  /** Deepest nesting of blocks within it; 0 for what has no body. */
  readonly nesting: number
  /** McCabe's cyclomatic complexity; 0 for what has no body. Nested definitions count for themselves only. */
  readonly cyclomatic: number
  /** Cognitive complexity (SonarSource, 2018); 0 for what has no body. */
  readonly cognitive: number
}

/** How a module is named. */
export type ImportKind = "static" | "dynamic" | "require" | "type" | "include"

/**
 * A name that the file takes from another module. One entry for each name. Python's `import a.b.c` is two: `a` under its
 * own name, and `a.b.c` for its effects. What members of `a` mean is a matter of links: submodules among them.
 */
export interface Import {
  /** As written, without quotes: `./pool.js`, `..a.b`, `java.util`, `crate::net`. */
  readonly module: string
  /** Name in the module: `*` for all of it, `default`, or empty for an import for its effects only. */
  readonly imported: string
  /**
   * Name in this file. Empty for a wildcard: `*` with an empty local name brings all names of the module into scope. Also
   * empty for `import("x")` and `require("x")` within expressions, which only values refer to.
   */
  readonly local: string
  readonly kind: ImportKind
  readonly line: number
}

/**
 * A name under which other files can get something from this one, in languages that say so. Python: the names in
 * `__all__`, which a wildcard import is limited to; without any, `isExported` says what it takes.
 */
export interface Export {
  /** `default`; `=` for the value of a whole CommonJS module; `*` for everything that another module exports. */
  readonly name: string
  /** What it is, unless it comes from another module. */
  readonly value: ValueIndex
  /**
   * For re-exports: the module, and the name there; `*` is the namespace, or everything if `name` is `*` too. `isType` if only
   * types are taken, so that nothing is loaded.
   */
  readonly from?: { readonly module: string; readonly imported: string; readonly isType?: true }
  readonly line: number
}

/** The kinds of references, those among them that say how a function is called without being named. */
export const referenceKinds = [
  "call",
  "new",
  "read",
  "type",
  "base",
  "decorator",
  "element",
  "iterate",
  "iterate_async",
  "raise"
] as const

export type ReferenceKind = Exclude<(typeof referenceKinds)[number], "iterate" | "iterate_async" | "raise">

/**
 * A use of a name. Declarations are none; neither are local variables and parameters.
 *
 * - `iterate`, `iterate_async`: an iteration of `value`, which calls methods of it.
 * - `raise`: a use of a name where an exception is raised: a call if it is that of a class.
 */
export interface Reference {
  readonly kind: (typeof referenceKinds)[number]
  /** What is referred to: for a call, what is called. */
  readonly value: ValueIndex
  /** The innermost definition around it. */
  readonly within: DefinitionIndex
  /** Of the name, or of the member's name: line from 1, UTF-16 column from 0. */
  readonly line: number
  readonly column: number
  /** Number of arguments of a call; -1 if a spread hides it, and for other kinds. */
  readonly arguments: number
  /** What a call gives by position, where functions of the file have parameters without types; -1 for what is not known. */
  readonly given?: ReadonlyArray<ValueIndex>
  /** The same of arguments that are given by the name of the parameter. */
  readonly named?: ReadonlyArray<readonly [name: string, value: ValueIndex]>
  /** What is called, by the order of assignments, where the variable that `value` begins with may hold several things. */
  readonly held?: ValueIndex
  /** Functions that it is given, if it may be a function of the platform that runs them, as `map` does. */
  readonly runs?: ReadonlyArray<ValueIndex>
  /** What it gives those, by position; -1 for what is not known. */
  readonly passes?: ReadonlyArray<ValueIndex>
}

/**
 * Facts about a file: a pure function of its content, its language and the version of the grammar (spec code). Paths play
 * no part in them, so that they are stored once for each blob.
 */
export interface Facts {
  /** Package or namespace that the file declares: Java, Kotlin, Scala, C#, PHP, Go. Empty otherwise. */
  readonly package: string
  readonly values: ReadonlyArray<Value>
  /** In source order, outer before inner. */
  readonly definitions: ReadonlyArray<Definition>
  readonly imports: ReadonlyArray<Import>
  readonly exports: ReadonlyArray<Export>
  /** In source order. */
  readonly references: ReadonlyArray<Reference>
}

/** Definitions and references as a language finds them, at UTF-16 offsets of the text. `end` is exclusive. */
export interface DefinitionDraft extends Omit<Definition, "lines" | "line" | "column"> {
  readonly start: number
  readonly end: number
  readonly at: number
}
export interface ReferenceDraft extends Omit<Reference, "line" | "column"> {
  readonly at: number
}
export interface ImportDraft extends Omit<Import, "line"> {
  readonly at: number
}
export interface ExportDraft extends Omit<Export, "line"> {
  readonly at: number
}

/** Facts at offsets of the text. */
export interface FactsDraft extends Omit<Facts, "definitions" | "references" | "imports" | "exports"> {
  readonly definitions: ReadonlyArray<DefinitionDraft>
  readonly references: ReadonlyArray<ReferenceDraft>
  readonly imports: ReadonlyArray<ImportDraft>
  readonly exports: ReadonlyArray<ExportDraft>
}
