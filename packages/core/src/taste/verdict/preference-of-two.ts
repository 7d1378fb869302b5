/** Below this probability that the better one is preferred, two pictures cannot be told apart. */
const preferenceMin = 0.6
/** A score of 0 or 1 is rounded, not certain. */
const scoreMin = 1e-4

/**
 * The probability that an owner prefers one picture to another, from their scores. Uncertain scores are near 0.5, and so
 * is the preference between them.
 */
export function preferenceOf(score: number, other: number): number {
  return oddsOf(score) / (oddsOf(score) + oddsOf(other))
}

export function canTellApart(score: number, other: number): boolean {
  const preference = preferenceOf(score, other)
  return Math.max(preference, 1 - preference) >= preferenceMin
}

function oddsOf(score: number): number {
  const inside = Math.min(1 - scoreMin, Math.max(scoreMin, score))
  return inside / (1 - inside)
}
