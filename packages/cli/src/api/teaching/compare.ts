import type { Command } from 'commander'
import { UsageError } from '../../output.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { readProfile } from '../connection/client.ts'
import { withDimension } from './dimension.ts'
import type { FoundFrame, FrameDirectory } from './frame-directory.ts'
import { judgeOnce } from './judge-once.ts'
import { type ComparisonOptions, comparison, labels } from './judgement.ts'
import { namedFrame } from './named-frame.ts'
import type { Choice, Round, Rounds } from './session/round.ts'
import { type SuggestionOf, SuggestionQueue } from './session/suggestion-queue.ts'
import { type RoundParts, type TeachOptions, teachOnTerminal } from './session/teach-on-terminal.ts'

export function compareCommand(): Command {
  const command = profileCommand('compare', 'compare pairs of pictures and choose the better one', [
    'compare',
    'compare --dimension usability',
    'compare --choose a.jpg --over b.jpg',
    'compare --tie a.jpg b.jpg',
  ])
    .option('--choose <picture>', 'compare without prompting: the better picture (a file, a URL or the id of a frame)')
    .option('--over <picture>', 'the other picture')
    .option('--tie <pictures...>', 'compare without prompting: two equally good pictures')
  return withDimension(command).action(withClient(compare))
}

type CompareOptions = TeachOptions & { readonly choose?: string; readonly over?: string; readonly tie?: string[] }

async function compare(context: Context<CompareOptions>): Promise<void> {
  const { palate, options } = context
  const { choose, over, tie, dimension } = options
  const isGiven = choose !== undefined || over !== undefined || tie !== undefined
  if (!isGiven) {
    const instead = 'pass --choose PICTURE --over PICTURE, or --tie PICTURE PICTURE'
    return teachOnTerminal(context, instead, (parts) => comparisonRounds(parts, dimension))
  }
  const named = tie ?? [choose, over]
  const [first, second] = named
  if (named.length !== 2 || first === undefined || second === undefined || (tie && (choose ?? over) !== undefined)) {
    throw new UsageError('name two pictures: --choose PICTURE --over PICTURE, or --tie PICTURE PICTURE')
  }
  const { id, projectId } = await readProfile(palate, options)
  const a = await namedFrame(palate, projectId, first)
  const b = await namedFrame(palate, projectId, second)
  if (a.id === b.id) throw new UsageError('these are the same picture')
  await judgeOnce(context, id, comparison(a, b, tie ? 'tie' : 'a', { dimension }), 'comparisons')
}

function comparisonRounds({ frames, suggestions }: RoundParts, dimension?: string): Rounds {
  const queue = new SuggestionQueue<'comparison'>((limit) => suggestions('comparison', limit))
  return {
    counter: 'comparisons',
    end: 'Nothing left to compare. To label your own pictures: palate label FOLDER',
    progress: () => queue.progress(),
    async next() {
      const found = await queue.next()
      return found && comparisonRound(found, frames, dimension)
    },
  }
}

/** The service randomises the sides; the left one is recorded as `frameA`. */
async function comparisonRound(
  { frameA, frameB, reason, repeat }: SuggestionOf<'comparison'>,
  frames: FrameDirectory,
  dimension?: string,
): Promise<Round> {
  const [a, b] = [await frames.find(frameA), await frames.find(frameB)]
  const choices = choicesOf(a, b, { dimension, repeat })
  return { title: 'Which is better?', reason, pictures: [a, b], lines: [], choices }
}

function choicesOf(a: FoundFrame, b: FoundFrame, options: ComparisonOptions): readonly Choice[] {
  // A picture that no longer has a URL can be compared but not labelled.
  const canBeLabelled = [a, b].every(({ url }) => url !== null)
  const both = (label: 'good' | 'bad') => () => labels([a, b], label, options.dimension)
  return [
    { keys: ['left', 'h', '1'], hint: '← left', judge: () => comparison(a, b, 'a', options) },
    { keys: ['right', 'l', '2'], hint: '→ right', judge: () => comparison(a, b, 'b', options) },
    { keys: ['down', 'j'], hint: '↓ tie', judge: () => comparison(a, b, 'tie', options) },
    ...(canBeLabelled
      ? [
          { keys: ['g'], hint: 'G both good', judge: both('good') },
          { keys: ['b'], hint: 'B both bad', judge: both('bad') },
        ]
      : []),
  ]
}
