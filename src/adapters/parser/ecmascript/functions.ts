import type { Decorator } from "oxc-parser"
import type { Span } from "../signature.ts"
import {
  declare,
  declareDetail,
  type FunctionLike,
  type Origin,
  originIn,
  qualify,
  type Scope,
  type Walk
} from "./Source.ts"
import { functionHead } from "./values.ts"

/** Declares the units within a function. */
export const functionBody = (walk: Walk, node: FunctionLike, scope: Scope): void => {
  if (node.body === null) return
  if (node.body.type === "BlockStatement") walk.statements(node.body.body, scope)
  else if (scope.yieldsMembers) walk.value(node.body, scope)
  else walk.expression(node.body, scope)
}

/** Declares the fields that parameters of a constructor are: `constructor(private readonly pool: Pool)`. */
const parameterProperties = (walk: Walk, node: FunctionLike, self: string): void => {
  for (const each of node.params) {
    if (each.type !== "TSParameterProperty") continue
    const { parameter } = each
    const id = parameter.type === "AssignmentPattern" ? parameter.left : parameter
    if (id.type !== "Identifier") continue
    const scope: Scope = { kind: "class", name: self, self, yieldsMembers: false }
    const name = qualify(scope, id.name)
    declareDetail(walk, { type: "field", name, span: each, origin: originIn(scope, each, id.start) })
  }
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
  readonly origin: Origin
  readonly decorators?: ReadonlyArray<Decorator>
}

/** Declares a function or method and the units within it. */
export const functionUnit = (walk: Walk, node: FunctionLike, unit: FunctionUnit): void => {
  const decorators = unit.decorators ?? []
  const head =
    unit.prefix === undefined
      ? functionHead(walk, node, unit.span.start, decorators)
      : `${unit.prefix} = ${functionHead(walk, node, node.start)}`
  const { name, origin, span, type } = unit
  declare(walk, { type, name, head, span, origin, decorators, body: node })
  if (walk.wantsFacts) parameterProperties(walk, node, unit.self)
  functionBody(walk, node, { kind: "function", name: unit.name, self: unit.self, yieldsMembers: true })
}
