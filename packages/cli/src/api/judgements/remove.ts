import type { Command } from 'commander'
import { plural } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { elementName } from '../history/describe-elements.ts'
import { findJudgements, judgementNames } from './find-judgement.ts'
import { heldJudgements, isRemoved } from './held.ts'
import { nameFrames } from './name-frames.ts'
import { removeJudgements } from './remove-judgements.ts'

export function removeCommand(): Command {
  return profileCommand('remove', 'remove pictures, answers or comparisons; committed ones with the next commit', [
    'remove cover.jpg',
    'remove colour-temperature',
    'remove a.jpg,b.jpg',
  ])
    .argument('<judgements...>', judgementNames)
    .option('--dimension <name>', 'only judgements of this dimension')
    .action(withClient(remove))
}

type RemoveOptions = ApiOptions & { readonly dimension?: string }

async function remove({ palate, options, show }: Context<RemoveOptions>, names: readonly string[]): Promise<void> {
  const profile = await readProfile(palate, options)
  const held = heldJudgements(profile).filter((one) => !isRemoved(one))
  const found = await findJudgements({ palate, profile, held, dimension: options.dimension }, names)
  await removeJudgements(palate, profile.id, found, `removed ${plural(found.length, 'judgement')}`)
  const nameOf = await nameFrames(
    palate,
    profile.projectId,
    found.map(({ element }) => element),
  )
  const removed = found.map(({ list, id, committed }) => ({ list, id, needsCommit: committed !== undefined }))
  show({ removed }, () => {
    const lines = found.map(({ element }) => `Removed: ${elementName(element, nameOf)}`)
    return removed.some(({ needsCommit }) => needsCommit) ? [...lines, 'To commit: palate commit -m "…"'] : lines
  })
}
