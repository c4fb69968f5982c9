import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { FailureReason, ServiceError } from "../../src/domain/Failure.ts"

class Missing extends FailureReason<Missing>()(
  "Missing",
  { name: Schema.String, near: Schema.Array(Schema.String) },
  ({ name, near }) => ({
    code: "missing",
    message: `There is no ${name}.`,
    hint: near.length === 0 ? undefined : `Did you mean ${near.join(" or ")}?`,
    details: near
  })
) {}

class ShelfError extends ServiceError<ShelfError>()("ShelfError", Schema.Union([Missing])) {}

const missing = new Missing({ name: "cup", near: ["cap"] })

const described = ({ code, details, hint, message }: Missing | ShelfError) => ({ code, details, hint, message })

describe("a reason", () => {
  it("is described by its fields", () =>
    assert.deepStrictEqual(described(missing), {
      code: "missing",
      details: ["cap"],
      hint: "Did you mean cap?",
      message: "There is no cup."
    }))

  it("has no hint where its description gives none", () =>
    assert.isUndefined(new Missing({ name: "cup", near: [] }).hint))

  it("shows its message where it is printed as an error", () => assert.include(String(missing), "There is no cup."))

  it.effect("is caught by its tag", () =>
    Effect.gen(function* () {
      const name = yield* Effect.catchTag(missing, "Missing", (error) => Effect.succeed(error.name))
      assert.strictEqual(name, "cup")
    })
  )
})

describe("the error of a service", () => {
  it("is described as its reason is", () =>
    assert.deepStrictEqual(described(new ShelfError({ reason: missing })), described(missing)))

  it("decodes to the class it was encoded from", () => {
    const error = new ShelfError({ reason: missing })
    const decoded = Schema.decodeSync(ShelfError)(Schema.encodeSync(ShelfError)(error))
    assert.instanceOf(decoded.reason, Missing)
    assert.strictEqual(decoded.message, error.message)
  })
})
