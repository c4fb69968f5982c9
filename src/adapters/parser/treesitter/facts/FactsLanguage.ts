import type { ImportKind } from "../../facts/Facts.ts"
import type { Form, TypeForm } from "./Form.ts"
import type { FindRun, Iterated } from "./Implicit.ts"
import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

/** Where the value of a variable comes from. */
export interface Source {
  readonly node: SyntaxNode
  /**
   * - `value`: the expression itself.
   * - `element`: an element of what the expression iterates; `await`: what it wraps; `call`: what calling it gives.
   * - `type`: an instance of the type.
   */
  readonly how: "value" | "element" | "await" | "call" | "type"
  /** Positions to take, outermost first, if the variable is one of several: `a, (b, c) = …`. */
  readonly entries: ReadonlyArray<number>
}

export interface DeclaredParameter {
  readonly name: SyntaxNode
  readonly type?: SyntaxNode | undefined
  readonly initial?: SyntaxNode | undefined
  readonly isOptional?: boolean
  readonly isRest?: boolean
  /** Whether it is the receiver: an instance of the enclosing type, or that type itself. */
  readonly receives?: "instance" | "type"
  /** Whether it may be given before the dot of a call: `this` of an extension in C#. */
  readonly isExtended?: boolean
}

/** The common parts of declarations. */
interface DeclaredName {
  readonly name: SyntaxNode | undefined
  /** The last segment of the unit's name in the outline, if it is not the text of `name`. */
  readonly unit?: string
  readonly isExported?: boolean
  readonly isStatic?: boolean
  readonly documentation?: string
}

export interface DeclaredFunction extends DeclaredName {
  readonly declares: "function"
  readonly parameters: ReadonlyArray<DeclaredParameter>
  readonly returns?: SyntaxNode | undefined
  readonly body?: SyntaxNode | undefined
  /** The expression whose value it returns, for bodies without `return`. */
  readonly result?: SyntaxNode | undefined
  /** The member of the receiver that it gives, if it has no body. */
  readonly gives?: string
  /** Whether reading the member calls it. */
  readonly isProperty?: boolean
  /** Whether it makes instances of the type around it: its name is not one to call. */
  readonly isConstructor?: boolean
  /** Whether it only declares one of the signatures of a function that follows. */
  readonly isOverload?: boolean
  /** The type that it extends: its first argument is what is before the dot. */
  readonly receiver?: SyntaxNode | undefined
  /** The type whose member it is, if that is not around it: `Pool` of `Pool::get`. */
  readonly memberOf?: SyntaxNode | undefined
  /** Name of its receiver, if that is no parameter in the source: `self` in Lua. */
  readonly self?: string
  /** Whether it declares a function that is defined elsewhere. */
  readonly isPrototype?: boolean
  /** What is called with it, and what its name then stands for. */
  readonly decorator?: SyntaxNode | undefined
  /** Whether calling it gives what it yields rather than an iterator of that: what its decorator makes of it. */
  readonly givesYielded?: true
  /** Whether it is a member of another type than the enclosing one, so that its name is not in scope. */
  readonly isDetached?: boolean
}

export interface DeclaredType extends DeclaredName {
  readonly declares: "type"
  readonly bases: ReadonlyArray<SyntaxNode>
  /** Whether other files may add members: partial classes. */
  readonly isOpen?: boolean
  /** The aliased type. */
  readonly alias?: SyntaxNode | undefined
  /** The type that it adds members to, if it declares none itself: `impl Pool`. */
  readonly extends?: SyntaxNode | undefined
  /** Parameters of its constructor, if they are part of the head. */
  readonly parameters?: ReadonlyArray<DeclaredParameter>
}

export interface DeclaredNamespace extends DeclaredName {
  readonly declares: "namespace"
}

export interface DeclaredVariable extends DeclaredName {
  readonly declares: "variable"
  readonly name: SyntaxNode
  readonly type?: SyntaxNode | undefined
  readonly sources: ReadonlyArray<Source>
  /** Whether its name is a use of its type as well, as for embedded types of Go. */
  readonly isEmbedded?: boolean
  /** Where its name is declared: in the innermost scope, in the innermost that is no block, or as a member of the enclosing type. */
  readonly place: "scope" | "around" | "member"
}

/** Names of types that only the declaration knows, such as type parameters. */
export interface DeclaredOpaque {
  readonly declares: "opaque"
  readonly name: SyntaxNode
  /** What any type in its place is at least. */
  readonly bound?: SyntaxNode | undefined
}

/** A name of an outer scope that this one assigns. */
export interface DeclaredOuter {
  readonly declares: "outer"
  readonly name: SyntaxNode
  readonly scope: "file" | "function"
}

export type Declared =
  | DeclaredFunction
  | DeclaredType
  | DeclaredNamespace
  | DeclaredVariable
  | DeclaredOpaque
  | DeclaredOuter

export interface DeclaredImport {
  readonly module: string
  readonly imported: string
  readonly local: string
  readonly kind: ImportKind
  readonly at: SyntaxNode
  /** Whether the import is also an export under its local name. */
  readonly isExported?: boolean
}

export interface DeclaredExport {
  readonly name: string
  readonly node: SyntaxNode
  /** The exported expression, if it is not the file's own `name`. */
  readonly value?: SyntaxNode
}

/** What a node adds to the complexity of the function around it. */
export interface Weight {
  /** Further paths: 1 for each branch. */
  readonly paths: 0 | 1
  /** Cognitive increment: by the nesting level, one, or none. */
  readonly effort: "nesting" | "one" | "none"
  /** Whether what it contains is nested one level deeper. */
  readonly nests: boolean
}

