const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/
const forbiddenPart = /^\.|\.lock$/

/** Whether git accepts this as a full ref name. Implements the rules of git-check-ref-format(1) without its options. */
export const isFullRefName = (ref: string): boolean =>
  ref.includes("/") &&
  !ref.startsWith("-") &&
  !forbidden.test(ref) &&
  ref.isWellFormed() &&
  !ref.split("/").some((part) => forbiddenPart.test(part))

/** Whether a ref is shared by all work trees and its name is ASCII, so that it is the same bytes on every file system. */
export const isSharedRefName = (ref: string): boolean =>
  /^refs\/(?!bisect\/|worktree\/|rewritten\/)[\x21-\x7e]+$/.test(ref)
