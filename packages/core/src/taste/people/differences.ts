import { kindOf } from '../attributes/kinds.ts'
import { isUsedFor } from '../attributes/words.ts'
import { type AttributeName, attributes } from '../attributes.ts'
import { twoSidedProbability } from '../tendencies/student-t.ts'
import { contrastsIn, type JudgedPicture, withoutChance } from '../tendencies/tendencies.ts'
import { phrases } from '../verdict/phrases.ts'

const differencesShownMax = 3
/** Of two attributes that go together, such as saturation and colour, only the one that differs more is told. */
const sameCorrelationMin = 0.6

/**
 * The attributes on which two tastes part, largest difference first, as they complete "likes it … than the other". Tests
 * whether what separates the good pictures from the bad ones differs, and tells nothing that could be chance.
 */
export function differencesBetween(one: readonly JudgedPicture[], other: readonly JudgedPicture[]): readonly string[] {
  if (![one, other].every(hasBothSides)) return []
  const pictures = [...one, ...other]
  const kind = kindOf(pictures.map((picture) => picture.attributes))
  const names = attributes.flatMap(({ name }) => (isUsedFor(name, kind) ? [name] : []))
  const theirs = contrastsIn(other, names)
  const tested = contrastsIn(one, names).map((own, i) => {
    const their = theirs[i] ?? own
    const difference = own.difference - their.difference
    const freedom = own.freedom + their.freedom
    const probability = twoSidedProbability(difference / Math.hypot(own.standardError, their.standardError), freedom)
    return { attribute: own.attribute, ranks: [...own.ranks, ...their.ranks], difference, probability }
  })
  const largest = withoutChance(tested).toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
  const told: typeof tested = []
  for (const candidate of largest) {
    const isNew = told.every(({ ranks }) => Math.abs(correlation(ranks, candidate.ranks)) < sameCorrelationMin)
    if (isNew && told.length < differencesShownMax) told.push(candidate)
  }
  return told.map(({ attribute, difference }) => comparative(attribute, difference > 0))
}

function hasBothSides(pictures: readonly JudgedPicture[]): boolean {
  return pictures.some(({ preference }) => preference > 0) && pictures.some(({ preference }) => preference < 0)
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [one, other].map(
    (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  )
  let [product, squaresOne, squaresOther] = [0, 0, 0]
  for (const [i, value] of one.entries()) {
    const [a, b] = [value - (meanOne as number), (other[i] as number) - (meanOther as number)]
    product += a * b
    squaresOne += a * a
    squaresOther += b * b
  }
  const spread = Math.sqrt(squaresOne * squaresOther)
  return spread === 0 ? 0 : product / spread
}

/** What is not "is …" or "has …" in `phrases`. */
const irregular: Partial<Record<AttributeName, readonly [less: string, more: string]>> = {
  palette_harmony: ['with more clashing colours', 'with more harmonious colours'],
  figure_ground_contrast: ['with fainter shapes', 'with clearer shapes'],
}

/** "darker", "with more texture". */
function comparative(attribute: AttributeName, isMore: boolean): string {
  const special = irregular[attribute]?.[isMore ? 1 : 0]
  const { hasMore, hasLess } = phrases[attribute]
  return special ?? (isMore ? hasMore : hasLess).replace(/^is /, '').replace(/^has /, 'with ')
}
