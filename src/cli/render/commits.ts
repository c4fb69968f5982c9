import type {
  CommitAnswer,
  Freshness,
  SearchAnswer,
  SearchResult,
  SimilarAnswer,
  SimilarFreshness,
  TouchesAnswer
} from "../../commitIndex/model/answers.ts"
import {
  blank,
  facts,
  heading,
  escapeLine,
  item,
  joinFacts,
  type Line,
  paragraphs,
  plain,
  quote,
  title,
  warning
} from "./Line.ts"
import { formatDay, formatMinute } from "./dates.ts"
import { shortId } from "./parts.ts"
import { formatCount } from "../../domain/Text.ts"

/** Characters of the query in the title. */
const maxTitleLength = 200
/** Paths listed per result; the rest are counted. */
const maxPathsShown = 4

const lineRole = (line: string): "added" | "removed" | "facts" => {
  if (line.startsWith("+++")) return "facts"
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "facts"
}

const excerptLines = (excerpt: string): ReadonlyArray<Line> =>
  excerpt === "" ? [] : excerpt.split("\n").flatMap((line) => quote(line, { role: lineRole(line) }))

const formatPaths = (paths: ReadonlyArray<string>): string => {
  const more = paths.length - maxPathsShown
  return paths.slice(0, maxPathsShown).map(escapeLine).join(", ") + (more > 0 ? ` and ${more} more` : "")
}

/** The ids of a commit in each repository; a cherry-pick or rebase has several. */
const joinIds = ({ copies = [], repo, sha }: SearchResult): string =>
  [{ repo, sha }, ...copies].map((one) => `${escapeLine(one.repo)} ${shortId(one.sha)}`).join(" = ")

const resultLines = (result: SearchResult, similarity = ""): ReadonlyArray<Line> => [
  blank,
  heading(`${formatDay(result.date)} ${escapeLine(result.subject)}`),
  ...paragraphs([
    result.intent === undefined ? [] : quote(result.intent, { label: "Why" }),
    result.reasoning === undefined ? [] : quote(result.reasoning, { label: "Reasoning" }),
    excerptLines(result.patch_excerpt)
  ]),
  blank,
  facts([joinIds(result), similarity, escapeLine(result.author), formatPaths(result.matched_paths)])
]

const staleLines = ({ behind, indexed_at, name }: Freshness): ReadonlyArray<Line> => {
  const of = escapeLine(name)
  if (indexed_at === null) {
    const lacking = behind === null || behind === 0 ? "" : `; ${formatCount(behind, "commit")} to index`
    return [warning(`${of} was never completely indexed${lacking}: ultragit repos sync`)]
  }
  if (behind === null)
    return [warning(`${of} was indexed at ${formatMinute(indexed_at)}; checking it for new commits failed.`)]
  if (behind === 0) return []
  return [warning(`${of} has ${formatCount(behind, "commit")} to index: ultragit repos sync`)]
}

const freshLines = (repositories: ReadonlyArray<Freshness>): ReadonlyArray<Line> => {
  const lines = repositories.flatMap(staleLines)
  return lines.length === 0 ? [] : [blank, ...lines]
}

interface PageEnd {
  readonly results: ReadonlyArray<unknown>
  readonly trimmed?: { readonly results: number }
  readonly next_cursor?: string
}

const moreLines = ({ next_cursor: cursor, results, trimmed }: PageEnd): ReadonlyArray<Line> => [
  ...(trimmed === undefined
    ? []
    : [
        blank,
        warning(`${results.length} of ${formatCount(trimmed.results, "result")} fit the budget. More: --max-tokens N`)
      ]),
  ...(cursor === undefined
    ? []
    : [blank, plain(`More results: repeat the command with --cursor ${escapeLine(cursor)}`)])
]

/** Shortens a query for the title. */
const formatQuery = (query: string): string =>
  escapeLine(query.length <= maxTitleLength ? query : `${query.slice(0, maxTitleLength).toWellFormed()}…`)

const droppedWordLines = (words: number): ReadonlyArray<Line> =>
  words === 0
    ? []
    : [blank, warning(`The query is long: its last ${formatCount(words, "word")} were not searched for.`)]

/** Renders the answer of `search`, best match first. */
export const renderSearch = (query: string, answer: SearchAnswer): ReadonlyArray<Line> => [
  title(`Commits: ${formatQuery(query)}`),
  ...freshLines(answer.repositories),
  ...droppedWordLines(answer.words_left_out ?? 0),
  ...(answer.results.length === 0
    ? [blank, plain("No commits match. Try fewer words.")]
    : answer.results.flatMap((result) => resultLines(result))),
  ...moreLines(answer)
]

const missingVectorLines = ({ name, without_vector: lacking }: SimilarFreshness): ReadonlyArray<Line> =>
  lacking === 0
    ? []
    : [
        blank,
        warning(
          `${escapeLine(name)} has ${formatCount(lacking, "commit")} without a vector, which similarity search cannot find.`
        )
      ]

