/** Part of a list: at most `limit`, after the first `offset`. */
interface Page {
  readonly limit: number
  readonly offset: number
}

/** Which repositories to list. */
export interface ListQuestion extends Page {
  /** Part of the name, in any case. */
  readonly query: string | undefined
}

/** Which folder of which repository to list. */
export interface FilesQuestion extends Page {
  readonly repo: string
  readonly path: string
  /** Default: HEAD, or the branch with the newest commit where HEAD names none. */
  readonly revision: string | undefined
}

/** Which lines of which file to read. */
export interface FileQuestion {
  readonly repo: string
  readonly path: string
  readonly revision: string | undefined
  /** First and last line, from 1; a last line before the first one reads one line. */
  readonly startLine: number | undefined
  readonly endLine: number | undefined
}

/** Which files to find by their path. */
export interface FindQuestion extends Page {
  readonly pathPattern: string
  /** Exact names; default: all repositories. Unknown ones are left out. */
  readonly repos: ReadonlyArray<string> | undefined
  readonly revision: string | undefined
}

/** Which repositories a search is about. */
interface SearchScope extends Page {
  readonly query: string
  /** Whether only repositories count that Gitblit is told to index. */
  readonly isIndexedOnly: boolean
  /** Default: HEAD of each repository. */
  readonly branch: string | undefined
}

/** Which files to find by their content. */
export interface FileSearchQuestion extends SearchScope {
  readonly repos: ReadonlyArray<string> | undefined
  readonly pathPattern: string | undefined
  /** Lines around a match, half of them on each side. */
  readonly contextLines: number
}

/** Which commits to find. */
export interface CommitSearchQuestion extends SearchScope {
  readonly repos: ReadonlyArray<string>
  /** Any of them; default: everybody. */
  readonly authors: ReadonlyArray<string> | undefined
}
