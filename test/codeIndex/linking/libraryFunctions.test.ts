import { assert, describe, it } from "@effect/vitest"
import { callsIn } from "../../support/code/callsOfThings.ts"

const areasOf = (...lines: ReadonlyArray<string>) => callsIn("app.ts", ...lines)

describe("what a container of services gives", () => {
  it("is an instance of the class that it is asked for", () => {
    const lines = [
      'import { inject } from "@angular/core"; import type { INestApplication, Injector } from "nest"',
      "declare const app: INestApplication; declare const injector: Injector",
      "inject(Circle).area()",
      "app.get(Circle, { strict: false }).area()",
      "const resolve = async () => (await app.resolve(Circle)).area()",
      'injector.get<Circle>("circle").area()',
      "class Page { private readonly circle = inject(Circle); open() { this.circle.area() } }",
      "app.bind(Circle).area()"
    ]
    assert.deepStrictEqual(
      areasOf(...lines),
      [4, 5, 6, 7, 8, 9].map((line) => `${line} Circle.area`)
    )
  })

  it("is what a token says", () => {
    const lines = [
      'import { inject, InjectionToken } from "@angular/core"',
      'const token = new InjectionToken<Circle>("circle")',
      "inject(token).area()"
    ]
    assert.deepStrictEqual(areasOf(...lines), ["4 Circle.area"])
  })

  it("is not guessed from anything else, nor where functions of the project say otherwise", () => {
    const lines = [
      'import { get, find } from "library"',
      "get(new Circle()).area()",
      "find(Circle).area()",
      "declare const areas: Map<unknown, Square>; areas.get(Circle).area(); areas.get(Circle).side()",
      "function inject(of: unknown) { return new Square() }",
      "inject(Circle).side()"
    ]
    assert.deepStrictEqual(areasOf(...lines), ["5 Square.area", "5 Square.side", "7 inject", "7 Square.side"])
  })

  it("is known where a function of the project takes a class by a type of a library", () => {
    const lines = [
      'import type { Type } from "nest"',
      "class Injector { get<T, R = T>(type: Type<T> | string): R { return null as never } }",
      "new Injector().get(Circle).area()"
    ]
    assert.include(areasOf(...lines), "4 Circle.area")
  })
})

describe("what React gives", () => {
  it("is what a context is of", () => {
    const lines = [
      'import React, { createContext, useContext } from "react"',
      "const context = createContext<Circle | null>(null)",
      "useContext(context).area()",
      "const use = () => React.useContext(context)",
      "use()?.area()",
      "const other = React.createContext(new Square())",
      "useContext(other).side()"
    ]
    assert.deepStrictEqual(areasOf(...lines), ["4 Circle.area", "6 use", "6 Circle.area", "8 Square.side"])
  })

  it("is what a reference, state or memo is of", () => {
    const lines = [
      'import { useMemo, useRef, useState } from "react"',
      "const ref = useRef<Circle>(null)",
      "ref.current?.area()",
      "const made = useRef(new Square())",
      "made.current.side()",
      "const [circle] = useState<Circle>()",
      "circle.area()",
      "const [square, setSquare] = useState(() => new Square())",
      "square.side()",
      "const memo = useMemo(() => new Circle(), [])",
      "memo.area()"
    ]
    assert.deepStrictEqual(areasOf(...lines), [
      "4 Circle.area",
      "6 Square.side",
      "8 Circle.area",
      "10 Square.side",
      "12 Circle.area"
    ])
  })

  it("is no function by name that a reference holds", () => {
    const lines = ['import { useRef } from "react"', "function save() {}", "const ref = useRef(save)", "ref.current()"]
    assert.deepStrictEqual(areasOf(...lines), [])
  })

  it("are the properties that components are declared with", () => {
    const lines = [
      'import React, { type FC } from "react"',
      "interface Props { circle: Circle }",
      "class Page extends React.Component<Props, { square: Square }> {",
      "  render() { this.props.circle.area(); this.state.square.side() }",
      "}",
      "const Panel: FC<Props> = ({ circle }) => { circle.area(); return null }"
    ]
    assert.deepStrictEqual(areasOf(...lines), ["5 Circle.area", "5 Square.side", "7 Circle.area"])
  })
})

describe("what reduce gives", () => {
  it("is of the type of what it begins with", () => {
    const lines = [
      "declare const names: string[]",
      "const map = names.reduce((all, name) => ({ ...all, [name]: 1 }), {} as Record<string, Circle>)",
      "map.a.area()"
    ]
    assert.deepStrictEqual(areasOf(...lines), ["4 Circle.area"])
  })
})
