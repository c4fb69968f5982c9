import type {
  AssignmentExpression,
  Class,
  Comment,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  ImportDeclaration,
  ParamPattern,
  Program,
  TSType,
  TSTypeParameterDeclaration,
  VisitorObject
} from "oxc-parser"
import type { FunctionLike } from "../Source.ts"
import type { MakeWalk, Parse } from "../parse.ts"
import { isFunction } from "../values.ts"
import { annotate, makeDeclared, makeTypeParameters, type Types, typeOf } from "./makeTypes.ts"
import { parseImports, parseTypes } from "./parseTypes.ts"
import { type Doc, listTypes, readComment, type WrittenType } from "./readComment.ts"

/** Maximum types of a file. */
const maxTypes = 5_000

/** A file of JavaScript. */
interface Source {
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
}

/** The types of a file's comments, and the comments by the offset of what follows them. */
interface Own {
  readonly docs: Map<number, Doc>
  readonly types: Types
}

/** A type that a comment declares. */
export interface DocType {
  readonly name: string
  readonly type: TSType
  readonly typeParameters: TSTypeParameterDeclaration | null
  /** Offset of the comment. */
  readonly at: number
}

/** Types that a file declares in comments, and those that it imports there. */
export interface DocTypes {
  readonly typedefs: ReadonlyArray<DocType>
  readonly imports: ReadonlyArray<ImportDeclaration>
}

export const noDocTypes: DocTypes = { typedefs: [], imports: [] }

/** The pattern of a parameter that can have a type. */
const patternOf = (node: ParamPattern) => {
  if (node.type === "AssignmentPattern") return node.left
  return node.type === "TSParameterProperty" ? undefined : node
}

const spaces = /\s*/y

/** Finds the offset of what follows a comment. */
const nextOffset = (text: string, { end }: Comment): number => {
  spaces.lastIndex = end
  spaces.test(text)
  return spaces.lastIndex
}

/** Finds what a comment says of the parameter at a position: by its name, or by position if it has none. */
const findNamed = ({ parameters }: Doc, node: ParamPattern, at: number) => {
  const inner = node.type === "RestElement" ? node.argument : node
  if (inner.type === "Identifier") return parameters.find(({ name }) => name === inner.name)
  return inner.type === "ObjectPattern" ? parameters[at] : undefined
}

/** Declares what `this` is in a function that has its own. */
const annotateThis = ({ types }: Own, node: FunctionLike, { comment: { end, start }, self }: Doc): void => {
  const type = self === undefined ? undefined : types.get(self)
  if (type === undefined || node.type === "ArrowFunctionExpression") return
  node.params.unshift({ type: "Identifier", name: "this", typeAnnotation: annotate(type), start, end })
}

/** Gives a function the types that a comment has of its parameters and of what it gives. */
const annotateFunction = (own: Own, node: FunctionLike, doc: Doc): void => {
  const { types } = own
  const { comment } = doc
  for (const [at, each] of node.params.entries()) {
    const pattern = patternOf(each)
    const named = pattern === undefined ? undefined : findNamed(doc, pattern, at)
    const type = named === undefined ? undefined : typeOf(types, named, comment)
    if (pattern !== undefined && type !== undefined) pattern.typeAnnotation ??= annotate(type)
  }
  const returns = doc.returns === undefined ? undefined : types.get(doc.returns)
  if (returns !== undefined) node.returnType ??= annotate(returns)
  node.typeParameters ??= makeTypeParameters(types, doc.templates, comment)
  annotateThis(own, node, doc)
}

/** What reading a getter gives may be said as of a field. */
const ofGetter = (doc: Doc): Doc => ({ ...doc, returns: doc.returns ?? doc.type })

/** Whether a value says more than the type it is declared as: its own members. */
const hasMembers = (node: Expression): boolean =>
  node.type === "ClassExpression" || (node.type === "ObjectExpression" && node.properties.length > 0)

const asType = (expression: Expression, type: TSType): Expression => ({
  type: "TSAsExpression",
  expression,
  typeAnnotation: type,
  start: expression.start,
  end: expression.end
})

/** A value that is expected to be of a type, and remains what it is. */
const satisfies = (expression: Expression, type: TSType): Expression => ({
  type: "TSSatisfiesExpression",
  expression,
  typeAnnotation: type,
  start: expression.start,
  end: expression.end
})

/** A value with what a comment says of it. */
interface Declared {
  readonly value: Expression
  /** What is declared of it, and does not say less than the value. */
  readonly type: TSType | undefined
}

/** Annotates a function; returns any other value with what it is declared as. */
const declareValue = (own: Own, value: Expression, doc: Doc): Declared => {
  const typeAt = (written: WrittenType | undefined) => (written === undefined ? undefined : own.types.get(written))
  if (isFunction(value)) annotateFunction(own, value, doc)
  const type = typeAt(doc.type)
  const expected = typeAt(doc.satisfies) ?? (hasMembers(value) ? type : undefined)
  const isExpected = expected !== undefined && value.type !== "ClassExpression"
  return {
    value: isExpected ? satisfies(value, expected) : value,
    type: hasMembers(value) ? undefined : type
  }
}

/** Returns a value of an object or assignment as what it is declared as. A function remains what it is. */
const declaredValue = (own: Own, node: Expression, doc: Doc): Expression => {
  const { type, value } = declareValue(own, node, doc)
  if (type === undefined) return value
  return isFunction(node) ? satisfies(node, type) : asType(value, type)
}

