import type { Profile } from '@palate/client'
import { Journal } from '../../../journal.ts'
import { CommandError } from '../../../output.ts'
import { protocolOf } from '../../../terminal/pictures/protocol.ts'
import { requireTerminal } from '../../../terminal/prompts.ts'
import { plural } from '../../../terminal/text.ts'
import type { Context } from '../../api-command.ts'
import { type ApiOptions, readProfile } from '../../connection/client.ts'
import { describeCounts } from '../../history/describe-elements.ts'
import { changeInWords, type Stored } from '../changed-judgements.ts'
import { type DimensionOptions, requireDimension } from '../dimension.ts'
import { FrameDirectory } from '../frame-directory.ts'
import { refuseUnsent } from '../queue/send-unsent.ts'
import { Sender } from '../queue/sender.ts'
import { openTeachingQueue, type TeachingQueue } from '../queue/teaching-queue.ts'
import type { Round, Rounds } from './round.ts'
import type { Suggestions } from './suggestion-queue.ts'
import { TeachingSession } from './teaching-session.ts'

export type TeachOptions = ApiOptions & DimensionOptions

/** What rounds are built from. */
export interface RoundParts {
  readonly profile: Profile
  readonly frames: FrameDirectory
  /** Requests suggestions, once all judgements so far have been sent. */
  suggestions(kind: 'question' | 'label' | 'comparison', limit: number): Promise<Suggestions>
}

/** Half blocks need few pixels; terminals that show real pictures get larger ones. */
const sides = { blocks: 256, kitty: 512, iterm2: 512, none: 256 } as const

/**
 * Asks on the terminal until the user quits, then reports what was added. `instead`: what to pass without a terminal.
 */
export async function teachOnTerminal(
  { palate, options, show }: Context<TeachOptions>,
  instead: string,
  roundsOf: (parts: RoundParts) => Rounds,
): Promise<void> {
  requireTerminal(instead)
  const { dimension } = options
  const protocol = protocolOf(process.env)
  const profile = await readProfile(palate, options)
  await requireDimension(palate, profile.id, options)
  const sender = new Sender(palate, profile, new Journal(profile.id))
  const queue = openTeachingQueue(profile.id, sender)
  const rounds = roundsOf({
    profile,
    frames: new FrameDirectory(palate, profile.projectId, sides[protocol.kind]),
    suggestions: async (kind, limit) => {
      await queue.settled()
      return palate.suggestions(profile.id, { kind, limit, ...(dimension !== undefined && { dimension }) })
    },
  })
  const { counter } = rounds
  const full = () => {
    const { used, total } = sender.budget[counter]
    return used + queue.state().waiting.length < total
      ? undefined
      : `The budget is used up: ${used} of ${total} ${counter}. To raise it: palate budget --${counter} N`
  }
  const refused = full()
  if (refused !== undefined) throw new CommandError(refused)
  const heading = (round: Round | undefined) => {
    const { used, total } = sender.budget[counter]
    const use = `${used} of ${total} ${counter} used`
    const parts = [round?.place ?? '', profile.name, dimension ?? 'aesthetics', use, rounds.progress()]
    return parts.filter((part) => part !== '').join(' · ')
  }
  const session = new TeachingSession({
    rounds,
    queue,
    protocol,
    heading,
    full,
    describeUnderstanding: (judgement) => sender.describeUnderstanding(judgement),
  })
  queue.subscribe(() => session.redraw())
  queue.start()
  const reason = await session.run()
  await finish(queue)
  show({ ...elementsIn(sender.stored), budget: sender.budget }, () =>
    [reason, summary(sender.stored, sender.budget[counter], counter), rounds.progress()].filter((part) => part !== ''),
  )
  refuseUnsent(queue)
}

async function finish(queue: TeachingQueue): Promise<void> {
  const { waiting } = queue.state()
  if (waiting.length > 0) process.stderr.write(`Sending ${plural(waiting.length, 'judgement')}…\n`)
  await queue.close()
}

function elementsIn(stored: readonly Stored[]) {
  const elementsIn = (list: Stored['list']) => stored.flatMap((one) => (one.list === list ? [one.element] : []))
  return {
    constraints: elementsIn('constraints'),
    exemplars: elementsIn('exemplars'),
    comparisons: elementsIn('comparisons'),
  }
}

function summary(stored: readonly Stored[], { used, total }: { used: number; total: number }, counter: string): string {
  const fresh = stored.filter(({ before }) => !before)
  const changes = stored.filter((one) => changeInWords(one) !== undefined).length
  const budget = `${used} of ${total} ${counter} used`
  const parts = [
    ...(fresh.length > 0 ? [`added ${describeCounts(elementsIn(fresh))}`] : []),
    ...(changes > 0 ? [`changed ${plural(changes, 'judgement')}`] : []),
  ].join(', ')
  if (parts === '') return `Nothing was added (${budget}).`
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)} (${budget}). To commit: palate commit -m "…"`
}
