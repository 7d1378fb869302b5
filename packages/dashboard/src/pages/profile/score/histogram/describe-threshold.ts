import type { DimensionThreshold } from '@palate/client'
import { percent } from '../../../../ui/format.ts'

/** "58 % passes 9 of the 10 you like and 1 of the 8 you don't, each held out while the model learned." */
export function describeThreshold({ pass, source, evidence: { good, bad } }: DimensionThreshold): string {
  if (source === 'default') {
    return Math.min(good.total, bad.total) < 3
      ? 'The default threshold. Label a few good and bad pictures to get your own.'
      : 'The default threshold. The model does not tell your good and bad labels apart yet.'
  }
  if (good.total + bad.total === 0) return `${percent(pass)} was chosen for this profile.`
  return `${percent(pass)} passes ${good.passed} of the ${good.total} you like and ${bad.passed} of the ${bad.total} you don't, each held out while the model learned.`
}
