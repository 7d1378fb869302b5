import type { Threshold } from '@palate/client'
import { percent } from '../../../../ui/format.ts'

const origins = { set: 'Chosen by hand.', learned: 'Learned from your labels.' } as const

const notApart = 'your labels tell good and bad pictures apart: so far they could be chance'

/** "58 % passes 9 of the 10 you like and 1 of the 8 you don't, each held out. Learned from your labels." */
export function describeThreshold({ pass, source, evidence: { good, bad } }: Threshold): string {
  if (source === 'default') {
    const until = Math.min(good.total, bad.total) < 3 ? 'you label three pictures of each kind' : notApart
    return `A score of ${percent(pass)} passes, until ${until}.`
  }
  const liked = good.total === 0 ? [] : [`${good.passed} of the ${good.total} you like`]
  const disliked = bad.total === 0 ? [] : [`${bad.passed} of the ${bad.total} you don’t`]
  const passed = [...liked, ...disliked].join(' and ')
  return `A score of ${percent(pass)} passes${passed === '' ? '' : ` ${passed}, each held out while the model learned`}. ${origins[source]}`
}
