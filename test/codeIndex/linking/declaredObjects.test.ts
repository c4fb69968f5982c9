import { assert, describe, it } from "@effect/vitest"
import { callsIn, callsOf } from "../../support/code/callsOfThings.ts"

const types = `
export interface Errors { raise(): void }
export interface Tools { errors: Errors; draw(): void; other(): void }
`

/** Lists what a file of JavaScript calls, next to types. */
const callsBeside = (...lines: ReadonlyArray<string>) =>
  callsOf({ "types.d.ts": types, "app.js": lines.join("\n") }, "app.js")

describe("an object that is declared to be of a type", () => {
  it("has its own members, and otherwise those of the type", () => {
    assert.deepStrictEqual(
      callsBeside(
        '/** @type {import("./types").Tools} */',
        "const tools = { draw() {} }",
        "tools.draw()",
        "tools.other()",
        "tools.errors.raise()",
        "tools.nothing()"
      ),
      ["3 tools.draw", "4 Tools.other", "5 Errors.raise"]
    )
  })

  it("has what is assigned to it later, and of empty objects in it those of the type", () => {
    assert.deepStrictEqual(
      callsBeside(
        '/** @type {import("./types").Tools} */',
        "const tools = { errors: {} }",
        "tools.draw = () => {}",
        "tools.errors.raise = () => {}",
        "tools.draw()",
        "tools.errors.raise()"
      ),
      ["5 tools.draw", "6 Errors.raise"]
    )
  })

  it("is one for other files, too", () => {
    const sources = {
      "types.d.ts": types,
      "tools.js": '/** @type {import("./types").Tools} */\nconst tools = { errors: {} }\nmodule.exports = { tools }',
      "app.js": 'const { tools } = require("./tools")\ntools.errors.raise()\ntools.other()'
    }
    assert.deepStrictEqual(callsOf(sources, "app.js"), ["2 Errors.raise", "3 Tools.other"])
  })

  it("is what it is where the type is not known, and any of its own members at a key that is not constant", () => {
    assert.deepStrictEqual(
      callsBeside("/** @type {import('x').Tools} */", "const tools = { draw() {} }", "tools.draw()", "tools.other()"),
      ["3 tools.draw"]
    )
    assert.deepStrictEqual(
      callsIn(
        "app.ts",
        "const z = { a: new Circle(), b: new Square() } satisfies Record<string, unknown>",
        "z[x].area()"
      ),
      ["3 Circle.area", "3 Square.area"]
    )
  })
})

describe("parameters after a type in one comment", () => {
  it("are those of the function below", () => {
    assert.deepStrictEqual(
      callsBeside(
        "/**",
        ' * @typedef {import("./types").Tools} Tools',
        " * @param {Tools} tools",
        " * @returns {Tools}",
        " */",
        "function run(tools) { tools.draw() }",
        "run().other()"
      ),
      ["6 Tools.draw", "7 run", "7 Tools.other"]
    )
  })
})
