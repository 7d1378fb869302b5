import type { Command } from 'commander'
import { Journal } from '../../journal.ts'
import { CommandError, UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { elementName } from '../history/describe-elements.ts'
import { findJudgements, judgementNames } from './find-judgement.ts'
import { type Held, heldJudgements, isRemoved } from './held.ts'
import { type NameOfFrame, nameFrames } from './name-frames.ts'
import { restoring } from './remove-judgements.ts'

export function discardCommand(): Command {
  return profileCommand('discard', 'discard uncommitted changes', ['discard cover.jpg', 'discard --all'])
    .argument('[judgements...]', judgementNames)
    .option('--all', 'discard all uncommitted changes')
    .option('--dimension <name>', 'only judgements of this dimension')
    .action(withClient(discard))
}

type DiscardOptions = ApiOptions & { readonly all?: boolean; readonly dimension?: string }

async function discard({ palate, options, show }: Context<DiscardOptions>, names: readonly string[]): Promise<void> {
  const { all = false, dimension } = options
  if (all === names.length > 0) throw new UsageError('name what to discard, or pass --all')
  if (all && dimension !== undefined) throw new UsageError('--all discards the changes of every dimension')
  const profile = await readProfile(palate, options)
  const held = heldJudgements(profile).filter(({ working }) => working)
  if (held.length === 0) throw new CommandError('nothing to discard: there are no uncommitted changes')
  const found = all ? held : await findJudgements({ palate, profile, held, dimension }, names)
  const discardId = all ? (await palate.annotations.discard(profile.id)).discardId : null
  if (!all) for (const { id } of found) await palate.annotations.remove(profile.id, id)
  const undo = { ...restoring(found), ...(discardId !== null && { discardId }) }
  new Journal(profile.id).record(`discarded ${plural(found.length, 'change')}`, undo)
  const nameOf = await nameFrames(
    palate,
    profile.projectId,
    found.map(({ element }) => element),
  )
  show({ discarded: found.map(({ list, id }) => ({ list, id })) }, () => [
    ...found.map((one) => describe(one, nameOf)),
    `Discarded ${plural(found.length, 'change')}. To restore: palate undo`,
  ])
}

function describe(held: Held, nameOf: NameOfFrame): string {
  const name = elementName(held.element, nameOf)
  if (isRemoved(held)) return `Discarded the removal of ${name}`
  return `Discarded ${name}${held.committed ? ', which is again as committed' : ''}`
}
