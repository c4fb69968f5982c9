import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const unsafe =
  /^(?:(?:pickle|cPickle|_pickle|dill|cloudpickle|marshal|jsonpickle|shelve|joblib)\.(?:loads?|decode|open|Unpickler)|pandas\.read_pickle|yaml\.(?:unsafe_load|unsafe_load_all|full_load)|unserialize)$/

export const unsafeDeserialization = declareInFile({
  id: "unsafe-deserialization",
  category: "security",
  finds: "Data that is read in a format that can run code: pickle, marshal, shelve, yaml.unsafe_load and the like.",
  why: "Whoever writes the data decides what the program does.",
  fix: "Use a format of data only, such as JSON, or verify a signature first.",
  confidence: 0.25,
  off: "Of 30 that were judged 4 helped: most data is the program's own cache, or is checked before.",
  inFile: (file) =>
    findUses(file, ["call", "new"], (origin) => (unsafe.test(origin) ? true : undefined)).map(
      ({ origin, reference }) => ({
        severity: "medium" as const,
        guardedBy: String.raw`\ballowed_classes\b`,
        ...placeOfReference(file, reference),
        title: `${origin} reads data that can run code.`,
        key: origin
      })
    )
})
