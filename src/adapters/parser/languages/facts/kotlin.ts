import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredType,
  DeclaredVariable,
  FactsLanguage,
  Source
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import {
  type Declare,
  declareBy,
  expression,
  makeDeclarations,
  makeTable,
  opaque,
  sourcesFrom,
  splitName,
  variable
} from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"
import { declareLambda, firstParameterSource, interpretName, lazyValue } from "./kotlinLambdas.ts"
import { interpretType, typeIn, types } from "./kotlinTypes.ts"

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "import") return []
  const written = reading.text(node.find("qualified_identifier", "identifier")).replaceAll(/[\s`]/g, "")
  // Members of a companion belong to its class.
  const path = written.replace(/\.Companion(?=\.|$)/, "")
  const common = { kind: "static", at: node } as const
  if (node.has("*")) return [{ ...common, module: path, imported: "*", local: "" }]
  const alias = node.named.length > 1 ? reading.text(node.named.at(-1)) : ""
  const { imported, module } = splitName(path, ".")
  return [{ ...common, module, imported, local: alias || imported }]
}

const isPublic = (node: SyntaxNode, reading: Reading): boolean =>
  reading.text(node.find("modifiers")?.find("visibility_modifier")) !== "private"

/** Parameters, whose modifiers stand before and whose initial values stand after them. */
const parametersIn = (list: SyntaxNode | undefined, reading: Reading): ReadonlyArray<DeclaredParameter> => {
  const found: Array<DeclaredParameter> = []
  let isRest = false
  for (const node of list?.named ?? []) {
    const name = node.find("identifier")
    if (node.type === "parameter_modifiers") isRest = /\bvararg\b/.test(reading.text(node))
    else if ((node.type === "parameter" || node.type === "class_parameter") && name !== undefined) {
      const isOptional = node.type === "class_parameter" && node.named.at(-1) !== typeIn(node)
      found.push({ name, type: typeIn(node), isRest, isOptional })
      isRest = false
    } else {
      const last = found.pop()
      if (last !== undefined) found.push({ ...last, isOptional: true })
    }
  }
  return found
}

const basesOf = (node: SyntaxNode): ReadonlyArray<SyntaxNode> =>
  (node.find("delegation_specifiers")?.named ?? []).flatMap(({ named: [inner] }) => {
    const base = inner?.type === "user_type" ? inner : inner?.find("user_type")
    return base === undefined ? [] : [base]
  })

const typeOf = (node: SyntaxNode, reading: Reading): DeclaredType => {
  const list = node.find("primary_constructor")?.find("class_parameters")
  return {
    declares: "type",
    name: node.at("name") ?? (node.type === "enum_entry" ? node.find("identifier") : undefined),
    bases: basesOf(node),
    isExported: isPublic(node, reading),
    ...(list === undefined ? {} : { parameters: parametersIn(list, reading) })
  }
}

const isInCompanion = (node: SyntaxNode): boolean => node.parent?.parent?.type === "companion_object"

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => {
  const name = node.at("name")
  const list = node.find("function_value_parameters")
  const body = node.find("function_body")
  const others = node.named.filter(({ type }) => types.has(type))
  const [result] = body?.named ?? []
  return {
    declares: "function",
    name,
    parameters: parametersIn(list, reading),
    returns: others.find(({ start }) => list !== undefined && start >= list.end),
    receiver: others.find(({ start }) => name !== undefined && start < name.start),
    body,
    result: result?.type === "block" ? undefined : result,
    isStatic: isInCompanion(node),
    isExported: isPublic(node, reading)
  }
}

const secondaryConstructor: Declare = (node, _, reading) => [
  {
    declares: "function",
    name: undefined,
    unit: "constructor",
    parameters: parametersIn(node.find("function_value_parameters"), reading),
    body: node.find("block"),
    isConstructor: true
  }
]

/** The variables of `val a` or `val (a, b)`. */
const declared = (
  node: SyntaxNode | undefined,
  source: Source | undefined,
  rest: Partial<DeclaredVariable>
): ReadonlyArray<DeclaredVariable> => {
  if (node?.type === "multi_variable_declaration") {
    return node.named.flatMap((each, at) =>
      declared(each, source && { ...source, entries: [...source.entries, at] }, rest)
    )
  }
  const sources = source === undefined ? [] : [source]
  return variable(node?.find("identifier"), { type: typeIn(node), sources, ...rest })
}

const variables: ReadonlyArray<string> = ["variable_declaration", "multi_variable_declaration"]

const property: Declare = (node, _, reading) => {
  const name = node.find(...variables)
  const getter = node.find("getter")?.find("function_body")?.named[0]
  const value = node.named.findLast(
    ({ start, type }) => name !== undefined && start >= name.end && !/^(?:getter|setter|property_delegate)$/.test(type)
  )
  const given = value ?? lazyValue(node, reading) ?? (getter?.type === "block" ? undefined : getter)
  const rest = { isStatic: isInCompanion(node), isExported: isPublic(node, reading) }
  return declared(name, sourcesFrom(given)[0], rest)
}

const loop: Declare = (node) => {
  const name = node.find(...variables)
  const iterated = node.named[name === undefined ? 0 : node.named.indexOf(name) + 1]
  return declared(name, sourcesFrom(iterated, "element")[0], {})
}

const subject: Declare = (node) => declared(node.find(...variables), sourcesFrom(node.named.at(-1))[0], {})

const enumEntry: Declare = (node, _, reading) => {
  const owner = node.parent?.parent?.at("name")
  const own = variable(node.find("identifier"), { isStatic: true, sources: sourcesFrom(owner, "type") })
  return node.find("class_body") === undefined ? own : [...own, { ...typeOf(node, reading), name: undefined }]
}

/** Only a lambda with one parameter is given what the function that takes it is called on. */
const lambdaParameters: Declare = (node, _, reading) => {
  const source =
    node.parent === undefined || node.named.length > 1 ? undefined : firstParameterSource(node.parent, reading)
  return node.named.flatMap((each) => declared(each, source, {}))
}

const declarations = makeDeclarations([
  [["class_declaration", "object_declaration"], (node, _, reading) => [typeOf(node, reading)]],
  ["object_literal", (node, _, reading) => [{ ...typeOf(node, reading), name: undefined }]],
  [
    "type_alias",
    (node) => [{ declares: "type", name: node.at("type") ?? node.find("identifier"), bases: [], alias: typeIn(node) }]
  ],
  ["function_declaration", (node, _, reading) => [functionOf(node, reading)]],
  ["secondary_constructor", secondaryConstructor],
  [["lambda_literal", "anonymous_function"], declareLambda],
  ["lambda_parameters", lambdaParameters],
  ["property_declaration", property],
  [
    "class_parameter",
    (node, _, reading) =>
      variable(node.find("identifier"), {
        type: typeIn(node),
        isExported: (node.has("val") || node.has("var")) && isPublic(node, reading)
      })
  ],
  ["for_statement", loop],
  ["when_subject", subject],
  ["catch_block", (node) => variable(node.find("identifier"), { type: typeIn(node) })],
  ["enum_entry", enumEntry],
  ["type_parameter", (node) => opaque(node.find("identifier"), typeIn(node))]
])

const isLambda = ({ type }: SyntaxNode): boolean => type === "annotated_lambda"

const call = ({ named }: SyntaxNode): Form | undefined => {
  const [called, ...trailing] = named
  // `f(1) { }` is one call, whose last argument follows the others.
  const isOne = called?.type === "call_expression" && trailing.every(isLambda) && !called.named.some(isLambda)
  const [callee, ...given] = isOne ? [...called.named, ...trailing] : named
  const lists = given.flatMap((each) =>
    each.type === "value_arguments" ? each.named : each.type === "annotated_lambda" ? [each] : []
  )
  return callee === undefined ? undefined : { form: "call", callee, arguments: lists }
}

/** `Pool::class`. */
const isClassLiteral = (node: SyntaxNode | undefined): boolean =>
  node?.type === "callable_reference" && node.has("class")

const navigation = ({ named }: SyntaxNode): Form | undefined => {
  const [of] = named
  const name = named.at(-1)
  return name?.type === "identifier" && name !== of ? expression.member(of, name) : undefined
}

const infix = ({ named: [of, name, given] }: SyntaxNode): Form | undefined =>
  name === undefined || given === undefined ? undefined : { form: "invoke", of, name, arguments: [given] }

const lastOf = ({ named }: SyntaxNode): SyntaxNode | undefined => named.at(-1)

const expressions = makeTable<Form>([
  ["this_expression", ({ named }) => expression.thisOf(named[0])],
  ["super_expression", expression.super],
  ["navigation_expression", navigation],
  ["call_expression", call],
  ["index_expression", ({ named }) => expression.element(named[0])],
  ["parenthesized_expression", ({ named }) => expression.same(named[0])],
  ["unary_expression", (node) => expression.same(node.at("argument"))],
  ["as_expression", (node) => expression.instance(node.at("right"))],
  ["binary_expression", (node) => (node.has("?:") ? expression.union(node.at("left"), node.at("right")) : undefined)],
  ["infix_expression", infix],
  [["block", "catch_block"], (node) => expression.same(lastOf(node))],
  [
    "when_expression",
    ({ named }) => expression.union(...named.filter(({ type }) => type === "when_entry").map(lastOf))
  ],
  ["try_expression", ({ named }) => expression.union(...named.filter(({ type }) => type !== "finally_block"))],
  ["if_expression", ({ named }) => expression.union(...named.filter(({ field }) => field !== "condition"))],
  ["object_literal", (node) => expression.instance(basesOf(node)[0])],
  ["string_literal", expression.literal("String")],
  [
    "annotation",
    (node) => expression.attribute(node.find("user_type") ?? node.find("constructor_invocation")?.find("user_type"))
  ],
  [
    "callable_reference",
    (node) => (isClassLiteral(node) ? { form: "literal", type: "KClass" } : expression.name(node.named.at(-1)))
  ]
])

/** Functions of the library that give what they are called on. */
const givesReceiver: ReadonlySet<string> = new Set(["also", "apply", "takeIf", "takeUnless"])

/** Names of arguments and of parameters in types. */
const isLabel = (node: SyntaxNode): boolean => {
  if (node.type !== "identifier") return false
  const { parent } = node
  return (
    parent?.type === "parameter" || (parent?.type === "value_argument" && parent.has("=") && parent.named[0] === node)
  )
}

export const kotlinFacts: FactsLanguage = {
  tokens: new Set(["*", "=", "val", "var", "else", "class", "&&", "||", "?:"]),
  separator: ".",
  blocks: new Set(["block", "for_statement", "when_expression", "when_entry", "catch_block"]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: true,
  canBeMember: (name) => !/^\p{Lu}.*\p{Ll}/u.test(name),
  canBeAmbient: (name) => !/^(?:it|field|null|true|false|break|continue)$/.test(name),
  spreads: new Set(["spread_expression"]),
  returns: new Set(),
  weights: weigh({
    branch: ["if_expression", "for_statement", "while_statement", "do_while_statement", "catch_block"],
    switch: ["when_expression"],
    case: ["when_entry"],
    nested: ["lambda_literal", "anonymous_function"]
  }),
  conditions: new Map([["binary_expression", new Set(["&&", "||", "?:"])]]),
  package: (root, reading) =>
    reading.text(root.find("package_header")?.find("qualified_identifier", "identifier")).replaceAll(/\s/g, ""),
  imports,
  declare: declareBy(declarations),
  interpret: (node, reading) =>
    node.type === "identifier" ? interpretName(node, reading) : expressions.get(node.type)?.(node),
  interpretType,
  interpretMethod: (name, of) => (givesReceiver.has(name) ? { form: "same", of } : undefined),
  isType: ({ type }) => types.has(type),
  isSilent: (node) => node.type === "package_header" || node.type === "import" || isLabel(node),
  listsExports: false
}
