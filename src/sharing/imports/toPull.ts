import { Option } from "effect"
import type { HostAuthor, HostComment, MergedRequest } from "../../adapters/hosting/MergedRequest.ts"
import type { HostKind, Site } from "../../adapters/hosting/Site.ts"
import type { Speaker } from "../../domain/Evidence.ts"
import { maskStart } from "../../domain/Masking.ts"
import { determineSpeaker } from "../../evidence/messages/speakers.ts"
import type { ImportedPull, PullComment } from "../../notes/pulls/PullsNote.ts"
import { findReason } from "../../evidence/reasons/findReason.ts"
import { cleanText } from "./cleanText.ts"

const maxTitleChars = 300
const maxNameChars = 100
const maxBodyChars = 8000
const maxCommentChars = 2000
/** Comments kept of one request, those of maintainers first. */
const maxComments = 12

const marks: Record<HostKind, string> = { github: "#", gitlab: "!" }

/** Who decides about the project first. */
const maintainers = /^(?:owner|member|collaborator|maintainer|developer)$/i

const maskAndCut = (text: string, maxChars: number): string => {
  const masked = maskStart(text, maxChars)
  return text.length > maxChars ? `${masked.trimEnd()}…` : masked
}

/** Makes a text of one line, masked and cut. */
const toLine = (text: string, maxChars: number): string => {
  const line = text.slice(0, 4 * maxChars + 4_096)
  return maskAndCut(line.replaceAll(/\s+/g, " ").trim(), maxChars)
}

const speakerOf = ({ isBot, login }: HostAuthor): Speaker => {
  const speaker = determineSpeaker({ name: login, email: "" }, [])
  return isBot && speaker === "person" ? "tool" : speaker
}

/** A line that agents put at the end of the descriptions that they write. */
const agentMark = /^[^\w\n]*generated (?:with|by) \[/imu

/** The name and the association of an author. */
const toAuthorFields = ({ association, login }: HostAuthor) => ({
  author: toLine(login, maxNameChars),
  ...Option.match(association, { onNone: () => ({}), onSome: (role) => ({ association: toLine(role, maxNameChars) }) })
})

/** Converts a comment; empty if a program wrote it or it gives no reason. */
const toComment = (said: HostComment, templateLines: ReadonlySet<string>): ReadonlyArray<PullComment> => {
  if (speakerOf(said.author) !== "person") return []
  const text = maskAndCut(cleanText(said.body, templateLines), maxCommentChars)
  if (text === "" || findReason({ body: text }) === undefined) return []
  const path = Option.match(said.path, { onNone: () => ({}), onSome: (file) => ({ path: file }) })
  return [{ ...toAuthorFields(said.author), ...path, text }]
}

const isMaintainer = ({ association = "" }: PullComment): boolean => maintainers.test(association)

const chooseComments = ({ comments }: MergedRequest, templateLines: ReadonlySet<string>) => {
  const found = comments.flatMap((said) => toComment(said, templateLines))
  const distinct = [...new Map(found.map((comment) => [comment.text, comment])).values()]
  return [...distinct.filter(isMaintainer), ...distinct.filter((each) => !isMaintainer(each))].slice(0, maxComments)
}

/**
 * Converts a request of a host to what is kept of it: credentials masked, without templates' boilerplate, with the
 * comments of people that give reasons. None if a program opened it.
 */
export const toPull = (
  { host, kind, project }: Site,
  request: MergedRequest,
  templateLines: ReadonlySet<string>
): Option.Option<ImportedPull> => {
  const by = speakerOf(request.author)
  if (by === "tool") return Option.none()
  const body = maskAndCut(cleanText(request.body, templateLines), maxBodyChars)
  const issues = request.issues.map(({ id, title }) => ({
    id: toLine(id, maxTitleChars),
    title: toLine(title, maxTitleChars)
  }))
  const comments = chooseComments(request, templateLines)
  return Option.some({
    host,
    project,
    id: `${marks[kind]}${request.number}`,
    title: toLine(request.title, maxTitleChars),
    ...(body === "" ? {} : { body }),
    ...toAuthorFields(request.author),
    by: agentMark.test(request.body.slice(0, 100_000)) ? "agent" : by,
    merged_at: toLine(request.mergedAt, maxNameChars),
    updated_at: toLine(request.updatedAt, maxNameChars),
    ...(issues.length === 0 ? {} : { issues }),
    ...(comments.length === 0 ? {} : { comments })
  })
}
