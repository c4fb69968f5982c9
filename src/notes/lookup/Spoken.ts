import { asArray, isObject, type JsonObject } from "../../domain/Json.ts"

/** Takes down what a note speaks of, in the note's order. */
export interface Listener {
  region(file: string, region: number, anchor: string): void
  /** `file` is the one named; `dependent` the region that depends on it. */
  dependency(
    file: string,
    at: { readonly region: number; readonly dependency: number },
    dependent: { readonly file: string; readonly anchor: string },
    anchor: string
  ): void
  concern(file: string, concern: number, anchor: string): void
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The anchor's name in a region of any accepted spelling. */
const anchorName = (region: JsonObject): string => {
  const anchor = region["ast_anchor"]
  return isObject(anchor) ? text(anchor["name"]) : ""
}

/** `file:anchor` at the last single colon: `src/a.ts:Pool.acquire`, `src/mqtt.rs:MqttClient::connect`. */
export const splitPlace = (place: string): { readonly file: string; readonly anchor: string } => {
  const found = /^(.*?[^:]):(?!:)(.*)$/s.exec(place)
  return found === null ? { file: place, anchor: "" } : { file: found[1] ?? "", anchor: found[2] ?? "" }
}

/** What a concern lists, in any accepted spelling. */
const placeOf = (listed: unknown): { readonly file: string; readonly anchor: string } =>
  isObject(listed) ? { file: text(listed["file"]), anchor: text(listed["anchor"]) } : splitPlace(text(listed))

/** Tells what a note's document speaks of, without judging it. */
export const tell = (document: JsonObject, listener: Listener): void => {
  asArray(document["regions"]).forEach((value, region) => {
    if (!isObject(value)) return
    const dependent = { file: text(value["file"]), anchor: anchorName(value) }
    listener.region(dependent.file, region, dependent.anchor)
    asArray(value["semantic_dependencies"]).forEach((target, dependency) => {
      if (!isObject(target)) return
      listener.dependency(text(target["file"]), { region, dependency }, dependent, text(target["anchor"]))
    })
  })
  asArray(document["cross_cutting"]).forEach((value, concern) => {
    if (!isObject(value)) return
    for (const listed of asArray(value["regions"])) {
      const place = placeOf(listed)
      listener.concern(place.file, concern, place.anchor)
    }
  })
}
