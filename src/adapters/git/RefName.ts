const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/
const forbiddenPart = /^\.|\.lock$/

/** Whether git accepts this as a full ref name. Implements the rules of git-check-ref-format(1) without its options. */
export const isFullRefName = (ref: string): boolean =>
  ref.includes("/") &&
  !ref.startsWith("-") &&
  !forbidden.test(ref) &&
  ref.isWellFormed() &&
  !ref.split("/").some((part) => forbiddenPart.test(part))
