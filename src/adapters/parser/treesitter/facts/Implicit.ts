import type { Reading, SyntaxNode } from "./SyntaxNode.ts"

/** What is iterated. `isAwaited`: whether each element is. */
export interface Iterated {
  readonly node: SyntaxNode
  readonly isAwaited: boolean
}

/** A function that a call is given to run. `elements`: what it gets an element of. */
interface GivenToRun {
  readonly run: SyntaxNode
  readonly elements: SyntaxNode | undefined
}

/** Finds what a call is given to run, if it may be one of the library. */
export type FindRun = (callee: SyntaxNode, given: ReadonlyArray<SyntaxNode>, reading: Reading) => GivenToRun | undefined
