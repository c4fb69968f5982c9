import { spawnSync } from "node:child_process"

const [, major, minor] = /(\d+)\.(\d+)/.exec(spawnSync("git", ["--version"]).stdout?.toString() ?? "") ?? []

/** Whether the installed git is 2.`minor` or newer, for tests of what git itself cannot do before. */
export const isGitSince = (wanted: number): boolean =>
  Number(major) > 2 || (Number(major) === 2 && Number(minor) >= wanted)
