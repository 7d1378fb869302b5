import type { Disagreements, ProfilePeople } from '@palate/client'
import type { Command } from 'commander'
import { bold, dim, plural, table } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import { wholeNumber } from '../option-values.ts'

type DifferOptions = ApiOptions & { readonly dimension?: string; readonly limit: number }

const limitUsual = 12

export function differCommand(): Command {
  return profileCommand('differ', 'show where the people of the team differ, and which pictures split them', [
    'differ',
    'differ --dimension likeness -n 5',
  ])
    .option('--dimension <name>', 'dimension (default: aesthetics)')
    .option('-n, --limit <number>', 'number of pictures of each kind', wholeNumber, limitUsual)
    .action(withClient(differ))
}

async function differ({ palate, options, show }: Context<DifferOptions>): Promise<void> {
  const { dimension, limit } = options
  const query = dimension === undefined ? {} : { dimension }
  const id = await findProfileId(palate, options)
  const team = await palate.profiles.people(id, query)
  const pictures = await palate.profiles.disagreements(id, { ...query, limit })
  show({ ...team, ...pictures }, () => {
    if (team.people.length < 2) return ['Fewer than two people have judged here.']
    return [...describePairs(team), ...describeJudged(pictures, team), ...describeLikely(pictures, team)]
  })
}

type NameOf = (id: string) => string

function namesOf({ people }: Pick<ProfilePeople, 'people'>): NameOf {
  const names = new Map(people.map(({ id, name }) => [id, name ?? 'somebody who has left']))
  return (id) => names.get(id) ?? id
}

function describePairs(team: ProfilePeople): readonly string[] {
  const nameOf = namesOf(team)
  return team.pairs.flatMap(({ a, b, agreement, shared, differs }) => {
    const share = agreement === null ? 'too little to tell' : `agree on ${Math.round(100 * agreement)} %`
    const part = differs.length === 0 ? [] : [`  ${nameOf(a)} likes it ${list(differs)} than ${nameOf(b)}.`]
    return [`${bold(`${nameOf(a)} and ${nameOf(b)}`)}  ${share} ${dim(`of ${shared} that both judged`)}`, ...part]
  })
}

function describeJudged({ judged }: Disagreements, team: ProfilePeople): readonly string[] {
  if (judged.length === 0) return []
  const rows = judged.map(({ picture, votes }) => {
    const namesFor = (label: string) =>
      votes.flatMap((vote) => (vote.label === label ? [namesOf(team)(vote.by)] : [])).join(', ')
    return [
      `  ${picture.name ?? picture.url ?? picture.elementId}`,
      `good: ${namesFor('good')}`,
      `bad: ${namesFor('bad')}`,
    ]
  })
  return ['', bold(`Judged differently: ${plural(judged.length, 'picture')}`), ...table(rows, [0])]
}

function describeLikely({ likely }: Disagreements, team: ProfilePeople): readonly string[] {
  if (likely.length === 0) return []
  const rows = likely.map(({ frame, split, scores }) => {
    const sorted = scores.toSorted((one, other) => other.score - one.score)
    const ends = [sorted[0], sorted.at(-1)].flatMap((one) => one ?? [])
    return [
      `  ${frame.name ?? frame.url ?? frame.id}`,
      `${Math.round(100 * split)} %`,
      ends.map(({ by, score }) => `${score.toFixed(2)} for ${namesOf(team)(by)}`).join(', '),
    ]
  })
  return ['', bold('Would probably be judged differently'), ...table(rows, [0])]
}

/** "darker, smoother and less cluttered" */
function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
