import { describeOperations } from "../support/operations/expectation.ts"
import { operations } from "../support/operations/operations.ts"

const groups = [
  "branches and merges",
  "cherry-pick",
  "revert",
  "squash merges",
  "unrecorded by git",
  "clones and filters",
  "hooks and configuration of others"
] as const

for (const what of groups) describeOperations(what, operations[what])
