import { assert, describe, it } from "@effect/vitest"
import { callsOf } from "../../support/code/callsOfThings.ts"

describe("a class that is exported with a namespace of its name", () => {
  it("is one base", () => {
    const sources = {
      "base.ts": "export declare namespace Base { type A = 1 }\nexport abstract class Base { run() {} }",
      "app.ts": 'import { Base } from "./base"\nclass Own extends Base {}\nnew Own().run()'
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), ["3 Base.run"])
  })

  it("is a value with the members of what it holds, where a base of its type is of a library", () => {
    const sources = {
      "made.ts": `interface Maker { init(): void }
export interface Failure extends Error {}
export declare const Failure: Maker`,
      "app.ts": 'import { Failure } from "./made"\nFailure.init()'
    }
    assert.deepStrictEqual(callsOf(sources, "app.ts"), ["2 Maker.init"])
  })
})
