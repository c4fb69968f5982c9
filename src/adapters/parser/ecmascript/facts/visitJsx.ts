import type {
  JSXAttribute,
  JSXAttributeItem,
  JSXChild,
  JSXElement,
  JSXElementName,
  JSXFragment,
  JSXMemberExpressionObject
} from "oxc-parser"
import type { ValueIndex } from "../../facts/Facts.ts"
import { memberOf, parameterOf } from "./combine.ts"
import { expectType } from "./expected.ts"
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

/** Visits the name of an element and returns what it means. Elements in lower case are of the platform. */
const visitName = (v: Visit, name: JSXElementName, place: Place): ValueIndex => {
  if (name.type === "JSXNamespacedName" || (name.type === "JSXIdentifier" && /^[a-z]/.test(name.name)))
    return v.e.unknown
  const at = name.type === "JSXMemberExpression" ? name.property.start : name.start
  const component = elementValue(v, name, place)
  record(v, "element", component, { at, place })
  return component
}

/** Notes what a component declares for a function that is an attribute. */
const expectAttribute = ({ e }: Visit, node: JSXAttribute, component: ValueIndex): void => {
  const { name, value } = node
  if (name.type !== "JSXIdentifier" || value?.type !== "JSXExpressionContainer") return
  const { expression } = value
  if (expression.type === "JSXEmptyExpression") return
  expectType(e, expression, () => {
    const properties = parameterOf(e, component, 0)
    return properties === e.unknown ? properties : memberOf(e, properties, name.name)
  })
}

const visitAttribute = (v: Visit, node: JSXAttributeItem, component: ValueIndex, place: Place): void => {
  if (node.type === "JSXSpreadAttribute") v.expression(node.argument, place)
  else if (node.value !== null && node.value.type !== "Literal") {
    expectAttribute(v, node, component)
    visitChild(v, node.value, place)
  }
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
    const component = visitName(v, node.openingElement.name, place)
    for (const each of node.openingElement.typeArguments?.params ?? []) v.type(each, place)
    for (const each of node.openingElement.attributes) visitAttribute(v, each, component, place)
  }
  for (const each of node.children) visitChild(v, each, place)
}
