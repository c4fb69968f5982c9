import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

/** Callbacks for the references that a note makes, called in the note's order. */
export interface ReferenceVisitor {
  region(file: string, region: number, anchor: string): void
  /** `file` and `anchor` are depended on; `dependent` is the region that depends on them. */
  dependency(
    file: string,
    at: { readonly region: number; readonly dependency: number },
    dependent: { readonly file: string; readonly anchor: string },
    anchor: string
  ): void
  concern(file: string, concern: number, anchor: string): void
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The anchor's name of a region in any accepted spelling. */
const anchorName = (region: JsonObject): string => {
  const anchor = region["ast_anchor"]
  return isObject(anchor) ? text(anchor["name"]) : ""
}

/** Splits `file:anchor` at the first single colon: `src/a.ts:Pool.acquire`, `src/mqtt.rs:MqttClient::connect`. */
export const splitPlace = (place: string): { readonly file: string; readonly anchor: string } => {
  const match = /^(.*?[^:]):(?!:)(.*)$/s.exec(place)
  return match === null ? { file: place, anchor: "" } : { file: groupOf(match, 1), anchor: groupOf(match, 2) }
}

/** A place that a concern lists, in any accepted spelling. */
const placeOf = (listed: unknown): { readonly file: string; readonly anchor: string } =>
  isObject(listed) ? { file: text(listed["file"]), anchor: text(listed["anchor"]) } : splitPlace(text(listed))

/** Visits the references in a note's document, without validating it. */
export const visitReferences = (document: JsonObject, visitor: ReferenceVisitor): void => {
  asArray(document["regions"]).forEach((value, region) => {
    if (!isObject(value)) return
    const dependent = { file: text(value["file"]), anchor: anchorName(value) }
    visitor.region(dependent.file, region, dependent.anchor)
    asArray(value["semantic_dependencies"]).forEach((target, dependency) => {
      if (!isObject(target)) return
      visitor.dependency(text(target["file"]), { region, dependency }, dependent, text(target["anchor"]))
    })
  })
  asArray(document["cross_cutting"]).forEach((value, concern) => {
    if (!isObject(value)) return
    for (const listed of asArray(value["regions"])) {
      const place = placeOf(listed)
      visitor.concern(place.file, concern, place.anchor)
    }
  })
}
