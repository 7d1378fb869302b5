import { hasEnoughLabels } from '../verdict/threshold.ts'
import type { Threshold } from '../verdict/threshold-schema.ts'

/** One sentence about a threshold and its evidence. */
export function describeThreshold({ pass, source, evidence }: Threshold): string {
  const { good, bad } = evidence
  const reason = hasEnoughLabels(good.total, bad.total) ? ': the model does not tell these labels apart yet' : ''
  const origins = { set: 'was set by hand', learned: 'was learned from the labels', default: `is the default${reason}` }
  const origin = origins[source]
  if (good.total + bad.total === 0) return `A score of ${pass} passes. This threshold ${origin}.`
  return `A score of ${pass} passes ${passed(evidence)}, each held out while the model learned. This threshold ${origin}.`
}

function passed({ good, bad }: Threshold['evidence']): string {
  const liked = good.total === 0 ? [] : [`${good.passed} of the ${good.total} pictures the owner likes`]
  const disliked = bad.total === 0 ? [] : [`${bad.passed} of the ${bad.total} that the owner does not`]
  return [...liked, ...disliked].join(' and ')
}
