import type {
  ArrowFunctionExpression,
  Class,
  Comment,
  Decorator,
  Directive,
  Expression,
  Function,
  Node,
  Statement
} from "oxc-parser"
import type { DefinitionKind } from "../facts/Facts.ts"
import type { Draft } from "../Language.ts"
import { formatName, formatSignature, type Span, removeSpans } from "../signature.ts"

/** The scope that encloses a unit. */
export interface Scope {
  readonly kind: "file" | "namespace" | "class" | "function" | "object"
  /** Qualified, empty for the file itself. */
  readonly name: string
  /** Qualified name of what `this` refers to; empty if it has no name. */
  readonly self: string
  /** Whether an object returned here is the value of the scope's name, so that its methods are members of the scope. */
  readonly yieldsMembers: boolean
  /** Whether members of the scope belong to the instances of what its name is: `Foo.prototype = {…}`. */
  readonly isPrototype?: boolean
}

export const fileScope: Scope = { kind: "file", name: "", self: "", yieldsMembers: false }

export type FunctionLike = Function | ArrowFunctionExpression

/** Where in the tree a definition comes from. */
export interface Origin {
  /** The node that declares it. */
  readonly node: Node
  /** Offset of its name. */
  readonly at: number
  /** Qualified name of the type or namespace whose member it is, or empty. */
  readonly container: string
  readonly isStatic: boolean
}

/** A definition: a unit, or a field or variable, which only facts contain. */
export interface Found extends Omit<Draft, "type">, Origin {
  readonly type: DefinitionKind
  /** The function or class that it is. */
  readonly body?: FunctionLike | Class
  /** Start without the comments above it. */
  readonly headStart: number
}

/** The text being outlined and the definitions found in it so far. */
export interface Source {
  readonly text: string
  readonly comments: ReadonlyArray<Comment>
  readonly found: Array<Found>
  /** Whether fields and variables are wanted, too. */
  readonly wantsFacts: boolean
}

/** A source with the mutually recursive visitors of its tree. */
export interface Walk extends Source {
  readonly statements: (nodes: ReadonlyArray<Statement | Directive>, scope: Scope) => void
  /** Searches an expression for units. */
  readonly expression: (node: Expression, scope: Scope) => void
  /** Declares the members of an object, class or function named by `scope`. */
  readonly value: (node: Expression, scope: Scope) => void
}

export const qualify = (scope: Scope, name: string): string => {
  const segment = formatName(name)
  return scope.name === "" || segment === "" ? segment : `${scope.name}.${segment}`
}

/** Returns where a definition directly in `scope` comes from. */
export const originIn = (scope: Scope, node: Node, at: number, isStatic = false): Origin => {
  const isMember = scope.kind !== "file" && scope.kind !== "function"
  const isOfObject = scope.kind === "object" && scope.isPrototype !== true
  return {
    node,
    at,
    container: isMember ? scope.name : "",
    isStatic: isStatic || isOfObject || scope.kind === "namespace"
  }
}

/** Returns the index of the last comment that ends at or before `offset`, or -1. */
const findLastCommentBefore = (comments: ReadonlyArray<Comment>, offset: number): number => {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((comments[middle]?.end ?? offset) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

const isFirstOnLine = (text: string, offset: number): boolean =>
  text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === ""

const isDirectlyAbove = (between: string): boolean => between.trim() === "" && between.split("\n").length <= 2

/** Returns the start of a declaration, including the comments directly above it. */
const findStartWithComments = ({ comments, text }: Source, start: number): number => {
  let from = start
  for (let at = findLastCommentBefore(comments, start); at >= 0; at -= 1) {
    const comment = comments[at]
    if (comment === undefined || !isDirectlyAbove(text.slice(comment.end, from))) break
    if (!isFirstOnLine(text, comment.start)) break
    from = comment.start
  }
  return from
}

/** Returns the text of a span without comments and the given decorators. */
export const headText = (source: Source, span: Span, decorators: ReadonlyArray<Span> = []): string => {
  const inside: Array<Span> = []
  for (let at = findLastCommentBefore(source.comments, span.end); at >= 0; at -= 1) {
    const comment = source.comments[at]
    if (comment === undefined || comment.start < span.start) break
    inside.push(comment)
  }
  return removeSpans(source.text, span, [...inside, ...decorators])
}

/** A declaration to add as a definition. */
interface Declared {
  readonly type: DefinitionKind
  /** Qualified. */
  readonly name: string
  readonly head: string
  readonly span: Span
  readonly origin: Origin
  readonly body?: FunctionLike | Class
  readonly decorators?: ReadonlyArray<Decorator>
}

/** Adds a definition. Its lines include the comments and decorators above it. */
export const declare = (source: Source, declared: Declared): void => {
  const { body, decorators = [], head, name, origin, span, type } = declared
  if (name === "") return
  const headStart = Math.min(span.start, ...decorators.map((decorator) => decorator.start))
  source.found.push({
    ...origin,
    type,
    name,
    signature: formatSignature(head),
    start: findStartWithComments(source, headStart),
    end: span.end,
    headStart,
    ...(body === undefined ? {} : { body })
  })
}

/** Adds a field or variable, with its text as the signature. */
export const declareDetail = (source: Source, detail: Omit<Declared, "head"> & { readonly head?: Span }): void => {
  if (!source.wantsFacts) return
  const { decorators, head = detail.span } = detail
  declare(source, { ...detail, head: headText(source, head, decorators) })
}
