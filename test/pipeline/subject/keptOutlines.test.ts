import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { Outlines } from "../../../src/pipeline/subject/Outlines.ts"
import { DiskCache } from "../../../src/store/DiskCache.ts"
import { Parser } from "../../../src/adapters/parser/Parser.ts"
import { type Outline } from "../../../src/adapters/parser/Outline.ts"
import { poolSource } from "../../support/annotated.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const content = new TextEncoder().encode(poolSource)
const nothing: Outline = { language: Option.some("typescript"), units: [], partial: false }

/** Outlines of a process of its own, from this parser. */
const outlinesBy = (directory: string, parser: Layer.Layer<Parser>, paths: ReadonlyArray<string>) =>
  Effect.flatMap(Outlines, (outlines) => Effect.forEach(paths, (path) => outlines.of(path, content))).pipe(
    Effect.provide(
      Outlines.layerNoDeps.pipe(
        Layer.provide(DiskCache.layerNoDeps),
        Layer.provide(gitProcessAt(directory, isolation)),
        Layer.provide([NodeServices.layer, parser])
      ),
      { local: true }
    )
  )

/** The parser with another fingerprint. */
const real = (fingerprint: string | undefined) =>
  Layer.effect(
    Parser,
    Effect.map(Parser, (parser) => Parser.of({ ...parser, fingerprint }))
  ).pipe(Layer.provide(Parser.layer))

/** A parser that finds this in every file. */
const finding = (outline: Outline, fingerprint: string | undefined) =>
  Layer.succeed(Parser, Parser.of({ outline: () => Effect.succeed(outline), languages: [], fingerprint }))

describe("an outline cached by another process", () => {
  it.effect("equals the parser's, without parsing again", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      const [first] = yield* outlinesBy(directory, real("one"), ["src/pool.ts"])
      assert.strictEqual(first?.units.length, 4)
      assert.deepStrictEqual(yield* outlinesBy(directory, finding(nothing, "one"), ["lib/pool.ts"]), [first])
    })
  )

  it.effect("is keyed by parser version, file name and content", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* outlinesBy(directory, real("one"), ["pool.ts"])
      assert.deepStrictEqual(yield* outlinesBy(directory, finding(nothing, "two"), ["pool.ts"]), [nothing])
      assert.deepStrictEqual(yield* outlinesBy(directory, finding(nothing, undefined), ["pool.ts"]), [nothing])
      assert.deepStrictEqual(yield* outlinesBy(directory, finding(nothing, "one"), ["pool.js"]), [nothing])
    })
  )

  it.effect("is never a partial parse, which a timeout may have cut short", () =>
    Effect.gen(function* () {
      const { directory } = yield* makeRepository()
      yield* outlinesBy(directory, finding({ ...nothing, partial: true }, "one"), ["pool.ts"])
      const [later] = yield* outlinesBy(directory, real("one"), ["pool.ts"])
      assert.strictEqual(later?.partial, false)
      assert.strictEqual(later?.units.length, 4)
    })
  )
})
