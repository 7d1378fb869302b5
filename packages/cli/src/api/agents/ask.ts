import { setTimeout as pause } from 'node:timers/promises'
import type { Palate } from '@palate/client'
import { askPath } from '@palate/core/profile/asked-choice.ts'
import { type Command, Option } from 'commander'
import { openBrowser } from '../../open-browser.ts'
import { CommandError, printWarning, UsageError } from '../../output.ts'
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
  const { id: askId } = await palate.asks.create(profileId, {
    ...{ first: a.url, second: b.url },
    ...(options.dimension !== undefined && { dimension: options.dimension }),
  })
  const path = askPath({ profileId, first: a.url, second: b.url, dimension: options.dimension, askId })
  const { code = '' } = await palate.session.createCode()
  const link = signInLink(serviceUrl(options.url), code, path)
  printWarning(`Choose here: ${link}`)
  if (options.browser) openBrowser(link)
  const choice = await waitForChoice(palate, profileId, askId, options.wait)
  const winner = { first, second }[choice as string] ?? null
  show({ winner, choice }, () => winner ?? (choice === 'no difference' ? 'tie' : choice))
}

async function waitForChoice(palate: Palate, profileId: string, askId: string, seconds: number) {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    const { answer } = await palate.asks.get(profileId, askId)
    if (answer) return answer.choice
    await pause(lookEveryMs)
  }
  throw new CommandError(`nobody chose within ${seconds} s`)
}
