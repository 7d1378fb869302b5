import { fingerprint } from '../../generic/fingerprint.ts'

/** Increase it with every change that may change a score: of the model, its settings or what it learns from. */
export const modelCodeVersion = 4

const idCharacters = 12

/** A short id of what makes scores: the code, the fitted parameters and the space of the features. */
export function modelIdOf(parameterHashes: readonly string[], featureSpaceId: string): string {
  return fingerprint(JSON.stringify([modelCodeVersion, parameterHashes, featureSpaceId])).slice(-idCharacters)
}
