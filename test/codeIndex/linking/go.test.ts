import { assert, describe, it } from "@effect/vitest"
import { joinLines as lines, makeDescribeCalls, makeFacts } from "../../support/linking.ts"

const callsOf = makeDescribeCalls(await makeFacts("go"))

const pool = lines(
  "package pool",
  "type Pool struct{ ByName map[string]*Pool }",
  "func (p *Pool) Run() {}",
  "func New[T any]() *Pool { return nil }",
  "func Of[T any](given T) *Pool { return nil }"
)

describe("links of Go's expressions", () => {
  it("follow calls of generic functions with their types", () => {
    const source = lines(
      "package main",
      'import "ex.com/acme/pool"',
      "func own[T any](given T) *pool.Pool { return nil }",
      "type Box[T any] struct{}",
      "func (b Box[T]) Get() *pool.Pool { return nil }",
      "func main() {",
      "  pool.New[int]().Run()",
      "  pool.Of[int](1).Run()",
      "  own[string](``).Run()",
      "  Box[int](given).Get().Run()",
      "}"
    )
    const sources = { "go.mod": "module ex.com/acme\n", "pool/pool.go": pool, "main.go": source }
    const run = "call pool/pool.go Pool.Run imported"
    assert.deepStrictEqual(callsOf(sources, "main.go"), [
      "7 main: call pool/pool.go New imported",
      `7 main: ${run}`,
      "8 main: call pool/pool.go Of resolved",
      `8 main: ${run}`,
      "9 main: call main.go own resolved",
      `9 main: ${run}`,
      "10 main: call main.go Box resolved",
      "10 main: call main.go Box.Get imported",
      `10 main: ${run}`
    ])
  })

  it("know what is in a map", () => {
    const source = lines(
      "package pool",
      "func run(p *Pool) {",
      "  p.ByName[``].Run()",
      "  for _, each := range p.ByName { each.Run() }",
      "  if found, ok := p.ByName[``]; ok { found.Run() }",
      "}"
    )
    const sources = { "go.mod": "module ex.com/acme\n", "pool/pool.go": pool, "pool/run.go": source }
    assert.deepStrictEqual(callsOf(sources, "pool/run.go"), [
      "3 run: call pool/pool.go Pool.Run imported",
      "4 run: call pool/pool.go Pool.Run imported",
      "5 run: call pool/pool.go Pool.Run imported"
    ])
  })
})
