import { gitWriteProcessAt } from "../../support/gitLayer.ts"
import { gitWritesContractSuite } from "../../support/GitWritesContract.ts"

gitWritesContractSuite({ name: "GitWriteProcess", layer: gitWriteProcessAt })
