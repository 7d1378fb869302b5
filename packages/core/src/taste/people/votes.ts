import type { Element, ElementLists } from '../../profile/schema.ts'
import { namesOf } from '../../profile/subject/picture-sources.ts'
import { type IdentifyPicture, judgementsOf, keyOfSubject, personOf, subjectOf } from '../../profile/subject/subject.ts'
import { teaches } from '../judgements/training-examples.ts'

/** What a person said about a thing: a label, or the preferred picture. */
export interface Vote {
  readonly by: string
  readonly says: string
  readonly element: Element
}

/** The last vote of each person about one thing. */
export interface JudgedThing {
  readonly kind: 'exemplars' | 'comparisons'
  readonly votes: readonly Vote[]
}

/** What the people of a team have said in one dimension. The team's own judgements are nobody's votes. */
export interface TeamVotes {
  /** By what they are about, whoever said it. */
  readonly things: ReadonlyMap<string, JudgedThing>
  /** For each person, whether a thing that was judged again was judged as before. */
  readonly repeats: ReadonlyMap<string, readonly boolean[]>
}

export function votesOf(state: ElementLists, dimension: string, identify: IdentifyPicture): TeamVotes {
  const read = judgementsOf(state, identify)
  const names = namesOf(state.exemplars)
  const votes = new Map<string, Map<string, Vote>>()
  const kinds = new Map<string, JudgedThing['kind']>()
  const repeats = new Map<string, boolean[]>()
  for (const kind of ['exemplars', 'comparisons'] as const) {
    for (const element of state[kind]) {
      const by = personOf(element)
      const judgement = by === undefined || !teaches(element, dimension) ? undefined : read(kind, element)
      const subject = judgement && subjectOf(kind, element, names)
      if (by === undefined || !judgement || !subject || !saysSomething(kind, element)) continue
      const { by: _, ...aboutIt } = subject
      const thing = `${kind} ${keyOfSubject({ ...aboutIt, dimension } as typeof subject, identify)}`
      const votesAboutIt = votes.get(thing) ?? new Map<string, Vote>()
      const before = votesAboutIt.get(by)
      if (before) listIn(repeats, by).push(before.says === judgement.says)
      votes.set(thing, votesAboutIt.set(by, { by, says: judgement.says, element }))
      kinds.set(thing, kind)
    }
  }
  const things = [...votes].map(([thing, byPerson]) => {
    return [thing, { kind: kinds.get(thing) ?? 'exemplars', votes: [...byPerson.values()] }] as const
  })
  return { things: new Map(things), repeats }
}

function saysSomething(kind: JudgedThing['kind'], { label, winner }: Element): boolean {
  return kind === 'exemplars' ? label === 'good' || label === 'bad' : typeof winner === 'string'
}

/** The list of a key, which is added if there is none. */
export function listIn<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** How many pairs of people said different things. */
export function differingPairs(votes: readonly Pick<Vote, 'says'>[]): number {
  const counts = [...Map.groupBy(votes, ({ says }) => says).values()].map(({ length }) => length)
  return (votes.length ** 2 - counts.reduce((sum, count) => sum + count ** 2, 0)) / 2
}