/** Renders the answer of `search_semantic`, most similar first. */
export const renderSimilar = (query: string, answer: SimilarAnswer): ReadonlyArray<Line> => [
  title(`Commits like: ${formatQuery(query)}`),
  ...freshLines(answer.repositories),
  ...answer.repositories.flatMap(missingVectorLines),
  ...(answer.results.length === 0
    ? [blank, plain("The filters exclude every commit with a vector.")]
    : answer.results.flatMap((result) => resultLines(result, `similarity ${result.score.toFixed(2)}`))),
  ...moreLines(answer)
]

/** Renders the answer of `touches`, newest first. */
export const renderTouches = (path: string, answer: TouchesAnswer): ReadonlyArray<Line> => [
  title(`Commits that changed ${escapeLine(path)}`),
  ...freshLines(answer.repositories),
  blank,
  ...(answer.results.length === 0
    ? [plain("No commit changed a matching path. Give part of a path, or a glob such as 'src/**/*.ts'.")]
    : answer.results.map(({ date, path: changed, repo, sha, status, subject }) =>
        item(
          `${formatDay(date)} ${status} ${joinFacts([escapeLine(changed), escapeLine(subject), `${escapeLine(repo)} ${shortId(sha)}`])}`
        )
      )),
  ...moreLines(answer)
]

const formatParents = ({ parents, patch }: CommitAnswer): string => {
  if (patch === "unknown") return "at the boundary of a shallow clone: what it changed is unknown"
  return parents.length === 0 ? "the first commit" : `parent ${parents.map(shortId).join(", ")}`
}

/** The state of a commit's patch, if it is not simply stored. */
const patchTexts: Readonly<Record<CommitAnswer["patch"], string>> = {
  stored: "",
  merge: "a merge; its patch is against its first parent",
  oversize: "its patch is large: see --max-bytes and --path",
  binary: "changes binary files only",
  empty: "changes nothing",
  pending: "its patch is not indexed yet",
  unknown: ""
}

const formatPerson = (name: string, email: string): string => `${escapeLine(name)} <${escapeLine(email)}>`

const formatCommitter = ({ author, author_email, commit_date, committer, date }: CommitAnswer): string =>
  committer.name === author && committer.email === author_email && commit_date === date
    ? ""
    : `committed by ${formatPerson(committer.name, committer.email)}, ${formatMinute(commit_date)}`

const locationLines = (commit: CommitAnswer): ReadonlyArray<Line> => {
  const { patch, refs } = commit
  const parts = [
    formatParents(commit),
    refs.map((ref) => escapeLine(ref).replace(/^refs\/(?:heads|tags|remotes)\//, "")).join(", "),
    patchTexts[patch]
  ]
  return [facts(parts)]
}

const whyLines = ({ intent, reasoning }: CommitAnswer): ReadonlyArray<Line> => {
  const blocks = [
    intent === undefined ? [] : quote(intent, { label: "Why" }),
    reasoning === undefined ? [] : quote(reasoning, { label: "Reasoning" })
  ]
  const lines = paragraphs(blocks)
  return lines.length === 0 ? [] : [blank, ...lines]
}

/** Fields that the budget may cut, with their names and units. */
const fieldNames = [
  ["subject", "subject", "character"],
  ["reasoning", "reasoning", "character"],
  ["body", "message", "character"],
  ["changed_files", "changed files", "file"],
  ["refs", "branches and tags", "ref"]
] as const

const trimmedLines = ({ trimmed = {} }: CommitAnswer): ReadonlyArray<Line> => {
  const cut = fieldNames.flatMap(([field, name, unit]) => {
    const whole = trimmed[field]
    return whole === undefined ? [] : [`${name} (${formatCount(whole, unit)} in total)`]
  })
  return cut.length === 0 ? [] : [blank, warning(`Cut to fit the budget: ${cut.join(", ")}. More: --max-tokens N`)]
}

/** Renders the answer of `show`: everything but the patch. */
export const renderCommit = (answer: CommitAnswer): ReadonlyArray<Line> => [
  title(escapeLine(answer.subject)),
  blank,
  facts([
    `${escapeLine(answer.repo)} ${answer.sha}`,
    formatPerson(answer.author, answer.author_email),
    formatMinute(answer.date),
    formatCommitter(answer)
  ]),
  ...locationLines(answer),
  ...whyLines(answer),
  ...(answer.body === null ? [] : [blank, ...quote(answer.body)]),
  blank,
  ...answer.changed_files.map(({ old_path, path, status }) =>
    item(`${status} ${escapeLine(path)}${old_path === null ? "" : ` (from ${escapeLine(old_path)})`}`)
  ),
  ...trimmedLines(answer)
]
