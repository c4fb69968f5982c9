import type { FactsLanguage } from "../../treesitter/facts/FactsLanguage.ts"
import type { Form } from "../../treesitter/facts/Form.ts"
import { expression } from "../../treesitter/facts/forms.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** A call without a receiver of one of these methods. */
export const callsOwn = (node: SyntaxNode, methods: RegExp, reading: Reading): boolean =>
  node.type === "call" && node.at("receiver") === undefined && methods.test(reading.text(node.at("method")))

/** A call of the method that the one around it overrides; without arguments in parentheses it passes on all of them. */
export const callOverridden = (keyword: SyntaxNode, list: SyntaxNode | undefined): Form | undefined => {
  let around = keyword.parent
  while (around !== undefined && !/^(?:(?:singleton_)?(?:method|class)|module)$/.test(around.type))
    around = around.parent
  const name = around?.type.endsWith("method") === true ? around.at("name") : undefined
  const invoked = expression.invoke(undefined, name, list)
  return invoked?.form === "invoke" ? { ...invoked, overridden: keyword } : undefined
}

/** The call of the method that `send(:name)` names by a symbol. */
const callSent = (receiver: SyntaxNode | undefined, list: SyntaxNode | undefined): Form | undefined => {
  const [name, ...given] = list?.named ?? []
  return name?.type === "simple_symbol" ? { form: "invoke", of: receiver, name, arguments: given } : undefined
}

export const interpretCall = (node: SyntaxNode, reading: Reading): Form | undefined => {
  const receiver = node.at("receiver")
  const name = node.at("method")
  const list = node.at("arguments")
  if (name?.type === "super") return callOverridden(name, list)
  const method = reading.text(name)
  if (method === "class" && receiver !== undefined) return { form: "typeof", of: receiver }
  const isNew = receiver !== undefined && isConstant(receiver) && method === "new"
  if (isNew) return expression.new(receiver, list)
  const sent = /^(?:public_send|send|__send__)$/.test(method) ? callSent(receiver, list) : undefined
  return sent ?? expression.invoke(receiver, name, list)
}

export const isConstant = ({ type }: SyntaxNode): boolean => type === "constant" || type === "scope_resolution"

/** Calls in the body of a class that take names of its methods. */
const takingMethods =
  /^(?:(?:(?:prepend|append|skip)_)?(?:before|after|around)_\w+|(?:before|after)|validate|helper_method|rescue_from|alias_method)$/

/** The keys of such a call under which a method is named. */
const takingKeys = /^(?:if|unless|with)$/

/** The method that a symbol names where a class is given it: `before_action :authenticate, if: :enabled?`. */
export const interpretSymbol = (symbol: SyntaxNode, reading: Reading): Form | undefined => {
  const { parent } = symbol
  const pair = parent?.type === "pair" ? parent : undefined
  const list = pair === undefined ? parent : pair.parent
  const call = list?.parent
  if (list?.type !== "argument_list" || call === undefined || !callsOwn(call, takingMethods, reading)) return undefined
  if (pair !== undefined && !takingKeys.test(reading.text(pair.at("key")))) return undefined
  // The first name of `alias_method :take, :acquire` is new.
  return callsOwn(call, /^alias_method$/, reading) && list.named[0] === symbol ? undefined : expression.own(symbol)
}

/** A variable is in scope within its method or the body of its class, a method within its class; constants are everywhere. */
export const sees: NonNullable<FactsLanguage["sees"]> = (name, of, { method, type }) => {
  if (of === "member") return !type
  return of === "other" || /^\p{Lu}/u.test(name) || (!method && !type)
}
