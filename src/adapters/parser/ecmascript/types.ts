import type {
  Statement,
  TSGlobalDeclaration,
  TSInterfaceDeclaration,
  TSMethodSignature,
  TSModuleDeclaration,
  TSPropertySignature,
  TSSignature
} from "oxc-parser"
import type { UnitType } from "../Outline.ts"
import type { Span } from "../signature.ts"
import { declare, headText, qualify, type Scope, type Walk } from "./Source.ts"
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

/** Declares the methods of an interface, including function properties: `readonly run: (x: X) => Y`. */
const interfaceMethods = (walk: Walk, node: TSInterfaceDeclaration, scope: Scope): void => {
  for (const member of node.body.body) {
    if (isMethod(member)) {
      const name = qualify(scope, formatMemberName(walk, member.key, member.computed))
      declare(walk, { type: "method", name, head: headText(walk, member), span: member })
    }
  }
}

/** `declare module "x"` is a module; `namespace A.B` and `declare global` are namespaces. */
const moduleUnit = (walk: Walk, node: TSModuleDeclaration | TSGlobalDeclaration, scope: Scope, span: Span): void => {
  const quoted = node.id.type === "Literal"
  const written = node.id.type === "Literal" ? node.id.value : walk.text.slice(node.id.start, node.id.end)
  const name = qualify(scope, written.replace(quoted ? /^$/ : /\s+/g, ""))
  const head = headText(walk, { start: span.start, end: node.body?.start ?? span.end })
  declare(walk, { type: quoted ? "module" : "namespace", name, head, span })
  if (node.body !== null) {
    walk.statements(node.body.body, { kind: "namespace", name, self: "", yieldsMembers: false })
  }
}

const unit = (walk: Walk, type: UnitType, name: string, span: Span, headEnd: number): void =>
  declare(walk, { type, name, head: headText(walk, { start: span.start, end: headEnd }), span })

/** Declares interfaces with their methods, type aliases, enums, and namespaces and modules with their contents. */
export const typeDeclaration = (walk: Walk, node: TypeDeclaration, scope: Scope, span: Span): void => {
  if (node.type === "TSModuleDeclaration") {
    moduleUnit(walk, node, scope, span)
    return
  }
  const name = qualify(scope, node.id.name)
  if (node.type === "TSTypeAliasDeclaration") unit(walk, "type", name, span, node.typeAnnotation.start)
  else if (node.type === "TSEnumDeclaration") unit(walk, "enum", name, span, node.body.start)
  else {
    unit(walk, "interface", name, span, node.body.start)
    interfaceMethods(walk, node, { kind: "class", name, self: "", yieldsMembers: false })
  }
}
