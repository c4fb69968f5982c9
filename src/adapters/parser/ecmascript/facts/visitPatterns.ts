import type { AssignmentTarget, AssignmentTargetMaybeDefault, BindingPattern, ParamPattern } from "oxc-parser"
import type { Place, Visit } from "./Visit.ts"

type Pattern = AssignmentTarget | AssignmentTargetMaybeDefault | BindingPattern

/** Maximum nesting of a pattern. */
const maxDepth = 32

/** Visits the defaults, computed keys and types of a pattern. */
export const visitPattern = (v: Visit, node: Pattern, place: Place, depth = 0): void => {
  if (depth > maxDepth) return
  const annotation = "typeAnnotation" in node ? node.typeAnnotation : undefined
  if (annotation !== null && annotation !== undefined && annotation.type === "TSTypeAnnotation") {
    v.type(annotation.typeAnnotation, place)
  }
  if (node.type === "AssignmentPattern") {
    visitPattern(v, node.left, place, depth + 1)
    v.expression(node.right, place)
  } else if (node.type === "ArrayPattern") {
    for (const each of node.elements) {
      if (each !== null) visitPattern(v, each.type === "RestElement" ? each.argument : each, place, depth + 1)
    }
  } else if (node.type === "ObjectPattern") {
    for (const each of node.properties) {
      if (each.type === "Property" && each.computed && each.key.type !== "PrivateIdentifier")
        v.expression(each.key, place)
      visitPattern(v, each.type === "RestElement" ? each.argument : each.value, place, depth + 1)
    }
  } else if (node.type !== "Identifier") v.expression(node, place)
}

/** Visits a parameter. */
export const visitParameter = (v: Visit, node: ParamPattern, place: Place): void => {
  if ("decorators" in node) {
    for (const each of node.decorators ?? []) {
      v.expression(each.expression, place, { kind: "decorator", arguments: -1 })
    }
  }
  if (node.type === "TSParameterProperty") visitParameter(v, node.parameter, place)
  else if (node.type === "RestElement") {
    if (node.typeAnnotation !== null && node.typeAnnotation !== undefined)
      v.type(node.typeAnnotation.typeAnnotation, place)
    visitPattern(v, node.argument, place)
  } else visitPattern(v, node, place)
}
