import type { Decorator } from "oxc-parser"
import type { Span } from "../signature.ts"
import { declare, type Scope, type Walk } from "./Source.ts"
import { type FunctionLike, functionHead } from "./values.ts"

/** Declares the units within a function. */
export const functionBody = (walk: Walk, node: FunctionLike, scope: Scope): void => {
  if (node.body === null) return
  if (node.body.type === "BlockStatement") walk.statements(node.body.body, scope)
  else if (scope.yieldsMembers) walk.value(node.body, scope)
  else walk.expression(node.body, scope)
}

/** How to declare a function. */
interface FunctionUnit {
  readonly type: "function" | "method"
  /** Qualified. */
  readonly name: string
  readonly span: Span
  /** Head of the declaration before the function, such as `const f`; absent if the function has its own head. */
  readonly prefix?: string
  /** What `this` refers to in the function. */
  readonly self: string
  readonly decorators?: ReadonlyArray<Decorator>
}

/** Declares a function or method and the units within it. */
export const functionUnit = (walk: Walk, node: FunctionLike, unit: FunctionUnit): void => {
  const decorators = unit.decorators ?? []
  const head =
    unit.prefix === undefined
      ? functionHead(walk, node, unit.span.start, decorators)
      : `${unit.prefix} = ${functionHead(walk, node, node.start)}`
  declare(walk, { type: unit.type, name: unit.name, head, span: unit.span, decorators })
  functionBody(walk, node, { kind: "function", name: unit.name, self: unit.self, yieldsMembers: true })
}
