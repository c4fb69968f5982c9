import type { Alternative } from "../../domain/Alternative.ts"
import { groupOf } from "../../domain/MatchGroup.ts"

/** Whether a path is a decision record: a Markdown file in a folder where these are kept. */
export const isDecision = (path: string): boolean =>
  /(?:^|\/)(?:docs?\/(?:adrs?|decisions|architecture\/decisions)|adrs?|\.decisions|rfcs)\/(?:[^/]+\/)*[^/]+\.md$/i.test(
    path
  ) && !/(?:^|\/)(?:README|index|(?:adr-)?template)\.md$/i.test(path)

/** What a decision record says. */
export interface Decision {
  readonly title: string
  /** As written, in lower case: `accepted`, `superseded by adr-0005`; empty if it has none. */
  readonly status: string
  /** The sentence or section that says what was decided. */
  readonly decision: string
  /** The problem that led to it. */
  readonly context: string
  readonly rejected: ReadonlyArray<Alternative>
}

interface Section {
  readonly heading: string
  readonly level: number
  readonly lines: ReadonlyArray<string>
}

const splitSections = (text: string): ReadonlyArray<Section> => {
  const sections: Array<{ heading: string; level: number; lines: Array<string> }> = [
    { heading: "", level: 0, lines: [] }
  ]
  let isFenced = false
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced
    const found = isFenced ? null : /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (found === null) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: groupOf(found, 2), level: groupOf(found, 1).length, lines: [] })
  }
  return sections
}

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`"]/g, "")
    .trim()
const key = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[.:]+$/, "")

const textOf = (sections: ReadonlyArray<Section>, heading: RegExp): string =>
  sections
    .filter((section) => heading.test(section.heading))
    .map(({ lines }) => lines.join("\n").trim())
    .join("\n\n")
    .trim()

const bullets = (text: string): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => /^[-*+]\s+(.+)$/.exec(line)?.[1] ?? [])

/** The first argument against an option: `Bad, because …`, or what its section says otherwise. */
const readObjection = (section: Section | undefined): string | undefined =>
  bullets(section?.lines.join("\n") ?? "")
    .map((bullet) => /^(?:bad|con)\s*[,:]\s*(?:because\s+)?(.+)$/i.exec(plain(bullet))?.[1])
    .find((reason) => reason !== undefined)

const readRejected = (sections: ReadonlyArray<Section>, chosen: string): ReadonlyArray<Alternative> => {
  const options = bullets(textOf(sections, /^(?:considered )?(?:options|alternatives)(?: considered)?$/i))
  if (chosen === "") return []
  return options
    .map(plain)
    .filter((option) => key(option) !== chosen && !chosen.startsWith(key(option)) && !key(option).startsWith(chosen))
    .map((text) => {
      const reason = readObjection(sections.find(({ heading }) => key(heading) === key(text)))
      return { text, ...(reason === undefined ? {} : { reason }) }
    })
}

/** Reads a decision record as MADR and Nygard write it. Undefined if it has no title. */
export const readDecision = (content: string): Decision | undefined => {
  const text = content.replaceAll("\r\n", "\n")
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)
  const sections = splitSections(text.slice(front?.[0].length ?? 0))
  const title = sections.find(({ level }) => level === 1)?.heading
  if (title === undefined || title === "") return undefined
  const listed = /^[-*]?\s*status:\s*(.+)$/im.exec(
    `${front?.[1] ?? ""}\n${sections.map(({ lines }) => lines.join("\n")).join("\n")}`
  )
  const status = plain(textOf(sections, /^status$/i) || (listed?.[1] ?? "")).toLowerCase()
  const decision = textOf(sections, /^(?:decision(?: outcome)?|outcome)$/i)
  const chosen = key(/chosen option:\s*("[^"]+"|\*\*[^*]+\*\*|[^,.\n]+)/i.exec(decision)?.[1] ?? "")
  return {
    title: plain(title),
    status,
    decision,
    context: textOf(sections, /^context(?: and problem statement)?$/i),
    rejected: readRejected(sections, chosen)
  }
}
