import { Context } from "effect"
import type { SettingsValues } from "./SettingsValues.ts"

/** Settings from command-line flags, which win over every other source. */
export const SettingsFlags = Context.Reference<
  Partial<Pick<SettingsValues, "noteRef" | "evidence" | "toolsets" | "maxMessageBytes">>
>("ultragit/config/SettingsFlags", { defaultValue: () => ({}) })
