import { weigh } from "../../treesitter/facts/complexity.ts"
import type {
  Declared,
  DeclaredFunction,
  DeclaredImport,
  DeclaredParameter,
  DeclaredVariable,
  FactsLanguage,
  Source,
  Surroundings
} from "../../treesitter/facts/FactsLanguage.ts"
import type { Form, TypeForm } from "../../treesitter/facts/Form.ts"
import { expression, makeTable, sourcesFrom, typeExpression, variable } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

const isExported = (node: SyntaxNode | undefined, reading: Reading): boolean => /^\p{Lu}/u.test(reading.text(node))

/** Guesses the name of a package from its path: `yaml` for `gopkg.in/yaml.v3`, `sqlite` for `…/go-sqlite/v2`. */
const packageName = (path: string): string => {
  const segments = path.split("/").filter((segment) => !/^v\d+$/.test(segment))
  return (segments.at(-1) ?? path)
    .replace(/\.v\d+$/, "")
    .replace(/^go-|[-.]go$/g, "")
    .replaceAll(/\W/g, "_")
}

const imports = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredImport> => {
  if (node.type !== "import_spec") return []
  const module = reading.text(node.at("path")).slice(1, -1)
  const common = { module, kind: "static", at: node } as const
  const name = reading.text(node.at("name"))
  if (name === "_") return [{ ...common, imported: "", local: "" }]
  return [{ ...common, imported: "*", local: name === "." ? "" : name || packageName(module) }]
}

const parametersIn = (list: SyntaxNode | undefined): ReadonlyArray<DeclaredParameter> =>
  (list?.named ?? []).flatMap((each) => {
    const isRest = each.type === "variadic_parameter_declaration"
    return each.all("name").map((name) => ({ name, type: each.at("type"), isRest }))
  })

const functionOf = (node: SyntaxNode, reading: Reading): DeclaredFunction => {
  const receiver = parametersIn(node.at("receiver")).map((each) => ({ ...each, receives: "instance" }) as const)
  const name = node.at("name")
  return {
    declares: "function",
    name: node.type === "func_literal" ? undefined : name,
    parameters: [...receiver, ...parametersIn(node.at("parameters"))],
    returns: node.at("result"),
    body: node.at("body"),
    isExported: isExported(name, reading),
    isDetached: node.type === "method_declaration"
  }
}

/** Types that a struct embeds, and interfaces that an interface includes. */
const embeddedIn = (type: SyntaxNode | undefined): ReadonlyArray<SyntaxNode> => {
  if (type?.type === "interface_type") {
    return type.named
      .filter((each) => each.type === "type_elem" && each.named.length === 1)
      .flatMap(({ named }) => named)
  }
  const fields = type?.type === "struct_type" ? (type.find("field_declaration_list")?.named ?? []) : []
  return fields.filter((field) => field.at("name") === undefined).flatMap((field) => field.all("type"))
}

const typeOf = (node: SyntaxNode, reading: Reading): ReadonlyArray<Declared> => {
  const type = node.at("type")
  const isBody = type?.type === "struct_type" || type?.type === "interface_type"
  const name = node.at("name")
  return [
    {
      declares: "type",
      name,
      bases: embeddedIn(type),
      alias: isBody ? undefined : type,
      isExported: isExported(name, reading)
    }
  ]
}

const fieldOf = (node: SyntaxNode, around: Surroundings, reading: Reading): ReadonlyArray<DeclaredVariable> => {
  const isOfType = node.parent?.parent?.parent?.type.startsWith("type_") === true
  if (around.scope !== "type" || !isOfType) return []
  const type = node.at("type")
  const names = node.all("name")
  const own = type?.type === "qualified_type" ? type.at("name") : type?.type === "generic_type" ? type.at("type") : type
  const named = names.length > 0 ? names : own === undefined ? [] : [own]
  return named.flatMap((name) =>
    variable(name, { type, isEmbedded: names.length === 0, isExported: isExported(name, reading) })
  )
}

