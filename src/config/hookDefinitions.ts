import { Option } from "effect"
import { isFullRefName } from "../adapters/git/RefName.ts"
import { type Definition, oneOf, singleValue, wholeNumber } from "./define.ts"

/** Expands a ref as `git notes --ref` does: `ultragit` and `notes/ultragit` mean `refs/notes/ultragit`. */
const expandRef = (ref: string): string => {
  if (ref.startsWith("refs/")) return ref
  return ref.startsWith("notes/") ? `refs/${ref}` : `refs/notes/${ref}`
}

const isNotesRef = (ref: string): boolean => ref.startsWith("refs/notes/") && ref.length <= 255 && isFullRefName(ref)

const noteRef: Definition<string> = {
  name: "noteRef",
  description: "Ref that holds the notes",
  expected: "a ref under refs/notes/ that git accepts, such as refs/notes/ultragit",
  fallback: "refs/notes/ultragit",
  tracked: false,
  listKind: "none",
  decode: (values) =>
    Option.filter(
      Option.map(
        Option.filter(singleValue(values), (text) => text !== ""),
        expandRef
      ),
      isNotesRef
    )
}

/** The settings that agents' hooks read. Apart from the others, because hooks must start fast. */
export const hookDefinitions = {
  noteRef,
  gate: oneOf("gate", ["off", "once"], {
    description:
      "Deny an agent's first edit of a unit with constraints that it was not shown in the session, giving them as the reason",
    tracked: false
  }),
  hookTimeout: wholeNumber("hookTimeout", {
    description: "Time limit of one hook of an agent, after which it says nothing",
    unit: "milliseconds",
    minimum: 100,
    maximum: 60_000,
    fallback: 1_500,
    tracked: false
  }),
  sessions: oneOf("sessions", ["draft", "write", "off"], {
    description:
      "What becomes of agents' sessions: drafts that wait for acceptance, notes written at once, or nothing is read",
    tracked: false
  })
}
