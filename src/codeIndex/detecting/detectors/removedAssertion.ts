import { declareInFile } from "../Detector.ts"
import { placeOfReference } from "../FileFacts.ts"
import { isForPython2 } from "../isForPython2.ts"

/** Names that `unittest.TestCase` had twice, until Python 3.12 ("What's New", "Removed"). */
const renamed = new Map([
  ["assertAlmostEquals", "assertAlmostEqual"],
  ["assertDictContainsSubset", "assertEqual with the expected entries merged in"],
  ["assertEquals", "assertEqual"],
  ["assertNotAlmostEquals", "assertNotAlmostEqual"],
  ["assertNotEquals", "assertNotEqual"],
  ["assertNotRegexpMatches", "assertNotRegex"],
  ["assertRaisesRegexp", "assertRaisesRegex"],
  ["assertRegexpMatches", "assertRegex"],
  ["assert_", "assertTrue"],
  ["failIf", "assertFalse"],
  ["failIfEqual", "assertNotEqual"],
  ["failUnless", "assertTrue"],
  ["failUnlessEqual", "assertEqual"],
  ["failUnlessRaises", "assertRaises"]
])

export const removedAssertion = declareInFile({
  id: "removed-assertion",
  category: "correctness",
  finds:
    "An assertion that Python's unittest no longer has: assertEquals, assertRaisesRegexp, failUnless and the like.",
  why: "The test fails on Python 3.12 and later, whatever it tests.",
  fix: "Use the name that is left, such as assertEqual.",
  confidence: 0.3,
  off: "2 of 7 findings were useful: the others are in tests for Python 2.",
  includesTests: true,
  inFile: (file, { files }) => {
    const { facts } = file
    if (file.file.language !== "python" || isForPython2(facts)) return []
    const uses = facts.references.flatMap((reference) => {
      const value = facts.values[reference.value]
      if (reference.kind !== "call" || value?.tag !== "member" || facts.values[value.of]?.tag !== "this") return []
      const now = renamed.get(value.name)
      return now === undefined ? [] : [{ reference, name: value.name, now }]
    })
    return [...Map.groupBy(uses, ({ name }) => name)].flatMap(([name, [first, ...others]]) => {
      const isDefined = files.some(({ definitions }) => definitions.some((each) => each.name === name))
      if (first === undefined || isDefined) return []
      const more = others.length === 0 ? "" : `, and ${others.length} more in this file`
      return [
        {
          severity: "medium" as const,
          ...placeOfReference(file, first.reference),
          name: "",
          mayProbe: true,
          title: `${name} is gone since Python 3.12${more}; ${first.now} is left.`,
          key: name
        }
      ]
    })
  }
})
