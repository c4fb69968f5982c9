import { Effect } from "effect"
import type { Check } from "../../../setup/doctor/Check.ts"
import { doctor } from "../../../setup/doctor/doctor.ts"
import { setExitCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { printResult } from "../../kit/result.ts"
import { writeError } from "../../kit/output.ts"
import { paint } from "../../render/paint.ts"

const worstStatus = (checks: ReadonlyArray<Check>): Check["status"] =>
  (["fail", "warn"] as const).find((one) => checks.some(({ status: found }) => found === one)) ?? "pass"

const formatCheck = ({ fix, message, name, status: found }: Check): ReadonlyArray<string> => [
  `${found}  ${name}: ${message}`,
  ...(fix === undefined ? [] : fix.split("\n").map((line, index) => `      ${index === 0 ? "-> " : "   "}${line}`))
]

const statusStyles = { pass: "green", warn: "yellow", fail: "red" } as const

/** Colors the result of a check, and the command that fixes it. */
const styleLine = (line: string): string => {
  const found = (["pass", "warn", "fail"] as const).find((status) => line.startsWith(`${status}  `))
  return found === undefined ? paint("cyan", line) : paint(statusStyles[found], found) + line.slice(found.length)
}

/** Runs all checks and prints them. Sets exit code 1 if one fails. */
export const printDoctor = Effect.fnUntraced(function* (input: { readonly json: boolean }) {
  const checks = yield* doctor((text) => writeError(`${text}\n`))
  const document = { $schema: "ultragit-doctor/v1", status: worstStatus(checks), checks }
  yield* printResult({ document, lines: checks.flatMap(formatCheck), style: styleLine }, input.json)
  if (worstStatus(checks) === "fail") yield* setExitCode(exitCodes.failure)
})