/** Where the value at a position of a list of targets comes from. */
const sourceAt = (values: ReadonlyArray<SyntaxNode>, at: number, count: number): ReadonlyArray<Source> => {
  const [first] = values
  if (values.length === count) return sourcesFrom(values[at])
  if (values.length !== 1 || first === undefined) return []
  if (first.type === "call_expression") return [{ node: first, how: "value", entries: [at] }]
  // `value, ok := m[key]`, also for assertions and channels.
  return at === 0 ? sourcesFrom(first) : []
}

const assigned = (node: SyntaxNode, reading: Reading): ReadonlyArray<DeclaredVariable> => {
  const isSpec = node.type.endsWith("_spec")
  const names = isSpec ? node.all("name") : (node.at("left")?.named ?? [])
  const values = node.at(isSpec ? "value" : "right")?.named ?? []
  return names.flatMap((name, at) =>
    name.type === "identifier" && reading.text(name) !== "_"
      ? variable(name, {
          type: node.at("type"),
          sources: sourceAt(values, at, names.length),
          isExported: isExported(name, reading)
        })
      : []
  )
}

const ranged = (node: SyntaxNode): ReadonlyArray<DeclaredVariable> =>
  (node.at("left")?.named ?? []).flatMap((name, at) =>
    name.type === "identifier"
      ? variable(name, { sources: at === 1 ? sourcesFrom(node.at("right"), "element") : [] })
      : []
  )

/** The variable of a type switch, which has another type in each case. */
const switched = (node: SyntaxNode): ReadonlyArray<DeclaredVariable> => {
  const whole = node.type === "type_case" ? node.parent : node
  const types = node.type === "type_case" ? node.all("type") : []
  const sources = node.type === "type_case" ? [] : sourcesFrom(node.at("value"))
  return variable(whole?.at("alias")?.named[0], { type: types.length === 1 ? types[0] : undefined, sources })
}

const declare = (node: SyntaxNode, around: Surroundings, reading: Reading): ReadonlyArray<Declared> => {
  switch (node.type) {
    case "function_declaration":
    case "method_declaration":
    case "method_elem":
    case "func_literal":
      return [functionOf(node, reading)]
    case "type_spec":
    case "type_alias":
      return typeOf(node, reading)
    case "type_parameter_declaration":
      return node.all("name").map((name) => ({ declares: "opaque", name, bound: node.at("type") }))
    case "field_declaration":
      return fieldOf(node, around, reading)
    case "const_spec":
    case "var_spec":
    case "short_var_declaration":
      return assigned(node, reading)
    case "parameter_declaration":
      // Named results are variables.
      return node.parent?.field === "result"
        ? node.all("name").flatMap((name) => variable(name, { type: node.at("type") }))
        : []
    case "receive_statement":
      return (node.at("left")?.named ?? [])
        .slice(0, 1)
        .flatMap((name) => variable(name, { sources: sourcesFrom(node.at("right")) }))
    case "range_clause":
      return ranged(node)
    case "type_switch_statement":
    case "type_case":
      return switched(node)
    default:
      return []
  }
}

const interpretUnary = (node: SyntaxNode): Form | undefined => {
  const operand = node.at("operand")
  if (node.has("<-")) return expression.element(operand)
  return node.has("&") || node.has("*") ? expression.same(operand) : undefined
}

/** A conversion, or what the grammar takes for one: the call of a generic function with its types and one argument. */
const converted = (node: SyntaxNode): Form | undefined => {
  const type = node.at("type")
  const operand = node.at("operand")
  return type?.type === "generic_type" && operand !== undefined
    ? { form: "call", callee: type, arguments: [operand] }
    : expression.instance(type)
}

