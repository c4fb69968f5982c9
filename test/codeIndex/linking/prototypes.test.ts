import { assert, describe, it } from "@effect/vitest"
import { describeEdges, linkAll, makeFacts, makeSourceView, type Sources } from "../../support/linking.ts"

const factsOf = await makeFacts("javascript")

const edgesOf = (sources: Sources, path: string) => describeEdges(linkAll(makeSourceView(sources, factsOf)).get(path))

const callsOf = (sources: Sources, path: string) => edgesOf(sources, path).filter((line) => / call /.test(line))

const emitter = `
function Emitter() {}
Emitter.prototype.emit = function () {}
Emitter.prototype.once = function () { this.emit() }
module.exports = { Emitter }
`

/** What makes `Stream` inherit from `Emitter`. */
const forms: ReadonlyArray<readonly [name: string, text: string]> = [
  ["util.inherits", "util.inherits(Stream, lib.Emitter)"],
  ["inherits", "inherits(Stream, lib.Emitter)"],
  ["Object.create", "Stream.prototype = Object.create(lib.Emitter.prototype, {})"],
  ["an instance", "Stream.prototype = new lib.Emitter()"],
  ["Object.setPrototypeOf", "Object.setPrototypeOf(Stream.prototype, lib.Emitter.prototype)"],
  ["__proto__", "Stream.prototype.__proto__ = lib.Emitter.prototype"]
]

describe("links of prototypes", () => {
  it("find methods that are borrowed from a class or a function", () => {
    const sources = {
      "emitter.js": emitter,
      "a.js": `const { Emitter } = require("./emitter")
class Log { write() {} }
function all() {
  Emitter.prototype.emit.call({})
  Log.prototype.write.apply({}, arguments)
  Array.prototype.slice.call(arguments)
}
`
    }
    const found = edgesOf(sources, "a.js").filter((line) => / all: read /.test(line))
    assert.deepStrictEqual(found, [
      "4 all: read emitter.js Emitter resolved",
      "4 all: read emitter.js Emitter.emit imported",
      "5 all: read a.js Log resolved",
      "5 all: read a.js Log.write imported"
    ])
  })

  it.each(forms)("find members of what a function inherits from by %s", (_name, text) => {
    const sources = {
      "emitter.js": emitter,
      "a.js": `const lib = require("./emitter")
function Stream() {}
${text}
Stream.prototype.write = function () { this.emit() }
function use() { new Stream().once() }
`
    }
    assert.deepStrictEqual(callsOf(sources, "a.js"), [
      "4 Stream.write: call emitter.js Emitter.emit resolved",
      "5 use: call emitter.js Emitter.once imported"
    ])
    assert.include(edgesOf(sources, "a.js"), "3 Stream: base emitter.js Emitter resolved")
  })

  it("know nothing of members where what is inherited is of another package", () => {
    const sources = {
      "a.js": `const { EventEmitter } = require("events")
function Stream() {}
require("util").inherits(Stream, EventEmitter)
Stream.prototype.emit = function () {}
function use() { new Stream().once() }
`
    }
    assert.deepStrictEqual(callsOf(sources, "a.js"), [])
  })
})

describe("what several names get in one assignment", () => {
  it("is a member by each of them", () => {
    const text = [
      "const shapes = {}",
      "function Circle() {}",
      "class Square { constructor() { this.first = this.last = new Circle() } run() { this.last.area() } }",
      "Circle.prototype.area = Circle.prototype.size = function () { this.size() }",
      "shapes.draw = shapes.paint = function draw() {}",
      "new Circle().area()",
      "shapes.draw()",
      "shapes.paint()",
      "shapes.other = own = { move() {} }",
      "shapes.other.move()"
    ].join("\n")
    assert.deepStrictEqual(callsOf({ "app.js": text }, "app.js"), [
      "3 Square.run: call app.js Circle.area imported",
      "3 Square.run: call app.js Circle.size by_value",
      "4 Circle.size: call app.js Circle.size resolved",
      "6 call app.js Circle.area imported",
      "6 call app.js Circle.size by_value",
      "7 call app.js shapes.draw resolved",
      "7 call app.js shapes.paint by_value",
      "8 call app.js shapes.paint resolved",
      "10 call app.js shapes.other.move resolved"
    ])
  })

  it("is exported by each of them", () => {
    const sources = {
      "lib.js": "exports.draw = exports.paint = function () {}",
      "app.js": 'const lib = require("./lib")\nlib.draw()\nlib.paint()'
    }
    assert.deepStrictEqual(callsOf(sources, "app.js"), ["2 call lib.js paint resolved", "3 call lib.js paint resolved"])
  })
})
