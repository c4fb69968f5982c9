import { Context } from "effect"
import type { SettingsValues } from "./SettingsValues.ts"

/** What the command line says; it wins over every other source. */
export const SettingsFlags = Context.Reference<
  Partial<Pick<SettingsValues, "noteRef" | "toolsets" | "maxMessageBytes">>
>("ultragit/config/SettingsFlags", { defaultValue: () => ({}) })