/** A part of the source in which a check holds. */
export interface Narrowing {
  /** What is checked, as written: `self.pool`. */
  readonly text: string
  readonly type: SyntaxNode
  /** Whether it is the type itself, or one derived from it, rather than an instance. */
  readonly isClass: boolean
  /** Offsets; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

/** What a name is looked up outside of. */
export interface Left {
  readonly method: boolean
  readonly type: boolean
}

/** What surrounds a node while declarations are collected. */
export interface Surroundings {
  /** The kind of the innermost scope, blocks aside. */
  readonly scope: "file" | "namespace" | "type" | "function"
  /** Name of the receiver of the enclosing method, if it is a parameter: `self`. */
  readonly instance: string | undefined
  /** The name of the innermost type; empty without one. */
  readonly type: string
}

/** How to find facts in the syntax trees of a language. */
export interface FactsLanguage {
  /** Keywords and operators to keep in the copied tree. */
  readonly tokens: ReadonlySet<string>
  /** Between a type and a field of it in qualified names. */
  readonly separator: string
  /** Node types that open a scope of their own within a function. */
  readonly blocks: ReadonlySet<string>
  /** Whether a name that the file does not declare can mean something elsewhere; all can if this is absent. */
  readonly canBeAmbient?: (name: string) => boolean
  /** Whether a local variable is unknown before its declaration. */
  readonly isOrdered: boolean
  /** Whether the body of a type runs in order, so that it does not see names that come later. */
  readonly runsTypeBodies?: true
  /** Whether types and values share their names. */
  readonly sharesNames: boolean
  /** Arguments that stand for any number of arguments. */
  readonly spreads: ReadonlySet<string>
  /** Whether a name can be that of an inherited member; all can if this is absent. */
  readonly canBeMember?: (name: string) => boolean
  /** Whether a function at a node does not see a name of what is around it. */
  readonly seals?: (name: string, node: SyntaxNode) => boolean
  /** Whether a name of what is around what was left is in scope: of a variable, the member of a type, or something else. */
  readonly sees?: (name: string, of: "variable" | "member" | "other", left: Left) => boolean
  /** Whether a block that assigns a variable of a block around it means that one. */
  readonly blocksAssignOuter?: true
  /** Whether the receiver is the type itself in its static methods, and in its body outside of methods and blocks. */
  readonly typesReceive?: true
  /** The name that a node stands for, if that is not its text. */
  readonly nameOf?: (text: string) => string
  /** Whether members of the enclosing type are in scope without a receiver. */
  readonly hasImplicitThis: boolean
  /** Whether a name that can be that of a member, but that no variable has, is a call of it. */
  readonly callsBareNames?: true
  readonly returns: ReadonlySet<string>
  readonly weights: ReadonlyMap<string, Weight>
  /** Nodes that join conditions, whose operator is a kept token: `&&`. */
  readonly conditions: ReadonlyMap<string, ReadonlySet<string>>
  readonly package?: (root: SyntaxNode, reading: Reading) => string
  readonly imports: (node: SyntaxNode, reading: Reading) => ReadonlyArray<DeclaredImport>
  /** Returns what a node declares. `around` describes where. */
  readonly declare: (node: SyntaxNode, around: Surroundings, reading: Reading) => ReadonlyArray<Declared>
  readonly interpret: (node: SyntaxNode, reading: Reading) => Form | undefined
  readonly interpretType: (node: SyntaxNode, reading: Reading) => TypeForm | undefined
  /** Whether a node is in type space; its parent is not. */
  readonly isType: (node: SyntaxNode) => boolean
  /** Whether a node is neither a reference nor has any below it, such as the name of a keyword argument. */
  readonly isSilent: (node: SyntaxNode, reading: Reading) => boolean
  /** Modules of the library whose members `interpretCall` knows. */
  readonly libraries?: ReadonlySet<string>
  /** What a call of an ambient or imported function means, if it is known. */
  readonly interpretCall?: (name: string, given: ReadonlyArray<SyntaxNode>) => Form | undefined
  /** What a call of a method of the language's library means, if its name tells. */
  readonly interpretMethod?: (name: string, of: SyntaxNode, given: ReadonlyArray<SyntaxNode>) => Form | undefined
  /** Where checks of types hold, in source order. */
  readonly narrowings?: (root: SyntaxNode, reading: Reading) => ReadonlyArray<Narrowing>
  /** What the file says that it exports. */
  readonly exports?: (root: SyntaxNode, reading: Reading) => ReadonlyArray<DeclaredExport>
  /** Whether parameters without a type hold what calls in the file give. */
  readonly followsCalls?: boolean
  /** The entry that a node assigns: `table["a"]`. */
  readonly isEntryTarget?: (node: SyntaxNode) => SyntaxNode | undefined
  /** What is given by name to what may be a function of the library that runs it. */
  readonly findRun?: FindRun
  /** What a loop iterates, as written, and whether it awaits each element. */
  readonly findIterated?: (node: SyntaxNode, reading: Reading) => ReadonlyArray<Iterated>
  /** Whether a name is raised as an exception, which makes one if it is that of a class. */
  readonly isRaised?: (node: SyntaxNode) => boolean
  /** Whether a generator yields all elements of something there, in languages whose generators are followed. */
  readonly passesOnElements?: (node: SyntaxNode, reading: Reading) => boolean
  /** Whether nothing else is exported if the file exports something. */
  readonly listsExports: boolean
}
