/** A step of a trainer, not a library: batches score more. */
export const rewardedFramesMax = 1000
export const promptCharactersMax = 4000

/** What a model says of a picture. */
export interface Judged {
  readonly probability: number
  /** Standard deviation of the utility, in log odds. */
  readonly deviation: number
  /** By how many deviations it is farther from everything judged than judged pictures are from each other; at least 0. */
  readonly strangeness: number
}

/** Scores have four decimals, so log odds beyond this say nothing. */
const probabilityMin = 1e-4
/** Chosen on bench:reward, so that hill-climbing stays below real good pictures. */
const deviationPenalty = 1
const strangenessPenalty = 1

/**
 * The score in log odds, less what the model does not know: a trainer that climbs the score alone finds pictures that
 * nobody has judged, where the model errs.
 */
export function rewardOf({ probability, deviation, strangeness }: Judged): number {
  const bounded = Math.min(1 - probabilityMin, Math.max(probabilityMin, probability))
  const logOdds = Math.log(bounded / (1 - bounded))
  return logOdds - deviationPenalty * deviation - strangenessPenalty * strangeness
}

export interface GroupedReward {
  readonly group?: string | undefined
  /** Null if the picture could not be scored. */
  readonly reward: number | null
}

/** Within a group, only differences count: the mean of those that could be scored is taken away. */
export function centredRewards(rewards: readonly GroupedReward[]): readonly (number | null)[] {
  const groups = Map.groupBy(rewards, ({ group }) => group)
  const means = new Map([...groups].map(([group, members]) => [group, meanOf(members)]))
  return rewards.map(({ group, reward }) => {
    if (reward === null) return null
    return rounded(group === undefined ? reward : reward - (means.get(group) ?? 0))
  })
}

function meanOf(members: readonly GroupedReward[]): number {
  const known = members.flatMap(({ reward }) => (reward === null ? [] : [reward]))
  return known.reduce((sum, reward) => sum + reward, 0) / Math.max(1, known.length)
}

function rounded(reward: number): number {
  return Math.round(reward * 1e4) / 1e4
}
