import { env } from "node:process"

/** Whether the tests take their time (`npm run test:long`): they repeat, race and search for minutes. */
export const isLong = env["ULTRAGIT_TESTS"] === "long"

/** How many: in `npm test`, which stays short, and in `npm run test:long`. */
export const scaled = (short: number, long: number): number => (isLong ? long : short)

/** Options of a test that takes seconds: `npm test` leaves it out, `npm run test:slow` runs only such. */
export const slow = { tags: ["slow"] }
