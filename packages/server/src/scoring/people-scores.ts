import { splitOf } from '@palate/core/taste/people/split.ts'
import { asScore } from '@palate/core/taste/score.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import type { Features } from '../pictures/features/features.ts'
import type { ShownPeople } from '../ports/scoring.ts'
import type { DimensionScorer, PersonScorer, TeamScorer } from '../taste/learning/dimension-scorers.ts'
import { peopleLearnedMax } from '../taste/learning/models.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import type { WorkContext } from '../work/work-context.ts'

/** What is shown of the people of a team. */
export interface TeamView {
  /** Those whose scores are shown, in their order; none if fewer than two have judged. */
  readonly ids: readonly string[]
  readonly names: ReadonlyMap<string, string>
  readonly dimensions: readonly { readonly name: string; readonly team: TeamScorer }[]
  /** Whether others judged the picture, and the person for whom judging is blind has not. */
  isHidden(picture: Features): boolean
}

export function teamViewOf(
  scorers: readonly DimensionScorer[],
  { blindFor }: ShownPeople,
  names: ReadonlyMap<string, string>,
): TeamView {
  const dimensions = scorers.flatMap(({ dimension: { name }, team }) => (team ? [{ name, team }] : []))
  const judgements = new Map<string, number>()
  for (const { team } of dimensions) {
    for (const { id, judgements: own } of team.people) judgements.set(id, (judgements.get(id) ?? 0) + own)
  }
  const ids = [...judgements].sort(([, one], [, other]) => other - one).map(([id]) => id)
  const judges = blindFor === undefined ? [] : dimensions.flatMap(({ team }) => team.judges)
  const own = new Set(judges.flatMap(({ id, pictures }) => (id === blindFor ? pictures : [])))
  const hidden = new Set(judges.flatMap(({ pictures }) => pictures.filter((picture) => !own.has(picture))))
  return {
    ids: ids.slice(0, peopleLearnedMax),
    names,
    dimensions,
    isHidden: ({ contentHash }) => hidden.has(contentHash),
  }
}

/** How each person would score a picture, and how probably two of them would judge it differently. */
export async function peopleScores(
  { ids, names, dimensions }: TeamView,
  picture: Features,
  work: WorkContext,
): Promise<Pick<FrameScore, 'people' | 'split'>> {
  if (ids.length < 2) return {}
  const scores = new Map(ids.map((id): [string, Record<string, number>] => [id, {}]))
  const split: Record<string, number> = {}
  for (const { name, team } of dimensions) {
    const known = new Map(team.people.map((person): [string, PersonScorer] => [person.id, person]))
    const own: number[] = []
    for (const [id, byDimension] of scores) {
      const yielded = yieldIfLong(work)
      if (yielded) await yielded
      work.signal?.throwIfAborted()
      const person = known.get(id)
      // The taste of somebody who has judged nothing here is the team's.
      const score = (person ?? team).score(picture)
      byDimension[name] = asScore(score)
      if (person) own.push(score)
    }
    if (own.length > 1) split[name] = asScore(splitOf(own))
  }
  return { people: [...scores].map(([id, own]) => ({ id, name: names.get(id) ?? null, ...own })), split }
}
