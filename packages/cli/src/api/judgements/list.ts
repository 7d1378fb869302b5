import { Argument, type Command } from 'commander'
import { bold, dim, green, table, yellow } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { answerOf, describeElement, elementName } from '../history/describe-elements.ts'
import { dimensionIn } from './find-judgement.ts'
import { type Held, heldJudgements, isRemoved, lists } from './held.ts'
import { type NameOfFrame, nameFrames } from './name-frames.ts'
import { shownTo, signedInPerson } from './signed-in-person.ts'

export function listCommand(): Command {
  return profileCommand('list', 'list what the profile holds, including uncommitted changes', [
    'list',
    'list good',
    'list answers --json',
  ])
    .addArgument(new Argument('[kind]', 'only these').choices(Object.keys(kinds)))
    .action(withClient(list))
}

interface Kind {
  readonly title: string
  has(held: Held): boolean
  cells(held: Held, nameOf: NameOfFrame): readonly string[]
}

const kinds: Readonly<Record<string, Kind>> = {
  good: pictures('Good', 'good'),
  bad: pictures('Bad', 'bad'),
  answers: {
    title: 'Answers',
    has: (held) => held.list === 'constraints',
    cells: ({ element }) => [String(element.question ?? element.questionId ?? element.id), answerOf(element)],
  },
  comparisons: {
    title: 'Comparisons',
    has: (held) => held.list === 'comparisons',
    cells: ({ element }, nameOf) => [describeElement(element, nameOf)],
  },
}

function pictures(title: string, label: string): Kind {
  return {
    title,
    has: (held) => held.list === 'exemplars' && held.element.label === label,
    cells: ({ element }, nameOf) => [elementName(element, nameOf)],
  }
}

async function list({ palate, options, show }: Context<ApiOptions>, only?: string): Promise<void> {
  const profile = await readProfile(palate, options)
  const shown = Object.entries(kinds).flatMap(([name, kind]) => (only === undefined || only === name ? [kind] : []))
  const present = heldJudgements(profile).filter((one) => !isRemoved(one))
  const all = shownTo(await signedInPerson(palate, present), present)
  const held = all.filter((one) => shown.some((kind) => kind.has(one)))
  const data = lists.map((name) => [name, held.flatMap((one) => (one.list === name ? [one.element] : []))])
  const hasPairs = held.some((one) => one.list === 'comparisons')
  const isNamed = hasPairs && !options.json
  const nameOf = await nameFrames(palate, profile.projectId, isNamed ? all.map(({ element }) => element) : [])
  show(Object.fromEntries(data), () => {
    const parts = shown.flatMap((kind) => part(kind, held, nameOf))
    return parts.length > 0 ? parts : 'Nothing yet.'
  })
}

function part(kind: Kind, held: readonly Held[], nameOf: NameOfFrame): readonly string[] {
  const own = held.filter((one) => kind.has(one))
  if (own.length === 0) return []
  const rows = own.map((one) => {
    const dimension = dimensionIn(one.element)
    return [markOf(one), ...kind.cells(one, nameOf), dimension === 'aesthetics' ? '' : dim(dimension)]
  })
  return [bold(`${kind.title} (${own.length})`), ...table(rows)]
}

/** Marks what was added or changed since the last commit, as a diff does. */
function markOf({ working, committed }: Held): string {
  if (!working) return ' '
  return committed ? yellow('~') : green('+')
}
