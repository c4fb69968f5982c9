import type {
  Comment,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  ImportDeclaration,
  ParamPattern,
  Program,
  TSType,
  TSTypeAnnotation,
  VisitorObject
} from "oxc-parser"
import type { FunctionLike } from "../Source.ts"
import type { MakeWalk, Parse } from "../parse.ts"
import { isFunction } from "../values.ts"
import { parseImports, parseTypes } from "./parseTypes.ts"
import { type Doc, readComment, type WrittenType } from "./readComment.ts"

/** Maximum types of a file. */
const maxTypes = 5_000

/** A file of JavaScript. */
interface Source {
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
}

/** The types of a file's comments, by what follows them and by how they are written. */
interface Types {
  readonly docs: Map<number, Doc>
  readonly types: ReadonlyMap<WrittenType, TSType>
}

/** Types that a file declares in comments, and those that it imports there. */
export interface DocTypes {
  readonly typedefs: ReadonlyArray<readonly [name: string, type: TSType]>
  readonly imports: ReadonlyArray<ImportDeclaration>
}

export const noDocTypes: DocTypes = { typedefs: [], imports: [] }

/** Lists the types of a comment. */
const typesOf = ({ parameters, returns, type, typedefs }: Doc): ReadonlyArray<WrittenType> => [
  ...[...parameters, ...typedefs].map(([, written]) => written),
  ...(returns === undefined ? [] : [returns]),
  ...(type === undefined ? [] : [type])
]

const annotate = (type: TSType): TSTypeAnnotation => ({
  type: "TSTypeAnnotation",
  typeAnnotation: type,
  start: type.start,
  end: type.end
})

/** The pattern of a parameter that can have a type. */
const patternOf = (node: ParamPattern) => {
  if (node.type === "AssignmentPattern") return node.left
  return node.type === "TSParameterProperty" || node.type === "RestElement" ? undefined : node
}

const spaces = /\s*/y

/** Finds the offset of what follows a comment. */
const nextOffset = (text: string, { end }: Comment): number => {
  spaces.lastIndex = end
  spaces.test(text)
  return spaces.lastIndex
}

/** Gives a function the types that a comment has of its parameters and of what it gives. */
const annotateFunction = ({ types }: Types, node: FunctionLike, doc: Doc): void => {
  for (const [at, each] of node.params.entries()) {
    const pattern = patternOf(each)
    if (pattern === undefined) continue
    const named = doc.parameters.find(([name]) => pattern.type === "Identifier" && pattern.name === name)
    const [, written] = named ?? (pattern.type === "ObjectPattern" ? doc.parameters[at] : undefined) ?? []
    const type = written === undefined ? undefined : types.get(written)
    if (type !== undefined) pattern.typeAnnotation ??= annotate(type)
  }
  const returns = doc.returns === undefined ? undefined : types.get(doc.returns)
  if (returns !== undefined) node.returnType ??= annotate(returns)
}

/** Whether a value says more than the type it is declared as: its own members. */
const hasMembers = (node: Expression): boolean =>
  node.type === "ClassExpression" || (node.type === "ObjectExpression" && node.properties.length > 0)

/** Annotates a function; returns what another value is declared as. */
const annotateValue = (own: Types, node: Expression | null, doc: Doc | undefined): TSType | undefined => {
  if (doc === undefined || (node !== null && hasMembers(node))) return undefined
  if (node !== null && isFunction(node)) annotateFunction(own, node, doc)
  return doc.type === undefined ? undefined : own.types.get(doc.type)
}

const asType = (expression: Expression, type: TSType): Expression => ({
  type: "TSAsExpression",
  expression,
  typeAnnotation: type,
  start: expression.start,
  end: expression.end
})

/** Annotates the nodes that comments stand before. */
const makeVisitor = (own: Types): VisitorObject => {
  const { docs, types } = own
  /** A comment before `export` is that of what is exported. */
  const exported = ({ declaration, start }: ExportNamedDeclaration | ExportDefaultDeclaration): void => {
    const doc = docs.get(start)
    if (doc !== undefined && declaration !== null) docs.set(declaration.start, doc)
  }
  const ofFunction = (node: FunctionLike): void => {
    const doc = docs.get(node.start)
    if (doc !== undefined) annotateFunction(own, node, doc)
    for (const each of node.params) {
      const pattern = patternOf(each)
      const type = docs.get(each.start)?.type
      const found = type === undefined ? undefined : types.get(type)
      if (pattern !== undefined && found !== undefined) pattern.typeAnnotation ??= annotate(found)
    }
  }
  return {
    ExportNamedDeclaration: exported,
    ExportDefaultDeclaration: exported,
    FunctionDeclaration: ofFunction,
    FunctionExpression: ofFunction,
    ArrowFunctionExpression: ofFunction,
    VariableDeclaration: (node) => {
      const [first] = node.declarations
      const type = first === undefined ? undefined : annotateValue(own, first.init, docs.get(node.start))
      if (type !== undefined && first?.id.type === "Identifier") first.id.typeAnnotation ??= annotate(type)
    },
    ExpressionStatement: ({ expression, start }) => {
      if (expression.type !== "AssignmentExpression") return
      const { left, right } = expression
      const type = annotateValue(own, right, docs.get(start))
      const isField = left.type === "MemberExpression" && left.object.type === "ThisExpression"
      if (type !== undefined && isField && !isFunction(right)) expression.right = asType(right, type)
    },
    MethodDefinition: (node) => {
      const doc = docs.get(node.start)
      if (doc !== undefined) annotateFunction(own, node.value, doc)
    },
    PropertyDefinition: (node) => {
      const type = annotateValue(own, node.value, docs.get(node.start))
      if (type !== undefined) node.typeAnnotation ??= annotate(type)
    },
    Property: (node) => {
      const { value } = node
      const doc = docs.get(node.start)
      const isFunctionValue = value.type === "FunctionExpression" || value.type === "ArrowFunctionExpression"
      if (doc !== undefined && isFunctionValue) annotateFunction(own, value, doc)
    },
    ParenthesizedExpression: (node) => {
      const type = docs.get(node.start)?.type
      const found = type === undefined ? undefined : types.get(type)
      if (found !== undefined) node.expression = asType(node.expression, found)
    }
  }
}

/**
 * Adds the types that comments of JSDoc declare to a tree of JavaScript, as annotations of TypeScript
 * (https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html), and returns those with a name.
 */
export const addTypes = ({ comments, program, text }: Source, parse: Parse, makeWalk: MakeWalk): DocTypes => {
  const read = comments.flatMap((comment) => readComment(comment) ?? [])
  const written = read.flatMap(typesOf).slice(0, maxTypes)
  if (read.length === 0) return noDocTypes
  const types = parseTypes(parse, written)
  const docs = new Map(read.map((doc) => [nextOffset(text, doc.comment), doc]))
  makeWalk(makeVisitor({ docs, types })).visit(program)
  return {
    typedefs: read.flatMap(({ typedefs }) =>
      typedefs.flatMap(([name, each]) => {
        const type = types.get(each)
        return type === undefined ? [] : [[name, type] as const]
      })
    ),
    imports: read.flatMap(({ imports }) => parseImports(parse, imports))
  }
}
