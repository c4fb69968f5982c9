import { assert, describe, it } from "@effect/vitest"
import { looksLikeTime } from "../../../src/pipeline/subject/looksLikeTime.ts"

describe("text that is passed to git as a date", () => {
  it.each([
    "last friday",
    "3 weeks 2 days ago",
    "noon",
    "Jan 5 2024",
    "5/6/2024",
    "Fri, 5 Jan 2024 10:00:00 +0100",
    "@1700000000"
  ])("is %s", (text) => assert.isTrue(looksLikeTime(text)))
  it.each([
    "v1.2.0",
    "1.2.0",
    "HEAD~3",
    "release-2024",
    "main",
    "12",
    "2024-13-01",
    "a1b2c3d",
    "сейчас 2024-01-01",
    "never"
  ])("is not %s", (text) => assert.isFalse(looksLikeTime(text)))
})
