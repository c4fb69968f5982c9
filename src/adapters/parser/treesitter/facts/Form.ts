import type { SyntaxNode } from "./SyntaxNode.ts"

/** What an expression means. What a form does not mention has no value, but is searched for references. */
export type Form =
  | { readonly form: "name"; readonly name: SyntaxNode }
  | { readonly form: "member"; readonly of: SyntaxNode | undefined; readonly name: SyntaxNode }
  | { readonly form: "call"; readonly callee: SyntaxNode; readonly arguments: ReadonlyArray<SyntaxNode> }
  /** A member of the receiver: `@name`. */
  | { readonly form: "own"; readonly name: SyntaxNode }
  /** A member of a type or namespace: `Pool::new`. `of` is in type space. */
  | { readonly form: "static"; readonly of: SyntaxNode; readonly name: SyntaxNode }
  /** A call of a member, or of a function whose name no variable can have. */
  | {
      readonly form: "invoke"
      readonly of: SyntaxNode | undefined
      readonly name: SyntaxNode
      readonly arguments: ReadonlyArray<SyntaxNode>
      /** The keyword that stands for the name, in a call of what the enclosing method overrides: `super`. */
      readonly overridden?: SyntaxNode
    }
  /** `type` is in type space. */
  | { readonly form: "new"; readonly type: SyntaxNode; readonly arguments: ReadonlyArray<SyntaxNode> }
  /** The receiver, or that of an enclosing type by its name: `Outer.this`. */
  | { readonly form: "this"; readonly of?: SyntaxNode | undefined }
  | { readonly form: "super" }
  /** An expression in parentheses, a conversion and the like; `await`; an element of an iterable; the type of a value. */
  | { readonly form: "same" | "await" | "element" | "typeof"; readonly of: SyntaxNode }
  | { readonly form: "union"; readonly of: ReadonlyArray<SyntaxNode> }
  /** A literal list, or a dictionary of constant keys. */
  | {
      readonly form: "entries"
      readonly type: string
      readonly of: ReadonlyArray<readonly [key: string, value: SyntaxNode]>
    }
  /** An entry at a constant position or key, or at any if the key is empty. */
  | { readonly form: "entry"; readonly of: SyntaxNode; readonly key: string }
  /** An instance of a type, such as a cast or a composite literal. */
  | { readonly form: "instance"; readonly type: SyntaxNode }
  /** A literal of an ambient type: `str`. */
  | { readonly form: "literal"; readonly type: string }
  | { readonly form: "function"; readonly yields: SyntaxNode | undefined }
  /** An iterator of what a function gives. */
  | { readonly form: "mapped"; readonly by: SyntaxNode }
  /** A use of an attribute or annotation, whose name is that of a type. */
  | { readonly form: "attribute"; readonly type: SyntaxNode }
  /** A use of a decorator. */
  | { readonly form: "decorator"; readonly of: SyntaxNode }

/** What a type means. */
export type TypeForm =
  | { readonly form: "name"; readonly name: SyntaxNode }
  | { readonly form: "member"; readonly of: SyntaxNode; readonly name: SyntaxNode }
  /** A qualified name whose grammar has no node for its parts. */
  | { readonly form: "path"; readonly names: ReadonlyArray<SyntaxNode>; readonly arguments: ReadonlyArray<SyntaxNode> }
  | { readonly form: "apply"; readonly of: SyntaxNode; readonly arguments: ReadonlyArray<SyntaxNode> }
  | { readonly form: "union" | "tuple" | "map"; readonly of: ReadonlyArray<SyntaxNode> }
  | { readonly form: "same" | "array"; readonly of: SyntaxNode }
  /** A type of functions. */
  | { readonly form: "function"; readonly yields: SyntaxNode | undefined }
  /** A type of classes, whose values are the class itself. */
  | { readonly form: "class"; readonly of: SyntaxNode }
  /** The enclosing type. */
  | { readonly form: "this" }
  | { readonly form: "ambient"; readonly name: string }
  /** Null and the like, left out of unions; names in it are no types. */
  | { readonly form: "nothing" }
