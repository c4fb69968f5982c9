import type { SettingValue } from "../../../config/define.ts"

/** Formats the value of a setting; `none` if it is empty. */
export const formatValue = (value: SettingValue): string =>
  (typeof value === "object" ? value.join(", ") : String(value)) || "none"
