/** One commit of a history built in bulk. */
export interface HistoryCommit {
  readonly message: string
  /** Content by path; `null` removes the path. What is not named stays as in the first parent. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>
  /** Author and committer time in seconds since 1970; an hour after the one before unless given. */
  readonly date?: number
  /** Author time where it differs from the committer's. */
  readonly authorDate?: number
  /** Positions of the parents in the history; the commit before unless given, `[]` for a root. */
  readonly parents?: ReadonlyArray<number>
  /** `Name <address>`. */
  readonly author?: string
}

const bytes = (content: string | Uint8Array): Buffer => Buffer.from(content)

const data = (content: string | Uint8Array): Buffer => {
  const body = bytes(content)
  return Buffer.concat([Buffer.from(`data ${body.length}\n`), body, Buffer.from("\n")])
}

const quoted = (path: string): string => `"${path.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`

const fileChange = ([path, content]: readonly [string, string | Uint8Array | null]): Buffer =>
  content === null
    ? Buffer.from(`D ${quoted(path)}\n`)
    : Buffer.concat([Buffer.from(`M 100644 inline ${quoted(path)}\n`), data(content)])

/** The input of `git fast-import` for a history on one ref; it prints the ids of the commits, one a line. */
export const historyStream = (
  history: ReadonlyArray<HistoryCommit>,
  options: { readonly ref: string; readonly from: string | undefined; readonly startDate: number }
): { readonly stream: Buffer; readonly lastDate: number } => {
  let date = options.startDate
  const parts = history.flatMap((commit, index) => {
    date = commit.date ?? date + 3600
    const parents =
      commit.parents?.map((parent) => `:${parent + 1}`) ??
      (index > 0 ? [`:${index}`] : options.from === undefined ? [] : [options.from])
    const [first, ...others] = parents
    const reset = first === undefined ? `reset ${options.ref}\n` : ""
    return [
      Buffer.from(
        `${reset}commit ${options.ref}\nmark :${index + 1}\nauthor ${commit.author ?? "Ada Author <ada@example.org>"} ${commit.authorDate ?? date} +0000\n` +
          `committer Carl Committer <carl@example.org> ${date} +0000\n`
      ),
      data(commit.message),
      Buffer.from(first === undefined ? "" : `from ${first}\n`),
      Buffer.from(others.map((parent) => `merge ${parent}\n`).join("")),
      ...Object.entries(commit.files ?? {}).map(fileChange)
    ]
  })
  const marks = history.map((_, index) => `get-mark :${index + 1}\n`).join("")
  return { stream: Buffer.concat([...parts, Buffer.from(`${marks}done\n`)]), lastDate: date }
}

/** The input of `git fast-import` that adds notes to commits in one notes commit. */
export const notesStream = (
  notes: ReadonlyArray<readonly [string, string | Uint8Array]>,
  options: { readonly ref: string; readonly from: string | undefined; readonly date: number }
): Buffer =>
  Buffer.concat([
    Buffer.from(`commit ${options.ref}\ncommitter Carl Committer <carl@example.org> ${options.date} +0000\n`),
    data("Notes added"),
    Buffer.from(options.from === undefined ? "" : `from ${options.from}\n`),
    ...notes.flatMap(([commit, note]) => [Buffer.from(`N inline ${commit}\n`), data(note)]),
    Buffer.from("done\n")
  ])