/** Whether what is assigned is declared there: a field, or what a module exports. */
const isDeclaredBy = ({ left }: AssignmentExpression): boolean =>
  left.type === "MemberExpression" && left.object.type === "ThisExpression"

/** Annotates functions and classes. */
const makeFunctionVisitor = (own: Own): VisitorObject => {
  const { docs, types } = own
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
  const ofClass = (node: Class): void => {
    const doc = docs.get(node.start)
    if (doc === undefined) return
    node.typeParameters ??= makeTypeParameters(types, doc.templates, doc.comment)
    const base = doc.extended === undefined ? undefined : types.get(doc.extended)
    if (node.superClass !== null && base?.type === "TSTypeReference") node.superTypeArguments ??= base.typeArguments
  }
  return {
    FunctionDeclaration: ofFunction,
    FunctionExpression: ofFunction,
    ArrowFunctionExpression: ofFunction,
    ClassDeclaration: ofClass,
    ClassExpression: ofClass,
    MethodDefinition: (node) => {
      const doc = docs.get(node.start)
      // In a class, it is known better.
      if (doc === undefined) return
      const inClass = { ...doc, self: undefined }
      annotateFunction(own, node.value, node.kind === "get" ? ofGetter(inClass) : inClass)
    }
  }
}

/** Annotates what holds values. */
const makeValueVisitor = (own: Own): VisitorObject => {
  const { docs, types } = own
  return {
    VariableDeclaration: (node) => {
      const [first] = node.declarations
      const doc = docs.get(node.start)
      if (first === undefined || doc === undefined) return
      const type = first.init === null ? undefined : declareValue(own, first.init, doc)
      if (type !== undefined) first.init = type.value
      const declared = first.init === null && doc.type !== undefined ? types.get(doc.type) : type?.type
      if (declared !== undefined && first.id.type === "Identifier") first.id.typeAnnotation ??= annotate(declared)
    },
    ExpressionStatement: ({ expression, start }) => {
      const doc = docs.get(start)
      if (doc === undefined || expression.type !== "AssignmentExpression") return
      const { right } = expression
      const isDeclared = isDeclaredBy(expression) || isFunction(right)
      expression.right = isDeclared ? declaredValue(own, right, doc) : declareValue(own, right, doc).value
    },
    PropertyDefinition: (node) => {
      const doc = docs.get(node.start)
      if (doc === undefined) return
      const declared = node.value === null ? undefined : declareValue(own, node.value, doc)
      if (declared !== undefined) node.value = declared.value
      const type = node.value === null && doc.type !== undefined ? types.get(doc.type) : declared?.type
      if (type !== undefined) node.typeAnnotation ??= annotate(type)
    },
    ObjectExpression: ({ properties }) => {
      for (const each of properties) {
        const doc = each.type === "Property" ? docs.get(each.start) : undefined
        if (doc === undefined || each.type !== "Property" || each.shorthand) continue
        const { value } = each
        if (each.kind === "init" && !each.method) each.value = declaredValue(own, value, doc)
        else if (isFunction(value)) annotateFunction(own, value, each.kind === "get" ? ofGetter(doc) : doc)
      }
    },
    ParenthesizedExpression: (node) => {
      const doc = docs.get(node.start)
      const type = doc?.type === undefined ? undefined : types.get(doc.type)
      const expected = doc?.satisfies === undefined ? undefined : types.get(doc.satisfies)
      if (type !== undefined) node.expression = asType(node.expression, type)
      else if (expected !== undefined) node.expression = satisfies(node.expression, expected)
    }
  }
}

/** Annotates the nodes that comments stand before. */
const makeVisitor = (own: Own): VisitorObject => {
  const { docs } = own
  /** A comment before `export` is that of what is exported. */
  const exported = ({ declaration, start }: ExportNamedDeclaration | ExportDefaultDeclaration): void => {
    const doc = docs.get(start)
    if (doc !== undefined && declaration !== null) docs.set(declaration.start, doc)
  }
  return {
    ...makeFunctionVisitor(own),
    ...makeValueVisitor(own),
    ExportNamedDeclaration: exported,
    ExportDefaultDeclaration: (node) => {
      exported(node)
      const doc = docs.get(node.start)
      const { declaration } = node
      if (doc !== undefined && declaration.type === "ObjectExpression")
        node.declaration = declareValue(own, declaration, doc).value
    }
  }
}

/** Makes the types that comments declare. */
const makeDocTypes = (types: Types, docs: ReadonlyArray<Doc>): ReadonlyArray<DocType> =>
  docs.flatMap(({ comment, templates, typedefs }) =>
    typedefs.flatMap((typedef) => {
      const type = makeDeclared(types, typedef, comment)
      const typeParameters = makeTypeParameters(types, templates, comment)
      return type === undefined ? [] : [{ name: typedef.name, type, typeParameters, at: comment.start }]
    })
  )

/**
 * Adds the types that comments of JSDoc declare to a tree of JavaScript, as annotations of TypeScript
 * (https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html), and returns those with a name.
 */
export const addTypes = ({ comments, program, text }: Source, parse: Parse, makeWalk: MakeWalk): DocTypes => {
  const read = comments.flatMap((comment) => readComment(comment) ?? [])
  if (read.length === 0) return noDocTypes
  const types = parseTypes(parse, read.flatMap(listTypes).slice(0, maxTypes))
  const docs = new Map(read.map((doc) => [nextOffset(text, doc.comment), doc]))
  makeWalk(makeVisitor({ docs, types })).visit(program)
  return {
    typedefs: makeDocTypes(types, read),
    imports: parseImports(
      parse,
      read.flatMap(({ imports }) => imports)
    )
  }
}
