/** A team is said to be split from this probability on that two of its people would judge a picture differently… */
const splitMin = 0.45
/** …if one of them likes it, another does not, and their scores are this far apart. */
const spreadMin = 0.25

/** How one person would score a picture. */
export interface PersonScore {
  readonly name: string
  readonly score: number
}

export interface Split {
  readonly highest: PersonScore
  readonly lowest: PersonScore
}

/**
 * Who would judge a scored frame most differently in a dimension, from its members `people` and `split`; undefined if
 * the team is not split. Ignores unknown members, so that a newer service does not break an older reader.
 */
export function splitIn(frame: Readonly<Record<string, unknown>>, dimension: string): Split | undefined {
  const { people, split } = frame
  const probability = isRecord(split) ? split[dimension] : undefined
  if (!Array.isArray(people) || typeof probability !== 'number' || probability < splitMin) return undefined
  const scores = people
    .flatMap((person) => (isRecord(person) ? scoreOf(person, dimension) : []))
    .sort((one, other) => other.score - one.score)
  const [highest, lowest] = [scores[0], scores.at(-1)]
  if (!highest || !lowest || highest.score < 0.5 || lowest.score >= 0.5) return undefined
  return highest.score - lowest.score < spreadMin ? undefined : { highest, lowest }
}

/** Such as `The team is split: 0.81 for Ann, 0.34 for Ben.` */
export function describeSplit({ highest, lowest }: Split): string {
  return `The team is split: ${highest.score.toFixed(2)} for ${highest.name}, ${lowest.score.toFixed(2)} for ${lowest.name}.`
}

function scoreOf(person: Record<string, unknown>, dimension: string): readonly PersonScore[] {
  const { name, [dimension]: score } = person
  return typeof score === 'number' ? [{ name: typeof name === 'string' ? name : 'somebody who has left', score }] : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
