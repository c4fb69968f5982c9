import { baseRefersToDerived } from "./detectors/baseRefersToDerived.ts"
import { blockingInAsync } from "./detectors/blockingInAsync.ts"
import { booleanTrap } from "./detectors/booleanTrap.ts"
import { bottleneck } from "./detectors/bottleneck.ts"
import { brokenImport } from "./detectors/brokenImport.ts"
import { circularDependency } from "./detectors/circularDependency.ts"
import { complexFunction } from "./detectors/complexFunction.ts"
import { dataClump } from "./detectors/dataClump.ts"
import { debuggerLeft } from "./detectors/debuggerLeft.ts"
import { deepInheritance } from "./detectors/deepInheritance.ts"
import { deepNesting } from "./detectors/deepNesting.ts"
import { deprecatedUse } from "./detectors/deprecatedUse.ts"
import { duplicateDefinition } from "./detectors/duplicateDefinition.ts"
import { dynamicCode } from "./detectors/dynamicCode.ts"
import { featureEnvy } from "./detectors/featureEnvy.ts"
import { focusedTest } from "./detectors/focusedTest.ts"
import { folderCycle } from "./detectors/folderCycle.ts"
import { godClass } from "./detectors/godClass.ts"
import { hubFile } from "./detectors/hubFile.ts"
import { insecureTemporaryFile } from "./detectors/insecureTemporaryFile.ts"
import { largeFile } from "./detectors/largeFile.ts"
import { longFunction } from "./detectors/longFunction.ts"
import { manyParameters } from "./detectors/manyParameters.ts"
import { mutableDefault } from "./detectors/mutableDefault.ts"
import { mutableExport } from "./detectors/mutableExport.ts"
import { mutualRecursion } from "./detectors/mutualRecursion.ts"
import { naiveUtcTime } from "./detectors/naiveUtcTime.ts"
import { outdatedGoApi } from "./detectors/outdatedGoApi.ts"
import { outdatedJavaApi } from "./detectors/outdatedJavaApi.ts"
import { productionImportsTest } from "./detectors/productionImportsTest.ts"
import { raiseNotImplemented } from "./detectors/raiseNotImplemented.ts"
import { removedAssertion } from "./detectors/removedAssertion.ts"
import { removedNodeApi } from "./detectors/removedNodeApi.ts"
import { removedPhpFunction } from "./detectors/removedPhpFunction.ts"
import { removedPythonApi } from "./detectors/removedPythonApi.ts"
import { shadowedBuiltin } from "./detectors/shadowedBuiltin.ts"
import { shellCommand } from "./detectors/shellCommand.ts"
import { similarFunctions } from "./detectors/similarFunctions.ts"
import { undocumentedExport } from "./detectors/undocumentedExport.ts"
import { unsafeDeserialization } from "./detectors/unsafeDeserialization.ts"
import { untestedComplexity } from "./detectors/untestedComplexity.ts"
import { unusedExport } from "./detectors/unusedExport.ts"
import { unusedFile } from "./detectors/unusedFile.ts"
import { unusedFunction } from "./detectors/unusedFunction.ts"
import { unusedImport } from "./detectors/unusedImport.ts"
import { unverifiedTls } from "./detectors/unverifiedTls.ts"
import { weakHash } from "./detectors/weakHash.ts"
import { wildcardImport } from "./detectors/wildcardImport.ts"
import { wrongArgumentCount } from "./detectors/wrongArgumentCount.ts"
import type { Detector } from "./Detector.ts"

/** All detectors of facts and graph, by category. */
export const detectors: ReadonlyArray<Detector> = [
  circularDependency,
  productionImportsTest,
  hubFile,
  bottleneck,
  folderCycle,
  mutualRecursion,
  unusedFunction,
  unusedImport,
  unusedExport,
  unusedFile,
  godClass,
  complexFunction,
  longFunction,
  deepNesting,
  manyParameters,
  largeFile,
  similarFunctions,
  deepInheritance,
  baseRefersToDerived,
  wildcardImport,
  mutableExport,
  featureEnvy,
  dataClump,
  booleanTrap,
  shadowedBuiltin,
  untestedComplexity,
  duplicateDefinition,
  wrongArgumentCount,
  deprecatedUse,
  blockingInAsync,
  debuggerLeft,
  mutableDefault,
  brokenImport,
  removedPythonApi,
  removedAssertion,
  naiveUtcTime,
  raiseNotImplemented,
  removedNodeApi,
  removedPhpFunction,
  outdatedGoApi,
  outdatedJavaApi,
  focusedTest,
  dynamicCode,
  unsafeDeserialization,
  shellCommand,
  insecureTemporaryFile,
  unverifiedTls,
  weakHash,
  undocumentedExport
]
