import type { Definition, Facts, Value, ValueIndex } from "../../../../src/adapters/parser/facts/Facts.ts"

/** Renders a value with the values that it is made of: `definition Pool`, `call(member(import fs, readFile))`. */
export const renderValue = (facts: Facts, index: ValueIndex): string => {
  const value: Value | undefined = facts.values[index]
  if (value === undefined) return "-"
  const inner = (each: ValueIndex) => renderValue(facts, each)
  switch (value.tag) {
    case "unknown":
      return "?"
    case "definition":
      return facts.definitions[value.definition]?.qualifiedName ?? "none"
    case "this":
    case "super":
      return `${value.tag}<${facts.definitions[value.definition]?.qualifiedName}>`
    case "import": {
      const { imported, local, module } = facts.imports[value.import] ?? { imported: "", local: "", module: "" }
      return `import ${module}#${imported}${local === imported || local === "" ? "" : ` as ${local}`}`
    }
    case "global":
      return `global ${value.name}`
    case "member":
      return `${inner(value.of)}.${value.name}`
    case "entry":
      return `${inner(value.of)}[${value.at}]`
    case "apply":
      return `${inner(value.of)}<${value.arguments.map(inner).join(", ")}>`
    case "union":
      return `(${value.of.map(inner).join(" | ")})`
    case "function": {
      const rest = value.rest === undefined ? [] : [`...${inner(value.rest)}`]
      return `(${[...(value.parameters ?? []).map(inner), ...rest].join(", ")}) => ${inner(value.yields)}`
    }
    case "item":
      return `${inner(value.of)}["${value.key}"]`
    case "given":
      return `given ${value.at} of ${facts.definitions[value.definition]?.qualifiedName}`
    case "excluded":
      return `${inner(value.of)} but ${inner(value.to)}`
    case "variable": {
      const otherwise = value.otherwise === undefined ? "" : ` else ${inner(value.otherwise)}`
      return `variable ${value.id}${facts.values[value.of]?.tag === "unknown" ? "" : ` of ${inner(value.of)}`}${otherwise}`
    }
    case "conditional":
      return `(${inner(value.check)} is ${inner(value.to)} ? ${inner(value.holds)} : ${inner(value.otherwise)})`
    case "generic":
      return `<${value.parameters.map(inner).join(", ")}>${inner(value.of)}`
    case "narrowed":
      return `${inner(value.of)} as ${inner(value.to)}`
    case "parameter":
      return `parameter ${value.at} of ${inner(value.of)}`
    case "object":
      return `{${value.members.map(([name, each]) => `${name}: ${inner(each)}`).join(", ")}}`
    case "call":
      return `${inner(value.of)}()`
    case "new":
    case "await":
    case "element":
    case "instance":
    case "typeof":
      return `${value.tag}(${inner(value.of)})`
  }
}

const flags = (facts: Facts, each: Definition): string =>
  [
    each.isExported ? "exported" : "",
    each.isStatic ? "static" : "",
    each.container === "" ? "" : `of ${each.container}`,
    each.owner === -1 ? "" : `in ${facts.definitions[each.owner]?.qualifiedName}`,
    each.value === -1 ? "" : `= ${renderValue(facts, each.value)}`,
    each.yields === -1 ? "" : `yields ${renderValue(facts, each.yields)}`,
    each.bases.length === 0 ? "" : `bases ${each.bases.map((base) => renderValue(facts, base)).join(", ")}`,
    each.parameters.length === 0
      ? ""
      : `(${each.parameters
          .map(({ isOptional, isRest, name, value }) => {
            const type = value === -1 ? "" : `: ${renderValue(facts, value)}`
            return `${isRest ? "..." : ""}${name}${isOptional ? "?" : ""}${type}`
          })
          .join(", ")})`,
    each.cyclomatic === 0 ? "" : `${each.nesting}/${each.cyclomatic}/${each.cognitive}`,
    each.documentation === "" ? "" : `"${each.documentation}"`
  ]
    .filter((flag) => flag !== "")
    .join("; ")

export const renderDefinitions = (facts: Facts): ReadonlyArray<string> =>
  facts.definitions.map((each) =>
    `${each.line}:${each.column} ${each.kind} ${each.qualifiedName} ${flags(facts, each)}`.trim()
  )

export const renderReferences = (facts: Facts): ReadonlyArray<string> =>
  facts.references.map((each) => {
    const within = facts.definitions[each.within]?.qualifiedName ?? "file"
    const count = each.arguments === -1 ? "" : `/${each.arguments}`
    return `${each.line}:${each.column} ${each.kind}${count} ${renderValue(facts, each.value)} in ${within}`
  })

export const renderImports = (facts: Facts): ReadonlyArray<string> =>
  facts.imports.map(({ imported, kind, line, local, module }) => `${line} ${kind} ${module}#${imported} ${local}`)

export const renderExports = (facts: Facts): ReadonlyArray<string> =>
  facts.exports.map(({ from, line, name, value }) =>
    from === undefined
      ? `${line} ${name} = ${renderValue(facts, value)}`
      : `${line} ${name} from ${from.module}#${from.imported}`
  )

/** Renders facts in full, one line each. */
export const renderFacts = (facts: Facts): string =>
  [
    "definitions",
    ...renderDefinitions(facts),
    "imports",
    ...renderImports(facts),
    "exports",
    ...renderExports(facts),
    "references",
    ...renderReferences(facts),
    ""
  ].join("\n")
