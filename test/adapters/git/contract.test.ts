import { gitContractSuite } from "../../support/GitContract.ts"
import { esGitAt, gitProcessAt } from "../../support/gitLayer.ts"

gitContractSuite([
  { name: "GitProcess", layer: gitProcessAt },
  { name: "EsGit", layer: esGitAt }
])
