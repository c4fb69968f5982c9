import { assert, describe, it } from "@effect/vitest"
import { isTestPath } from "../../src/domain/pathConventions.ts"

const tests = [
  "test/a.ts",
  "src/__tests__/a.ts",
  "src/a.test.ts",
  "types/a.test-d.ts",
  "pkg/a_test.go",
  "spec/a_spec.rb",
  "lib/test_a.py",
  "src/test/java/Pool.java",
  "pool/PoolTest.java",
  "PoolTests.cs",
  "a/PoolSpec.scala",
  "crates/pool/src/tests.rs",
  "polls/tests.py",
  "test.js",
  "packages/pool/test.mjs",
  "src/Pool/Tests/Fixtures/FakePool.php",
  "src/Pool.Tests/Helpers.cs",
  "Tests/PoolHelpers.swift"
]
const others = [
  "src/latest.ts",
  "src/latests.rs",
  "src/commands/test.ts",
  "src/wordTest.ts",
  "src/contest.py",
  "src/bestSpec.ts",
  "testing.md",
  "src/openapi-spec.js",
  "src/Pool/Test/PoolAssertions.php",
  "src/main/java/IconSpec.java"
]

describe("the path of a test", () => {
  for (const path of tests) it(`is ${path}`, () => assert.isTrue(isTestPath(path)))
  for (const path of others) it(`is not ${path}`, () => assert.isFalse(isTestPath(path)))
})
