import { blobId, readContentOrNothing } from "../extracting/readContent.ts"
import { absolute, readStamp } from "./listWorkTree.ts"

/** A file as it is indexed. */
export interface IndexedContent {
  readonly stamp: string
  /** Id of its blob. */
  readonly oid: Uint8Array
}

/** Whether a file of the work tree at `root` still has the content that is indexed. Reads it only if its stamp differs. */
export const isUnchanged = (
  root: string,
  path: string,
  { oid, stamp }: IndexedContent,
  format: "sha1" | "sha256"
): boolean => {
  const at = absolute(root, path)
  if (stamp !== "" && readStamp(at) === stamp) return true
  const content = readContentOrNothing(at)
  return content !== undefined && blobId(content, format).equals(oid)
}
