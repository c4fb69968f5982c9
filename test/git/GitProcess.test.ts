import { gitContractSuite } from "../support/GitContract.ts"
import { gitProcessAt } from "../support/gitLayer.ts"

gitContractSuite({ name: "GitProcess", layer: gitProcessAt })
