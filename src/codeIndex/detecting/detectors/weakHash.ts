import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const weak = /^(?:hashlib\.(?:md5|sha1)|Crypto\.Hash\.(?:MD5|SHA1?)\.new|crypto\/(?:md5|sha1)\.(?:New|Sum))$/

export const weakHash = declareInFile({
  id: "weak-hash",
  category: "security",
  finds: "MD5 or SHA-1 from a library of cryptography.",
  why: "Collisions can be made, so that neither signatures nor passwords may rest on it.",
  fix: "Use SHA-256 or better; for passwords a function made for them.",
  confidence: 0.5,
  off: "Most uses are checksums, formats or protocols that name the hash, where nothing rests on it.",
  inFile: (file) =>
    findUses(file, ["call"], (origin) => (weak.test(origin) ? true : undefined)).map(({ origin, reference }) => ({
      severity: "low" as const,
      ...placeOfReference(file, reference),
      title: `${origin} is not safe against collisions.`,
      key: origin
    }))
})
