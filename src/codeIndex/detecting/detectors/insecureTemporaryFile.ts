import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

/** Of C, linkers say the same at each build. */
const insecure = /^(?:tempfile\.mktemp|os\.(?:tempnam|tmpnam))$/

/**
 * A folder of one's own is no place for others, what fails if the file is there can be given only a name, and a file on another
 * machine cannot be made here.
 */
const safe = [
  String.raw`\bmktemp\([^)]*\bdir\s*=|^\s*dir\s*=`,
  String.raw`\b(?:bind|mkfifo|listenUNIX)\(|\bO_EXCL\b`,
  String.raw`\bdef mktemp\b`,
  String.raw`\bremote\w*\s*=.*\bmktemp\(`
].join("|")

export const insecureTemporaryFile = declareInFile({
  id: "insecure-temporary-file",
  category: "security",
  finds: "A name of a temporary file that a program in Python makes before the file: tempfile.mktemp and the like.",
  why: "Someone else can make the file, or a link, between the two.",
  fix: "Use what makes the file and its name in one step, such as tempfile.mkstemp.",
  confidence: 0.9,
  inFile: (file) =>
    findUses(file, ["call"], (origin) =>
      file.file.language === "python" && insecure.test(origin) ? true : undefined
    ).map(({ origin, reference }) => ({
      severity: "medium" as const,
      ...placeOfReference(file, reference),
      guardedBy: safe,
      title: `${origin} only makes a name.`,
      key: origin
    }))
})
