import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { withFolderOptions } from '../folder-options.ts'
import type { WalkOptions } from '../score/folder-walk.ts'
import { scoreInputs } from '../score/inputs.ts'
import { add } from './add.ts'
import { withDimension } from './dimension.ts'
import type { FrameDirectory } from './frame-directory.ts'
import { fileLabel, type Judgement, labels } from './judgement.ts'
import { isAddress } from './named-frame.ts'
import type { Choice, Round, Rounds } from './session/round.ts'
import { type SuggestionOf, SuggestionQueue } from './session/suggestion-queue.ts'
import { type RoundParts, type TeachOptions, teachOnTerminal } from './session/teach-on-terminal.ts'

export function labelCommand(): Command {
  const command = profileCommand('label', 'label pictures as good or bad', [
    'label',
    'label covers/',
    'label cover.jpg --good',
  ])
    .argument('[pictures...]', 'files, folders or URLs (default: suggestions from the service)')
    .option('--good', 'label without prompting: good examples')
    .option('--bad', 'label without prompting: bad examples')
  return withFolderOptions(withDimension(command)).action(withClient(label))
}

type LabelOptions = TeachOptions & WalkOptions & { readonly good?: boolean; readonly bad?: boolean }

async function label(context: Context<LabelOptions>, pictures: readonly string[]): Promise<void> {
  const { good, bad, dimension } = context.options
  if (good || bad) {
    if (pictures.length === 0) throw new UsageError('name the pictures to label')
    return add(context, pictures)
  }
  const inputs = pictures.length === 0 ? [] : (await scoreInputs(pictures, context.options)).map(({ id }) => id)
  await teachOnTerminal(context, 'name pictures and pass --good or --bad', (parts) =>
    inputs.length > 0 ? namedRounds(inputs, dimension) : suggestedRounds(parts, dimension),
  )
}

function suggestedRounds({ frames, suggestions }: RoundParts, dimension?: string): Rounds {
  const queue = new SuggestionQueue<'label'>((limit) => suggestions('label', limit))
  return {
    counter: 'labels',
    end: 'Nothing left to label. To label your own pictures: palate label FOLDER',
    progress: () => queue.progress(),
    async next() {
      const found = await queue.next()
      return found && suggestedRound(found, frames, dimension)
    },
  }
}

async function suggestedRound(
  { frame, reason }: SuggestionOf<'label'>,
  frames: FrameDirectory,
  dimension?: string,
): Promise<Round> {
  const found = await frames.find(frame)
  return { ...roundOf((value) => labels([found], value, dimension)), reason, pictures: [found] }
}

/** The pictures that the user named, in order. A file is uploaded once it is judged. */
function namedRounds(inputs: readonly string[], dimension?: string): Rounds {
  let next = 0
  return {
    counter: 'labels',
    end: 'That was the last picture. To go on with pairs: palate compare',
    progress: () => '',
    async next() {
      const input = inputs[next]
      if (input === undefined) return undefined
      next++
      const round = isAddress(input) ? addressRound(input, dimension) : fileRound(input, dimension)
      return { ...round, place: `${next} of ${plural(inputs.length, 'picture')}` }
    },
  }
}

function fileRound(file: string, dimension?: string): Round {
  const name = basename(file)
  const picture = { caption: file, load: async () => readFileSync(file) }
  return { ...roundOf((value) => fileLabel(resolve(file), name, value, dimension)), pictures: [picture] }
}

/** Only the service fetches URLs. */
function addressRound(url: string, dimension?: string): Round {
  const picture = { caption: url, load: async () => undefined }
  return { ...roundOf((value) => labels([{ id: url, url, name: url }], value, dimension)), pictures: [picture] }
}

function roundOf(judge: (label: 'good' | 'bad') => Judgement): Omit<Round, 'pictures'> {
  const choices: readonly Choice[] = [
    { keys: ['g', 'right', 'l', '1'], hint: 'G good', judge: () => judge('good') },
    { keys: ['b', 'left', 'h', '2'], hint: 'B bad', judge: () => judge('bad') },
  ]
  return { title: 'Good or bad?', lines: [], choices }
}
