import { Effect } from "effect"
import { install, type InstallOptions, type InstallOutcome, uninstall } from "../../../setup/clients/install.ts"
import type { InstallTarget } from "../../../setup/clients/location.ts"
import { report } from "../../../setup/clients/report.ts"
import { writeOutput } from "../../kit/output.ts"
import { checkToolsets } from "./toolsets.ts"

const printed = <E, R>(outcome: Effect.Effect<InstallOutcome, E, R>) =>
  Effect.flatMap(outcome, (done) => writeOutput(report(done)))

/** Registers the server, with toolsets that there are, and says what was done. */
export const printInstall = (options: InstallOptions) =>
  Effect.andThen(checkToolsets(options.toolsets ?? []), printed(install(options)))

/** Takes the registration back and says what was done. */
export const printUninstall = (target: InstallTarget) => printed(uninstall(target))
