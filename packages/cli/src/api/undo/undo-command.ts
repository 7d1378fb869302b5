import type { Command } from 'commander'
import { type Entry, Journal } from '../../journal.ts'
import { CommandError } from '../../output.ts'
import { ago } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import { Gone, planUndo, undoAction } from './undo-action.ts'

export function undoCommand(): Command {
  return profileCommand('undo', 'undo the last change that you made to the profile from this machine', [
    'undo --dry-run',
    'undo',
    'undo --forget',
  ])
    .option('--dry-run', 'only show what would be undone')
    .option('--forget', 'change nothing, and let the next undo skip this action')
    .action(withClient(undo))
}

type UndoOptions = ApiOptions & { readonly dryRun?: boolean; readonly forget?: boolean }

async function undo({ palate, options, show }: Context<UndoOptions>): Promise<void> {
  const { dryRun = false, forget = false } = options
  const profileId = await findProfileId(palate, options)
  const journal = new Journal(profileId)
  const last = journal.entries.at(-1)
  if (!last) throw new CommandError('nothing to undo: no changes to this profile were made from this machine')
  const what = `${last.words} (${ago(last.at)})`
  if (forget) {
    journal.remove(last)
    return show({ forgotten: last }, () => `Forgot: ${what}. Nothing was changed.`)
  }
  const act = dryRun ? planUndo : undoAction
  const effect = await act(palate, profileId, last.action).catch((error) => refuse(error, journal, last, what))
  if (!dryRun) journal.remove(last)
  show({ undone: last, dryRun }, () => `${dryRun ? 'Would undo' : 'Undid'}: ${what}. ${effect}`)
}

/** What no longer exists cannot be undone later either. */
function refuse(error: unknown, journal: Journal, entry: Entry, what: string): never {
  if (error instanceof Gone) {
    journal.remove(entry)
    throw new CommandError(`nothing to undo: ${what}: ${error.message}. The next undo continues with the action before`)
  }
  if (!(error instanceof CommandError)) throw error
  const advice = '`palate undo --forget` skips it'
  throw new CommandError(`cannot undo: ${what}: ${error.message}. Nothing was changed; ${advice}`)
}
