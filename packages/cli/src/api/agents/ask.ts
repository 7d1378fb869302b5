import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Palate } from '@palate/client'
import { askPath } from '@palate/core/profile/asked-choice.ts'
import { type Command, Option } from 'commander'
import { openBrowser } from '../../open-browser.ts'
import { CommandError, complain, UsageError } from '../../output.ts'
import { signInLink } from '../../sign-in-link.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile, serviceUrl } from '../connection/client.ts'
import { wholeNumber } from '../option-values.ts'
import { type DimensionOptions, requireDimension, withDimension } from '../teaching/dimension.ts'
import { namedFrame } from '../teaching/named-frame.ts'

const waitSecondsUsual = 600
const lookEveryMs = 1000

export function askCommand(): Command {
  const command = profileCommand(
    'ask',
    'open a page that asks which of two pictures suits better, and print the choice',
    ['ask before.png after.png', 'ask a.png b.png --no-browser --wait 60'],
  )
    .argument('<first>', 'a file, a URL or the id of a frame')
    .argument('<second>', 'the other picture')
    .option('--no-browser', 'only print the link')
    .addOption(new Option('--wait <seconds>', 'how long to wait').argParser(wholeNumber).default(waitSecondsUsual))
  return withDimension(command).action(withClient(ask))
}

interface AskOptions extends ApiOptions, DimensionOptions {
  readonly browser: boolean
  readonly wait: number
}

/** The link goes to standard error, so that a script gets only the choice. */
async function ask({ palate, options, show }: Context<AskOptions>, first: string, second: string): Promise<void> {
  const { id: profileId, projectId } = await readProfile(palate, options)
  await requireDimension(palate, profileId, options)
  const a = await namedFrame(palate, projectId, first)
  const b = await namedFrame(palate, projectId, second)
  if (a.id === b.id) throw new UsageError('these are the same picture')
  if (a.url === null || b.url === null) throw new CommandError('one of these pictures can no longer be shown')
  const askId = randomUUID()
  const path = askPath({ profileId, first: a.url, second: b.url, dimension: options.dimension, askId })
  const { code = '' } = await palate.session.createCode()
  const link = signInLink(serviceUrl(options.url), code, path)
  complain(`Choose here: ${link}`)
  if (options.browser) openBrowser(link)
  const judged = await waitForJudgement(palate, profileId, askId, options.wait)
  const winner = judged.winner === a.id ? first : judged.winner === b.id ? second : null
  show({ winner, judgement: judged }, () => winner ?? (judged.label === undefined ? 'tie' : `both ${judged.label}`))
}

type Judged = { readonly winner?: unknown; readonly label?: unknown }

/** The page stores the judgement with the id of the question. */
async function waitForJudgement(palate: Palate, profileId: string, askId: string, seconds: number): Promise<Judged> {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    const { profileData } = await palate.profiles.get(profileId, { snapshots: 'omit' })
    const { comparisons, exemplars } = profileData.workingChanges
    const found = [...comparisons, ...exemplars].find((element) => (element as { askId?: unknown }).askId === askId)
    if (found) return found as Judged
    await pause(lookEveryMs)
  }
  throw new CommandError(`nobody chose within ${seconds} s`)
}
