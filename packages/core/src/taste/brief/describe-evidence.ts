import type { Brief } from './brief-schema.ts'

/** "warm colours (7 of 8 good ones, 1 of 8 bad ones)": how many pictures are on the liked side. Answers have no numbers. */
export function withEvidence(phrase: string, { evidence, avoid }: Pick<Brief, 'evidence' | 'avoid'>): string {
  const shown = evidence.find((one) => one.phrase === phrase)
  if (!shown) return phrase
  const isAvoided = avoid.includes(phrase)
  const parts = (['good', 'bad'] as const).flatMap((side) => {
    const { count, of: judgedCount } = shown[side]
    return judgedCount === 0 ? [] : [`${isAvoided ? judgedCount - count : count} of ${judgedCount} ${side} ones`]
  })
  return `${phrase} (${parts.join(', ')})`
}
