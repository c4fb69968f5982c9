import type { Definition, Facts } from "../../../adapters/parser/facts/Facts.ts"
import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

const mutable =
  /(\w+)\s*(?::\s*[\w.]+(?:\[[^=]*\])?[^=,]*)?=\s*(\[[^[\]]*\]|\{[^{}]*\}|(?:list|dict|set|deque|defaultdict|OrderedDict|Counter)\(\s*\w*\s*\))\s*[,)]/g

const initialOf = (value: string) =>
  /^(?:\[\s*\]|list\(\s*\))$/.test(value) ? "empty list" : /^(?:\{\s*\}|\w+\(\s*\))$/.test(value) ? "empty" : "items"

/** A cache, or a cell with one value that calls hand on to the next. */
const isOnPurpose = (name: string, value: string): boolean =>
  /cache|memo|^_/i.test(name) || /^\[\s*(?:None|True|False|\d[\d.]*|"[^"]*"|'[^']*')\s*\]$/.test(value)

/** A helper that is called here only, most often by itself too, and is given all. */
const isInner = ({ definitions }: Facts, { kind, name, owner }: Definition): boolean =>
  kind === "function" && (/^_(?!_)/.test(name) || /^(?:function|method)$/.test(definitions[owner]?.kind ?? ""))

export const mutableDefault = declareInFile({
  id: "mutable-default",
  category: "correctness",
  finds: "A parameter of Python whose default is a list, dict or set that the function adds to, or its class changes.",
  why: "All calls share it: what one call adds, the next one finds.",
  fix: "Use None as the default, and make the value in the function.",
  confidence: 0.6,
  off: "12 of 19 findings were useful (.63): others are caches, and defaults that all callers replace. It is stricter since, and not judged again.",
  inFile: (file) =>
    file.file.language !== "python"
      ? []
      : file.facts.definitions
          .filter((definition) => /^(?:function|method)$/.test(definition.kind) && !isInner(file.facts, definition))
          .flatMap((definition) =>
            [...definition.signature.matchAll(mutable)]
              .filter(([, name = "", value = ""]) => !isOnPurpose(name, value))
              .map(([, name = "", value = ""]) => ({
                severity: "medium" as const,
                ...placeOfDefinition(file, definition),
                title: `All calls of ${definition.qualifiedName} share the default of ${name}.`,
                changedParameter: { name, initial: initialOf(value) },
                key: name
              }))
          )
})