const expressions = makeTable<Form>([
  // Those of types and packages are in what `New[int](1)` calls.
  [["identifier", "type_identifier", "package_identifier"], expression.name],
  ["selector_expression", (node) => expression.member(node.at("operand"), node.at("field"))],
  ["call_expression", (node) => expression.call(node.at("function"), node.at("arguments"))],
  ["index_expression", (node) => expression.element(node.at("operand"))],
  ["slice_expression", (node) => expression.same(node.at("operand"))],
  ["unary_expression", interpretUnary],
  ["parenthesized_expression", ({ named }) => expression.same(named[0])],
  ["composite_literal", (node) => expression.instance(node.at("type"))],
  ["type_assertion_expression", (node) => expression.instance(node.at("type"))],
  ["type_conversion_expression", converted],
  ["generic_type", (node) => expression.same(node.at("type"))],
  ["qualified_type", (node) => expression.member(node.at("package"), node.at("name"))],
  ["type_instantiation_expression", (node) => expression.same(node.at("type"))],
  [["interpreted_string_literal", "raw_string_literal"], expression.literal("string")]
])

/** Results of a function: one, or a tuple with one entry for each name. */
const interpretResults = (node: SyntaxNode): TypeForm | undefined => {
  const types = node.named.flatMap((each) => {
    const type = each.at("type")
    return type === undefined ? [] : Array.from({ length: Math.max(1, each.all("name").length) }, () => type)
  })
  return types.length === 1 ? typeExpression.same(types[0]) : { form: "tuple", of: types }
}

const typeForms = makeTable<TypeForm>([
  [["type_identifier", "identifier", "package_identifier"], typeExpression.name],
  ["qualified_type", (node) => typeExpression.member(node.at("package"), node.at("name"))],
  ["selector_expression", (node) => typeExpression.member(node.at("operand"), node.at("field"))],
  ["generic_type", (node) => typeExpression.apply(node.at("type"), node.at("type_arguments"))],
  [
    ["pointer_type", "parenthesized_type", "type_elem", "negated_type"],
    ({ named }) => typeExpression.same(named.at(-1))
  ],
  ["type_constraint", typeExpression.union],
  [["slice_type", "array_type", "implicit_length_array_type"], (node) => typeExpression.array(node.at("element"))],
  ["channel_type", (node) => typeExpression.array(node.at("value"))],
  ["map_type", ({ named }) => ({ form: "map", of: named })],
  ["function_type", (node) => typeExpression.function(node.at("result"))],
  ["parameter_list", interpretResults]
])

const types: ReadonlySet<string> = new Set([
  "type_identifier",
  "qualified_type",
  "generic_type",
  "pointer_type",
  "parenthesized_type",
  "slice_type",
  "array_type",
  "implicit_length_array_type",
  "channel_type",
  "map_type",
  "function_type"
])

export const goFacts: FactsLanguage = {
  tokens: new Set(["&", "*", "<-", "&&", "||"]),
  separator: ".",
  blocks: new Set([
    "block",
    "if_statement",
    "for_statement",
    "expression_switch_statement",
    "type_switch_statement",
    "type_case",
    "expression_case",
    "default_case",
    "communication_case"
  ]),
  isOrdered: true,
  sharesNames: false,
  hasImplicitThis: false,
  spreads: new Set(["variadic_argument"]),
  returns: new Set(["return_statement"]),
  weights: weigh({
    branch: ["if_statement", "for_statement"],
    switch: ["expression_switch_statement", "type_switch_statement", "select_statement"],
    case: ["expression_case", "type_case", "communication_case"],
    nested: ["func_literal"],
    jump: ["goto_statement"]
  }),
  conditions: new Map([["binary_expression", new Set(["&&", "||"])]]),
  package: (root, reading) => reading.text(root.find("package_clause")?.named[0]),
  imports,
  declare,
  interpret: (node) => expressions.get(node.type)?.(node),
  interpretType: (node) => typeForms.get(node.type)?.(node),
  interpretCall: (name, [type]) =>
    type !== undefined && (name === "new" || name === "make") ? { form: "instance", type } : undefined,
  isType: ({ type }) => types.has(type),
  isSilent: (node) =>
    node.type === "import_declaration" ||
    node.type === "package_clause" ||
    (node.field === "name" && node.parent?.type === "parameter_declaration") ||
    (node.type === "literal_element" && node.field === "key" && node.named[0]?.type === "identifier"),
  listsExports: false
}
