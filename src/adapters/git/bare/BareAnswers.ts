import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { TreeEntry } from "../TreeEntry.ts"

/** Where HEAD points to: a branch, which may not exist, or a commit. */
export type Head =
  | { readonly _tag: "Branch"; readonly ref: string }
  | { readonly _tag: "Detached"; readonly commit: ObjectId }

/** A branch and the commit that it points to. */
export interface Branch {
  /** Full name, such as `refs/heads/main`. */
  readonly ref: string
  readonly commit: ObjectId
  /** Committer time, seconds since 1970. */
  readonly time: number
}

/** What a revision names. */
export interface NamedCommit {
  readonly commit: ObjectId
  /** The tag object, where the revision names one; else the commit. */
  readonly object: ObjectId
}

/** An entry of a folder. */
export interface Child extends TreeEntry {
  /** In bytes; undefined for folders and submodules, and where the content is damaged. */
  readonly size: number | undefined
}

/** A content, or why there is none. */
export type Content =
  | { readonly _tag: "Found"; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge"; readonly size: number }
  | { readonly _tag: "Missing" }

/** A line that contains one of the searched texts. */
export interface GrepLine {
  /** The revision as it was asked for. */
  readonly revision: string
  /** Bytes that are not UTF-8 appear as lone surrogates U+DC80–U+DCFF. */
  readonly path: string
  readonly number: number
  readonly text: string
}

/** What lines to find. */
export interface GrepPatterns {
  /** Texts without line ends, letters of ASCII in any case. An empty one is in every line. */
  readonly texts: ReadonlyArray<string>
  /** Whether no letter, digit or underscore may stand next to a text. */
  readonly isWord: boolean
  /** Whether only files that contain all texts count. */
  readonly isAll: boolean
}

/** What lines to find, and where. */
export interface GrepQuestion extends GrepPatterns {
  /** A commit, or a full ref name. */
  readonly revision: string
}

/** A person of a commit. */
export interface Contact {
  readonly name: string
  readonly email: string
}

/** A commit of a history. */
export interface LoggedCommit {
  readonly id: string
  readonly author: Contact
  readonly committer: Contact
  /** Committer time, seconds since 1970. */
  readonly time: number
  readonly message: string
}

/** Which commits to read. */
export interface LogQuestion {
  /** A commit, or a full ref name. */
  readonly revision: string
  /** Only messages that contain one of these texts, letters of ASCII in any case; none: all. */
  readonly texts: ReadonlyArray<string>
}
