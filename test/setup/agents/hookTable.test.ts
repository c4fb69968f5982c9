import { assert, it } from "@effect/vitest"
import { projectHookFiles } from "../../../src/agents/answering/isSetUp.ts"
import { hookTargets } from "../../../src/setup/agents/hookTable.ts"

it("hooks know each file in which install writes hooks of a project", () => {
  const written = hookTargets.flatMap(({ localFile, projectFile }) => [
    projectFile,
    ...(localFile === undefined ? [] : [localFile])
  ])
  assert.includeMembers([...projectHookFiles], written)
})
