import { readFileSync } from 'node:fs'
import { modelIdOf } from '@palate/core/taste/model/model-id.ts'
import { builtinLikenessPath, builtinPriorPath, interfaceQualitiesPath } from '../../pictures/embedders/model-files.ts'
import type { FeatureSpace } from '../../pictures/features/features.ts'
import { sha256 } from '../../platform/hash.ts'

/** Hashed once: several services may run in one process. */
let parameterHashes: readonly string[] | undefined

/** The id of the model that makes the scores of this process. Processes of one version and configuration have the same. */
export function modelIdFor({ id }: FeatureSpace): string {
  parameterHashes ??= [builtinPriorPath, builtinLikenessPath, interfaceQualitiesPath].map((path) =>
    sha256(readFileSync(path)).toString('base64url'),
  )
  return modelIdOf(parameterHashes, id)
}
