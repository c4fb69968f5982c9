import type {
  Directive,
  Statement,
  TSEnumDeclaration,
  TSGlobalDeclaration,
  TSInterfaceDeclaration,
  TSMethodSignature,
  TSModuleDeclaration,
  TSPropertySignature,
  TSSignature
} from "oxc-parser"
import type { UnitType } from "../Outline.ts"
import type { Span } from "../signature.ts"
import { declare, declareDetail, headText, originIn, qualify, type Scope, type Walk } from "./Source.ts"
import { formatMemberName } from "./values.ts"

const declared = [
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "TSModuleDeclaration"
] as const

type TypeDeclaration = Extract<Statement, { readonly type: (typeof declared)[number] }>

/** Whether a statement is a declaration specific to TypeScript. */
export const isTypeDeclaration = (node: Statement): node is TypeDeclaration =>
  declared.some((type) => type === node.type)

const isMethod = (member: TSSignature): member is TSMethodSignature | TSPropertySignature =>
  member.type === "TSMethodSignature" ||
  (member.type === "TSPropertySignature" && member.typeAnnotation?.typeAnnotation.type === "TSFunctionType")

/** Declares the members of an interface; its methods include function properties: `readonly run: (x: X) => Y`. */
const interfaceMembers = (walk: Walk, node: TSInterfaceDeclaration, scope: Scope): void => {
  for (const member of node.body.body) {
    if (member.type !== "TSMethodSignature" && member.type !== "TSPropertySignature") continue
    const name = qualify(scope, formatMemberName(walk, member.key, member.computed))
    const origin = originIn(scope, member, member.key.start)
    if (isMethod(member)) declare(walk, { type: "method", name, head: headText(walk, member), span: member, origin })
    else declareDetail(walk, { type: "field", name, span: member, origin })
  }
}

/** Returns the statements of a namespace. `declare module "x"` has no body: null or absent, depending on how trees are read. */
export const bodyOf = ({ body }: TSModuleDeclaration | TSGlobalDeclaration): ReadonlyArray<Statement | Directive> =>
  body?.body ?? []

/** `declare module "x"` is a module; `namespace A.B` and `declare global` are namespaces. */
const moduleUnit = (walk: Walk, node: TSModuleDeclaration | TSGlobalDeclaration, scope: Scope, span: Span): void => {
  const quoted = node.id.type === "Literal"
  const written = node.id.type === "Literal" ? node.id.value : walk.text.slice(node.id.start, node.id.end)
  const name = qualify(scope, written.replace(quoted ? /^$/ : /\s+/g, ""))
  const head = headText(walk, { start: span.start, end: node.body?.start ?? span.end })
  const origin = originIn(scope, node, node.id.start)
  declare(walk, { type: quoted ? "module" : "namespace", name, head, span, origin })
  const statements = bodyOf(node)
  if (statements.length > 0) {
    walk.statements(statements, { kind: "namespace", name, self: "", yieldsMembers: false })
  }
}

/** Declares the members of an enum. */
const enumMembers = (walk: Walk, node: TSEnumDeclaration, scope: Scope): void => {
  for (const member of node.body.members) {
    const written = walk.text.slice(member.id.start, member.id.end)
    const name = member.id.type === "Identifier" ? member.id.name : written.replace(/^\[?["'`]|["'`]\]?$/g, "")
    const origin = originIn(scope, member, member.id.start, true)
    declareDetail(walk, { type: "field", name: qualify(scope, name), span: member, origin })
  }
}

/** Declares interfaces with their methods, type aliases, enums, and namespaces and modules with their contents. */
export const typeDeclaration = (walk: Walk, node: TypeDeclaration, scope: Scope, span: Span): void => {
  if (node.type === "TSModuleDeclaration") {
    moduleUnit(walk, node, scope, span)
    return
  }
  const name = qualify(scope, node.id.name)
  const inner: Scope = { kind: "class", name, self: "", yieldsMembers: false }
  const unit = (type: UnitType, headEnd: number): void => {
    const origin = originIn(scope, node, node.id.start)
    declare(walk, { type, name, head: headText(walk, { start: span.start, end: headEnd }), span, origin })
  }
  if (node.type === "TSTypeAliasDeclaration") unit("type", node.typeAnnotation.start)
  else if (node.type === "TSEnumDeclaration") {
    unit("enum", node.body.start)
    if (walk.wantsFacts) enumMembers(walk, node, inner)
  } else {
    unit("interface", node.body.start)
    interfaceMembers(walk, node, inner)
  }
}
