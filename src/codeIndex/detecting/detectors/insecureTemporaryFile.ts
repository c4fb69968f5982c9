import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const insecure = /^(?:tempfile\.mktemp|os\.(?:tempnam|tmpnam)|tmpnam|mktemp)$/

/** A folder of one's own is no place for others, and what fails if the file is there can be given only a name. */
const safe = String.raw`\bmktemp\([^)]*\bdir\s*=|^\s*dir\s*=|\b(?:bind|mkfifo|listenUNIX)\(|\bdef mktemp\b`

export const insecureTemporaryFile = declareInFile({
  id: "insecure-temporary-file",
  category: "security",
  finds: "A name of a temporary file that is made before the file is: tempfile.mktemp and the like.",
  why: "Someone else can make the file, or a link, between the two.",
  fix: "Use what makes the file and its name in one step, such as tempfile.mkstemp.",
  confidence: 0.85,
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (insecure.test(origin) ? true : undefined)).map(({ origin, reference }) => ({
      severity: "medium" as const,
      ...placeOfReference(file, reference),
      guardedBy: safe,
      title: `${origin} only makes a name.`,
      key: origin
    }))
})
