import type {
  JSXAttributeItem,
  JSXChild,
  JSXElement,
  JSXElementName,
  JSXFragment,
  JSXMemberExpressionObject
} from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { memberOf } from "./combine.ts"
import { identifier } from "./expressions.ts"
import { record } from "./record.ts"
import type { Place, Visit } from "./Visit.ts"

/** Maximum names of a qualified element name. */
const maxNames = 16

const elementValue = (v: Visit, name: JSXMemberExpressionObject, place: Place): ValueIndex => {
  const rest: Array<string> = []
  let at = name
  while (at.type === "JSXMemberExpression" && rest.length < maxNames) {
    rest.push(at.property.name)
    at = at.object
  }
  if (at.type !== "JSXIdentifier") return v.e.unknown
  const root = at.name === "this" ? place.scope.self : identifier(v.e, at.name, place.scope)
  return rest.toReversed().reduce((of, each) => memberOf(v.e, of, each), root)
}

/** Elements in lower case are of the platform. */
const visitName = (v: Visit, name: JSXElementName, place: Place): void => {
  if (name.type === "JSXNamespacedName" || (name.type === "JSXIdentifier" && /^[a-z]/.test(name.name))) return
  const at = name.type === "JSXMemberExpression" ? name.property.start : name.start
  record(v, "element", elementValue(v, name, place), { at, place })
}

const visitAttribute = (v: Visit, node: JSXAttributeItem, place: Place): void => {
  if (node.type === "JSXSpreadAttribute") v.expression(node.argument, place)
  else if (node.value !== null && node.value.type !== "Literal") visitChild(v, node.value, place)
}

const visitChild = (v: Visit, node: JSXChild, place: Place): void => {
  if (node.type === "JSXText") return
  if (node.type === "JSXSpreadChild") v.expression(node.expression, place)
  else if (node.type !== "JSXExpressionContainer") v.expression(node, place)
  else if (node.expression.type !== "JSXEmptyExpression") v.expression(node.expression, place)
}

/** Visits an element with its attributes and children. */
export const visitJsx = (v: Visit, node: JSXElement | JSXFragment, place: Place): void => {
  if (node.type === "JSXElement") {
    visitName(v, node.openingElement.name, place)
    for (const each of node.openingElement.typeArguments?.params ?? []) v.type(each, place)
    for (const each of node.openingElement.attributes) visitAttribute(v, each, place)
  }
  for (const each of node.children) visitChild(v, each, place)
}
