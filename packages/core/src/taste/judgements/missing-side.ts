/** How many unjudged frames of the library stand in for the pictures of a missing side. */
export const standInsMax = 24
/** With this many labels, a side is not missing. */
const labelsPerSideMin = 3
/** What the stand-ins and the few labels of their side weigh together, as a share of the other side. */
const standInShare = 0.7

/**
 * How unjudged frames count if nearly all labels are good, or nearly all bad: the owner would call most of them the
 * opposite. Without anything of the other side, every picture would pass. Undefined if no side is missing.
 */
export function standInLabels(
  labels: readonly { readonly good: boolean; readonly weight: number }[],
): { readonly good: boolean; readonly weight: number } | undefined {
  const sideOf = (isGood: boolean) => labels.filter(({ good, weight }) => good === isGood && weight > 0)
  const sum = (side: readonly { readonly weight: number }[]) => side.reduce((total, { weight }) => total + weight, 0)
  const [good, bad] = [sideOf(true), sideOf(false)]
  const isGoodMissing = good.length < bad.length
  const [few, many] = isGoodMissing ? [good, bad] : [bad, good]
  const weight = standInShare * sum(many) - sum(few)
  return few.length < labelsPerSideMin && weight > 0 ? { good: isGoodMissing, weight } : undefined
}

/** In a profile's own dimensions nothing says that most frames of a library are of the other side. */
export const dimensionsWithStandIns: readonly string[] = ['aesthetics', 'likeness']

/** What to do about a missing side, if no frames stand in for it. */
export function adviceOnMissingSide(
  labels: Parameters<typeof standInLabels>[0],
  standInCount: number,
): string | undefined {
  const missing = standInLabels(labels)
  if (!missing || standInCount > 0) return undefined
  return missing.good
    ? 'Add a few you like: until then, nearly every picture fails.'
    : 'Add a few you do not like: until then, nearly every picture passes.'
}
