import type { Comment, Decorator, Directive, Expression, Statement } from "oxc-parser"
import type { Draft } from "../Language.ts"
import type { UnitType } from "../Outline.ts"
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
}

export const fileScope: Scope = { kind: "file", name: "", self: "", yieldsMembers: false }

/** The text being outlined and the units found in it so far. */
export interface Source {
  readonly text: string
  readonly comments: ReadonlyArray<Comment>
  readonly drafts: Array<Draft>
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

/** A declaration to add as a unit. */
interface Declared {
  readonly type: UnitType
  /** Qualified. */
  readonly name: string
  readonly head: string
  readonly span: Span
  readonly decorators?: ReadonlyArray<Decorator>
}

/** Adds a unit. Its lines include the comments and decorators above it. */
export const declare = (source: Source, { decorators = [], head, name, span, type }: Declared): void => {
  if (name === "") return
  const start = Math.min(span.start, ...decorators.map((decorator) => decorator.start))
  source.drafts.push({
    type,
    name,
    signature: formatSignature(head),
    start: findStartWithComments(source, start),
    end: span.end
  })
}
