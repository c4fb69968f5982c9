import type {
  ArchitectureAnswer,
  GraphNode,
  GraphQueryAnswer,
  ImpactAnswer,
  ImpactReason,
  TraceAnswer,
  TraceNode
} from "../../codeIndex/model/graphAnswers.ts"
import { shortenWays } from "../../codeIndex/model/shortenWays.ts"
import type { EvolutionAnswer, EvolutionCommit, FileChurn, HotspotsAnswer } from "../../codeGraph/model/answers.ts"
import type { CommitReason } from "../../domain/CommitReason.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"

type Lines = ReadonlyArray<string>

const show = escapeControls

/** An answer for people: warnings, then the rest. */
const compose = ({ warnings = [] }: { readonly warnings?: Lines }, lines: Lines): string =>
  [...warnings.map((warning) => `Warning: ${show(warning)}`), ...lines].join("\n")

const section = (title: string, lines: Lines): Lines => (lines.length === 0 ? [] : ["", `## ${title}`, ...lines])

const quoteReason = ({ commit, reason, subject }: CommitReason): string =>
  `“${show(reason)}” (${commit.slice(0, 10)}: ${show(subject)})`

const formatLines = ({ line_end: end, line_start: start }: GraphNode): string =>
  start === undefined ? "" : `, lines ${start}-${end ?? start}`

const formatNode = (node: GraphNode): string => {
  const kind = node.kind ?? node.language
  const detail = [
    ...(kind === undefined ? [] : [`${kind}${formatLines(node)}`]),
    ...(node.complexity === undefined || node.complexity === 0 ? [] : [`complexity ${node.complexity}`]),
    ...(node.lines === undefined
      ? []
      : [`by line ${node.lines.join(", ")}${node.more_lines === undefined ? "" : ` and ${node.more_lines} more`}`]),
    ...(node.through === undefined ? [] : [`through ${show(node.through)}`]),
    ...(node.how === undefined ? [] : [node.how.replace("_", " ")])
  ]
  return `- ${show(node.qualified_name)}${detail.length === 0 ? "" : ` (${detail.join("; ")})`}`
}

/** Calls that may be of the definition in question. */
const formatPossible = ({
  possible_callers: count = 0,
  possible_places: places = []
}: Pick<ImpactAnswer, "possible_callers" | "possible_places">): Lines => {
  if (count === 0) return []
  return [
    `Perhaps also called by ${formatCount(count, "call")} on unknown receivers, nearest first:`,
    ...places.map((place) => `- ${show(place)}`)
  ]
}

/** A list of nodes, or their counts. */
export const queryText = (answer: GraphQueryAnswer): string => {
  const { results, stats, target, total_count: total } = answer
  if (stats !== undefined) {
    const hows = Object.entries(stats.edges_by_how).map(([how, count]) => `${how.replace("_", " ")} ${count}`)
    return compose(answer, [
      `Files: ${stats.total_files}`,
      `Functions: ${stats.total_functions}`,
      `Classes: ${stats.total_classes}`,
      `Nodes: ${stats.total_nodes}`,
      `Edges: ${stats.total_edges} (${hows.join(", ")})`
    ])
  }
  const head =
    target === undefined ? formatCount(total, "result") : `${show(target)}: ${formatCount(total, "other node")}`
  return compose(answer, [
    head,
    ...results.map(formatNode),
    ...(answer.has_more ? ["- …"] : []),
    ...formatPossible(answer)
  ])
}

/** What lies between the start and a node. A path with fewer nodes begins where an earlier one is. */
const formatWay = (path: Lines, depth: number): string =>
  path.length === 0 ? "" : ` via ${path.length < depth - 1 ? "… → " : ""}${path.map(show).join(" → ")}`

const formatTraced = (nodes: ReadonlyArray<TraceNode>): Lines => {
  const ways = shortenWays(nodes.map(({ name, path }) => ({ node: name, path })))
  return nodes.map(({ depth, how, kind, line, name }, at) => {
    const detail = `${kind}${line === undefined ? "" : `, line ${line}`}, ${how.replace("_", " ")}`
    return `${"  ".repeat(depth - 1)}- ${show(name)} (${detail})${formatWay(ways[at] ?? [], depth)}`
  })
}

/** What depends on a node, and what it needs. */
export const traceText = (answer: TraceAnswer): string =>
  compose(answer, [
    `${show(answer.root)}: ${formatCount(answer.total_nodes - 1, "other node")}${answer.truncated === true ? ", and more" : ""}`,
    ...section("What depends on it", formatTraced(answer.upstream)),
    ...section("What it needs", formatTraced(answer.downstream))
  ])

const formatReason = ({ depth, file, how, kind, line, name, path }: ImpactReason): string => {
  const place = `${show(file)}${line === undefined ? "" : `:${line}`}${name === undefined ? "" : ` ${show(name)}`}`
  return `- ${place} (${kind}, ${how.replace("_", " ")}, ${formatCount(depth, "step")})${formatWay(path, depth)}`
}

