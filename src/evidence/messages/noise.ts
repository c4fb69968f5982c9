import { groupOf } from "../../domain/MatchGroup.ts"

/** Keys whose lines say nothing about the code, wherever they are in a message. */
const noiseKeys =
  "signed-off-by|co-authored-by|co-developed-by|reviewed-by|acked-by|tested-by|helped-by|mentored-by|reported-by|cc|change-id|pr-url|reviewed-on|submitted-by|entire-[a-z-]+|claude-session"
/** Lines that Dependabot writes below the title of an update, which says as much. */
const updateLines = [
  String.raw`^bumps (?:the \S+ group (?:with|across) \d|\[[^\]]+\]\(https?:.* (?:from \S+ to \S+|updated together\.)$)`,
  String.raw`^updates \x60[^\x60]+\x60 (?:from \S+ )?to \S+$`,
  String.raw`^- \[(?:release notes|changelog|commits|upgrade guide)\]\(https?:`,
  String.raw`^\| (?:package \| from \| to|--- \| --- \| ---|\[[^\]]+\]\(https?:\S+ \| \x60[^\x60]+\x60 \| \x60[^\x60]+\x60) \|$`
]
const noiseLine = new RegExp(
  [
    String.raw`^\s*(?:${noiseKeys}):\s`,
    String.raw`^\s*(?:-{3,}|={3,}|\*{3,})\s*$`,
    String.raw`^\s*[-*] \[[ xX]\] `,
    String.raw`^\s*(?:🤖\s*)?generated (?:with|by) \[`,
    String.raw`^\(cherry picked from commit [0-9a-f]{7,64}\)$`,
    ...updateLines
  ].join("|"),
  "iu"
)

/** Returns whether a line is a sign-off, a rule, an item of a check list or the like. */
export const isNoise = (line: string): boolean => noiseLine.test(line)

/** What a service writes into the descriptions of pull requests, between two comments that say so. */
const generatedPart =
  /<!--\s*this is an auto-generated [\s\S]*?(?:-->|$)[\s\S]*?(?:<!--\s*end of auto-generated [\s\S]*?(?:-->|$)|$)/gi

/** What Dependabot writes of an update for programs. */
const updateData = /^updated-dependencies:\n[\s\S]*?(?:^\.\.\.$|(?![\s\S]))/gm

/** Removes comments of templates, also one that is not closed, and what services say that they generated or write for programs. */
export const removeTemplateComments = (text: string): string =>
  text
    .replaceAll(generatedPart, "")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replaceAll(updateData, "")

const checkListItem = /^(\s*)[-*] \[[ xX]\] /
const checkListHeading = /^#{1,6} .*\bcheck[- ]?list\b/i
/** Where a section ends: at a heading, and at the rule that GitHub writes above trailers. */
const sectionEnd = /^(?:#{1,6} |-{3,}\s*$)/

/** Removes items of check lists, with what is indented below them or below a heading that names one: templates explain them there. */
const removeCheckLists = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  let indent: number | undefined
  return lines.filter((line) => {
    const item = checkListItem.exec(line)
    if (sectionEnd.test(line)) indent = checkListHeading.test(line) ? -1 : undefined
    else if (item !== null) indent = Math.min(indent ?? Infinity, groupOf(item, 1).length)
    else if (indent !== undefined && line.trim() !== "" && line.search(/\S/) <= indent) indent = undefined
    return indent === undefined
  })
}

/** Joins lines to a text without noise, without empty lines around it and with at most one inside. */
export const toQuote = (lines: ReadonlyArray<string>): string =>
  removeCheckLists(lines)
    .filter((line) => !isNoise(line))
    .join("\n")
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
