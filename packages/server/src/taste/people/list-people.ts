import type { Reply } from '@palate/core/operations.ts'
import { subjectPictures } from '@palate/core/profile/subject/differing-pictures.ts'
import { dimensionOf, personOf, questionOf } from '@palate/core/profile/subject/subject.ts'
import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import { agreementsIn } from '@palate/core/taste/people/agreement.ts'
import { differencesBetween } from '@palate/core/taste/people/differences.ts'
import { peopleListedMax } from '@palate/core/taste/people/team-schema.ts'
import { type TeamVotes, votesOf } from '@palate/core/taste/people/votes.ts'
import { preferencesIn } from '@palate/core/taste/tendencies/judged-pictures.ts'
import type { JudgedPicture } from '@palate/core/taste/tendencies/tendencies.ts'
import { type Handler, longRunning } from '../../operations.ts'
import { rethrowForClient } from '../../pictures/client-fault.ts'
import type { PeoplePort } from '../../ports/people.ts'
import type { IdentifyPictures } from '../../ports/profiles.ts'
import type { FindState, State } from '../../ports/states.ts'
import { yieldIfLong } from '../../work/event-loop.ts'
import { requireLearned } from '../get-threshold.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'
import type { TrainingSetLoader } from '../training-sets/training-set-loader.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly identifyPictures: IdentifyPictures
  readonly peopleOf: PeoplePort['peopleOf']
}

type Listed = Reply<'listProfilePeople'>

/** Who judged, how far they agree, and on what they part. */
export function createListProfilePeople(parts: Parts, findState: FindState): Handler<'listProfilePeople'> {
  const { trainingSets, identifyPictures, peopleOf } = parts
  return longRunning(async ({ caller, params, query: { dimension = 'aesthetics' }, db, signal }) => {
    const state = await findState(db, caller, params.id, { includeWorking: true })
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    requireLearned(dimension, trainingSet.examples.keys())
    const elements = await state.elements()
    const votes = votesOf(elements, dimension, await identifyPictures(db, state, subjectPictures(elements), new Map()))
    const names = new Map((await peopleOf(db, caller.accountId)).map(({ id, name }) => [id, name]))
    const counts = [...(await judgementCounts(state, dimension, votes))].slice(0, peopleListedMax)
    const agreements = agreementsIn(votes, new Set(counts.map(([id]) => id)))
    const differences = compareTastes(trainingSet, dimension)
    const people: Listed['people'][number][] = []
    const pairs: Listed['pairs'][number][] = []
    for (const [i, [id, judgements]] of counts.entries()) {
      for (const [other] of counts.slice(0, i)) {
        await yieldIfLong({ priority: 'realtime', accountId: caller.accountId })
        signal.throwIfAborted()
        const [a, b] = [other, id]
        pairs.push({ a, b, ...agreements.between(a, b), differs: [...differences.between(a, b)] })
      }
      const agreement = { team: agreements.withTeam(id), self: agreements.withSelf(id) }
      people.push({ id, name: names.get(id) ?? null, judgements, agreement, differs: [...differences.fromTeam(id)] })
    }
    return { body: { people, pairs: pairs.sort(byAgreement) } }
  })
}

/** What each person judged, most judgements first. */
async function judgementCounts(state: State, dimension: string, { things }: TeamVotes) {
  const counts = new Map<string, Listed['people'][number]['judgements']>()
  const add = (id: string, kind: 'questions' | 'labels' | 'comparisons') => {
    const count = counts.get(id) ?? { questions: 0, labels: 0, comparisons: 0 }
    counts.set(id, { ...count, [kind]: count[kind] + 1 })
  }
  for (const { kind, votes } of things.values()) {
    for (const { by } of votes) add(by, kind === 'exemplars' ? 'labels' : 'comparisons')
  }
  const answered = new Set<string>()
  for (const constraint of (await state.elements()).constraints) {
    const by = personOf(constraint)
    const key = JSON.stringify([by, questionOf(constraint) ?? `element:${constraint.id}`])
    if (by === undefined || dimensionOf(constraint) !== dimension || answered.has(key)) continue
    answered.add(key)
    add(by, 'questions')
  }
  const total = ({ questions, labels, comparisons }: Listed['people'][number]['judgements']) =>
    questions + labels + comparisons
  return [...counts].sort(([a, one], [b, other]) => total(other) - total(one) || (a < b ? -1 : 1))
}

/** On which attributes the tastes of people part. */
function compareTastes({ examples, pictures }: TrainingSet, dimension: string) {
  const { labels, comparisons } = examplesOf(examples, dimension) ?? { labels: [], comparisons: [] }
  const judged = (isCounted: (by: string | undefined) => boolean): readonly JudgedPicture[] => {
    const counted: Pick<NamedExamples, 'labels' | 'comparisons'> = {
      labels: labels.filter(({ by }) => isCounted(by)),
      comparisons: comparisons.filter(({ by }) => isCounted(by)),
    }
    return [...preferencesIn(counted)].flatMap(([name, preference]) => {
      const picture = pictures.get(name)
      return picture ? [{ attributes: picture.attributes, preference }] : []
    })
  }
  const known = new Map<string, readonly JudgedPicture[]>()
  const judgedBy = (id: string) => {
    const pictured = known.get(id) ?? judged((by) => by === id)
    known.set(id, pictured)
    return pictured
  }
  return {
    between: (a: string, b: string) => differencesBetween(judgedBy(a), judgedBy(b)),
    fromTeam: (id: string) =>
      differencesBetween(
        judgedBy(id),
        judged((by) => by !== id),
      ),
  }
}

function byAgreement(one: Listed['pairs'][number], other: Listed['pairs'][number]): number {
  return (one.agreement ?? 2) - (other.agreement ?? 2) || other.shared - one.shared
}
