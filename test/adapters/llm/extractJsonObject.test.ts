import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { extractJsonObject } from "../../../src/adapters/llm/extractJsonObject.ts"

describe("the JSON object of a text", () => {
  it.each<readonly [title: string, text: string, found: object | undefined]>([
    ["is the text", ` {"a": 1}\n`, { a: 1 }],
    ["is in a fence", 'So:\n```json\n{"a": {"b": "}"}}\n```', { a: { b: "}" } }],
    ["comes after braces that are no JSON", 'In {braces} I say {"a": "\\""} now', { a: '"' }],
    ["comes after thoughts", '<think>maybe {"a": 0}?</think>{"a": 1}', { a: 1 }],
    ["is not a list", "[1, 2]", undefined],
    ["is not what is whole inside of one that is cut", '{"a": {"b": 1}', undefined],
    ["is not there", "nothing", undefined]
  ])("%s", (_, text, found) => {
    assert.deepStrictEqual(Option.getOrUndefined(extractJsonObject(text)), found)
  })

  it("is found in less than quadratic time", () => {
    assert.isTrue(Option.isNone(extractJsonObject("{".repeat(1_000_000))))
  })
})
