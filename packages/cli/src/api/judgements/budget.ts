import type { Profile } from '@palate/client'
import { type Command, Option } from 'commander'
import { table } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import { wholeNumber } from '../option-values.ts'

type Budget = Profile['profileData']['budget']
type Totals = Partial<Readonly<Record<keyof Budget, number>>>

const counters = ['questions', 'labels', 'comparisons'] as const

export function budgetCommand(): Command {
  const command = profileCommand('budget', 'show how many judgements the profile allows, or change it', [
    'budget',
    'budget --labels 200',
  ])
  for (const counter of counters) {
    command.addOption(new Option(`--${counter} <number>`, `the total of ${counter}`).argParser(wholeNumber))
  }
  return command.action(withClient(budget))
}

async function budget({ palate, options, show }: Context<ApiOptions & Totals>): Promise<void> {
  const id = await findProfileId(palate, options)
  const after = await palate.profiles.change(id, ({ profileData }) => {
    const changed = counters.flatMap((counter) => {
      const total = options[counter]
      return total === undefined ? [] : [[counter, { used: profileData.budget[counter].used, total }] as const]
    })
    const patch = Object.fromEntries(changed) as Partial<Budget>
    const result = { ...profileData.budget, ...patch }
    return changed.length === 0 ? { result } : { result, patch: { profileData: { budget: patch } } }
  })
  show(after, () => table(counters.map((one) => [one, `${after[one].used} of ${after[one].total} used`])))
}
