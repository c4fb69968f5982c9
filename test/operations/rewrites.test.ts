import { describeOperations } from "../support/operations/expectation.ts"
import { operations } from "../support/operations/operations.ts"

for (const what of ["amend and stash", "interactive rebase", "squash and fixup", "stopped rebases"] as const) {
  describeOperations(what, operations[what])
}