/** What a change may break. */
export const impactText = (answer: ImpactAnswer): string =>
  compose(answer, [
    `${show(answer.target)}: risk ${answer.risk_score}`,
    `${formatCount(answer.direct_dependents, "direct dependent")}, ${answer.transitive_dependents} in all, in ${formatCount(answer.affected_count, "file")}, ${formatCount(answer.affected_tests, "test file")} among them${answer.truncated === true ? "; more are not shown" : ""}`,
    ...(answer.strongly_connected ? ["Part of a cycle: it depends on what depends on it."] : []),
    ...formatPossible(answer),
    ...section(
      "Noted about what may break",
      (answer.notes ?? []).flatMap(({ anchor, constraints = [], file, risk }) => [
        `- ${show(file)}${anchor === "" ? "" : `:${show(anchor)}`}`,
        ...constraints.map((text) => `  - Constraint: ${show(text)}`),
        ...(risk === undefined ? [] : [`  - Risk: ${show(risk)}`])
      ])
    ),
    ...section(
      "Not noted; from history",
      (answer.evidence ?? []).map(({ file, ...reason }) => `- ${show(file)}: ${quoteReason(reason)}`)
    ),
    ...section("Nearest reason for each file", answer.reasons.map(formatReason))
  ])

/** Modules, cycles and entry points. */
export const architectureText = (answer: ArchitectureAnswer): string =>
  compose(answer, [
    Object.entries(answer.node_counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
    `Languages: ${answer.languages.map(({ file_count: count, language }) => `${language} ${count}`).join(", ")}`,
    ...section(
      "Modules",
      answer.modules.map(({ depends_on: needs, files, path }) => {
        const detail = needs.length === 0 ? "" : ` → ${needs.map(show).join(", ")}`
        return `- ${show(path)} (${formatCount(files, "file")})${detail}`
      })
    ),
    ...section(
      "Entry points",
      answer.entry_points.map((path) => `- ${show(path)}`)
    ),
    ...section(
      "Import cycles",
      answer.cycles.map((paths) => `- ${paths.map(show).join(", ")}`)
    ),
    ...section(
      "Largest classes",
      answer.top_classes.map(
        ({ class_name: name, file, method_count: count }) =>
          `- ${show(name)} in ${show(file)} (${formatCount(count, "method")})`
      )
    ),
    ...(answer.truncated === true ? ["", "There are more than shown."] : [])
  ])

/** Files that are changed often and hard to change. */
export const hotspotsText = (answer: HotspotsAnswer): string =>
  compose(answer, [
    `${formatCount(answer.total_files, "file")} changed in the newest 500 commits`,
    ...answer.hotspots.flatMap(({ churn, complexity, file_path: path, most_complex: most, reason, score, why }) => [
      `- ${show(path)}: ${score} (${formatCount(churn, "commit")} × complexity ${complexity}${most === undefined ? "" : `, most in ${show(most)}`})`,
      ...(why === undefined ? [] : [`  Why: ${show(why)}`]),
      ...(reason === undefined ? [] : [`  Not noted; from history: ${quoteReason(reason)}`])
    ])
  ])

const formatDay = (timestamp: string): string => timestamp.slice(0, 10)

const formatCommit = (commit: EvolutionCommit): string => {
  const size = commit.lines_added === undefined ? "" : ` +${commit.lines_added} -${commit.lines_deleted ?? 0}`
  const then = commit.path === undefined ? "" : ` in ${show(commit.path)}`
  return `- ${commit.hash.slice(0, 10)} ${formatDay(commit.timestamp)} ${show(commit.author)}${size}${then}: ${show(commit.message)}`
}

const formatChurn = ({ authors, commits, deletions, insertions, path }: FileChurn): string =>
  [
    `- ${show(path)}: ${formatCount(commits, "commit")}`,
    ...(insertions === undefined ? [] : [`+${insertions} -${deletions ?? 0}`]),
    formatCount(authors.length, "author")
  ].join(", ")

const describeTotals = (answer: EvolutionAnswer): Lines => [
  ...(answer.commit_count === undefined ? [] : [formatCount(answer.commit_count, "commit")]),
  ...(answer.insertions === undefined ? [] : [`+${answer.insertions} -${answer.deletions ?? 0}`]),
  ...(answer.total_commits === undefined ? [] : [formatCount(answer.total_commits, "commit")]),
  ...(answer.unique_authors === undefined ? [] : [formatCount(answer.unique_authors, "author")]),
  ...(answer.num_authors === undefined ? [] : [formatCount(answer.num_authors, "author")]),
  ...(answer.bus_factor === undefined ? [] : [`bus factor ${answer.bus_factor}`]),
  ...(answer.last_modified === undefined || answer.last_modified === ""
    ? []
    : [
        `last changed ${formatDay(answer.last_modified)}${answer.last_author === undefined ? "" : ` by ${show(answer.last_author)}`}`
      ])
]

/** The answer to a question about history. */
export const evolutionText = (answer: EvolutionAnswer): string => {
  const place = [answer.file, answer.function].flatMap((part) => (part === undefined ? [] : [show(part)])).join(":")
  const totals = describeTotals(answer).join(", ")
  return compose(answer, [
    ...(place === "" && totals === "" ? [] : [[place, totals].filter((part) => part !== "").join(": ")]),
    ...(answer.authors ?? []).map((author) => `- ${show(author)}`),
    ...(answer.files ?? []).map(formatChurn),
    ...(answer.commits ?? []).map(formatCommit),
    ...(answer.ownership ?? []).map(
      ({ author, lines, percentage }) => `- ${show(author)}: ${percentage} % (${formatCount(lines, "line")})`
    ),
    ...(answer.coupled?.length === 0 && answer.warnings === undefined
      ? ["No file changes together with it often enough."]
      : []),
    ...(answer.coupled ?? []).map(
      ({ confidence, hidden, path, support }) =>
        `- ${show(path)}: ${Math.round(confidence * 100)} % (${formatCount(support, "commit")})${hidden ? ", hidden: neither refers to the other" : ""}`
    ),
    ...(answer.has_more === true ? ["- …"] : [])
  ])
}
