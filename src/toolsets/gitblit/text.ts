import { escapeControls, formatCount } from "../../domain/Text.ts"
import type {
  CommitSearchAnswer,
  FilesAnswer,
  FileSearchAnswer,
  FindAnswer,
  ListAnswer
} from "../../repositoryHost/model/answers.ts"

interface Skipping {
  readonly skipped?: ListAnswer["skipped"]
}

const skippedLines = ({ skipped = [] }: Skipping): ReadonlyArray<string> =>
  skipped.map(({ reason, repository }) => `Skipped ${escapeControls(repository)}: ${escapeControls(reason)}`)

const moreLines = (
  shown: number,
  { limitHit, totalCount }: { readonly limitHit: boolean; readonly totalCount: number },
  one: string,
  many = `${one}s`
): ReadonlyArray<string> =>
  limitHit || shown < totalCount ? [`${shown} of ${formatCount(totalCount, one, many)}`] : []

/** What an answer without results says. */
const noneLines = ({ totalCount }: { readonly totalCount: number }, sentence: string): ReadonlyArray<string> =>
  totalCount === 0 ? [sentence] : []

/** Repositories, a line each. */
export const listText = (answer: ListAnswer): string =>
  [
    ...answer.repositories.map(({ description, hasCommits, lastChange, name }) =>
      [name, hasCommits ? (lastChange ?? "") : "no commits", description ?? ""]
        .filter((part) => part !== "")
        .map(escapeControls)
        .join("  ")
    ),
    ...noneLines(answer, "No repository matches."),
    ...moreLines(answer.repositories.length, answer, "repository", "repositories"),
    ...skippedLines(answer)
  ].join("\n")

/** The entries of a folder, a line each. */
export const filesText = (answer: FilesAnswer): string =>
  [
    ...answer.files.map(({ path, size }) => `${escapeControls(path)}${size === undefined ? "" : `  ${size}`}`),
    ...noneLines(answer, "The folder has no files."),
    ...moreLines(answer.files.length, answer, "file")
  ].join("\n")

/** Files by their path, a line each. */
export const findText = (answer: FindAnswer): string =>
  [
    ...answer.results.flatMap(({ files, repository, revision }) => [
      `${escapeControls(repository)} (${escapeControls(revision)})`,
      ...files.map((file) => `  ${escapeControls(file)}`)
    ]),
    ...noneLines(
      answer,
      `No path matches ${escapeControls(answer.pattern)}. A glob is for the whole path: '**/pool.ts' finds it in every folder.`
    ),
    ...moreLines(
      answer.results.reduce((sum, { files }) => sum + files.length, 0),
      answer,
      "file"
    ),
    ...skippedLines(answer)
  ].join("\n")

/** Files by their content, with the lines around what matches. */
export const fileSearchText = (answer: FileSearchAnswer): string =>
  [
    ...answer.results.flatMap(({ chunks, path, repository }) => [
      `${escapeControls(repository)} ${escapeControls(path)}`,
      ...chunks.map(({ content }) => content.replace(/^/gm, "  ").trimEnd()),
      ...(chunks.length === 0 ? [] : [""])
    ]),
    ...noneLines(answer, "No file matches."),
    ...moreLines(answer.results.length, answer, "file"),
    ...skippedLines(answer),
    ...(answer.unindexed ?? []).map(
      ({ reason, repositories }) =>
        `Searched ${formatCount(repositories, "repository", "repositories")} by git grep: ${escapeControls(reason)}`
    )
  ].join("\n")

/** Commits, a line each. */
export const commitSearchText = (answer: CommitSearchAnswer): string =>
  [
    ...answer.commits.map(
      ({ author, commit, date, repository, title }) =>
        `${escapeControls(repository)} ${commit.slice(0, 12)} ${date.slice(0, 10)} ${escapeControls(author)}: ${escapeControls(title)}`
    ),
    ...noneLines(answer, "No commit matches."),
    ...moreLines(answer.commits.length, answer, "commit"),
    ...skippedLines(answer),
    ...(answer.unindexed ?? []).map(
      ({ reason, repository }) => `Searched ${escapeControls(repository)} by git log: ${escapeControls(reason)}`
    )
  ].join("\n")
