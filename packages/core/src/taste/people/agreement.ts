import { listIn, type TeamVotes } from './votes.ts'

/** An agreement on fewer things would mostly be chance. */
export const sharedMin = 5

export interface SharedVotes {
  /** How many things both judged. */
  readonly shared: number
  /** The share of these on which they said the same; null if they are too few. */
  readonly agreement: number | null
}

/** How far people agree with each other, with the rest of the team, and with themselves. */
export interface Agreements {
  between(one: string, other: string): SharedVotes
  /** With the others who judged the same things, on average; null if these are too few. */
  withTeam(person: string): number | null
  /** The share of the things judged again that were judged as before; null if they are too few. */
  withSelf(person: string): number | null
}

/** What others than these people said does not count. */
export function agreementsIn({ things, repeats }: TeamVotes, people: ReadonlySet<string>): Agreements {
  const agreedByPair = new Map<string, boolean[]>()
  const agreedByPerson = new Map<string, number[]>()
  for (const thing of things.values()) {
    const votes = thing.votes.filter(({ by }) => people.has(by))
    for (const { by, says } of votes) {
      const others = votes.filter((vote) => vote.by !== by)
      if (others.length === 0) continue
      const agreeing = others.filter((vote) => vote.says === says).length
      listIn(agreedByPerson, by).push(agreeing / others.length)
      for (const vote of others) listIn(agreedByPair, nameOf(by, vote.by)).push(vote.says === says)
    }
  }
  return {
    between(one, other) {
      const agreed = agreedByPair.get(nameOf(one, other)) ?? []
      return { shared: agreed.length, agreement: shareOf(agreed) }
    },
    withTeam: (person) => shareOf(agreedByPerson.get(person)),
    withSelf: (person) => shareOf(repeats.get(person)),
  }
}

function nameOf(one: string, other: string): string {
  return JSON.stringify([one, other])
}

/** Four decimals, as scores have. */
function shareOf(values: readonly (number | boolean)[] = []): number | null {
  if (values.length < sharedMin) return null
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  return Math.round((sum / values.length) * 1e4) / 1e4
}
