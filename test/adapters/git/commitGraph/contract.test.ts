import { gitContractSuite } from "../../../support/GitContract.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { gitWithGraphAt } from "../../../support/ownGraph.ts"
import { slow } from "../../../support/scale.ts"

gitContractSuite(
  [
    { name: "GitProcess", layer: gitProcessAt },
    { name: "GitProcess with a commit-graph of our own", layer: gitWithGraphAt }
  ],
  slow
)
