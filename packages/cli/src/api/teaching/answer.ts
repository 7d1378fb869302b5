import { questionOf } from '@palate/core/profile/subject/subject.ts'
import { findQuestion } from '@palate/core/taste/questions/quick-answers.ts'
import type { Command } from 'commander'
import { CommandError, UsageError } from '../../output.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { findProfileId } from '../connection/client.ts'
import { withDimension } from './dimension.ts'
import { judgeOnce } from './judge-once.ts'
import { type AskedQuestion, answer } from './judgement.ts'
import type { Round, Rounds } from './session/round.ts'
import { type SuggestionOf, SuggestionQueue } from './session/suggestion-queue.ts'
import { type RoundParts, type TeachOptions, teachOnTerminal } from './session/teach-on-terminal.ts'

export function answerCommand(): Command {
  const command = profileCommand('answer', 'answer questions about your taste', [
    'answer',
    'answer colour-temperature warm',
    'answer "What should we avoid?" "clutter, neon"',
  ])
    .argument(
      '[question]',
      'answer without prompting: the id of a question from `palate suggest`, or your own question',
    )
    .argument('[answer]')
  return withDimension(command).action(withClient(answerQuestions))
}

async function answerQuestions(context: Context<TeachOptions>, question?: string, text?: string): Promise<void> {
  const { palate, options } = context
  const { dimension } = options
  if (question === undefined) {
    return teachOnTerminal(context, 'pass QUESTION ANSWER', (parts) => questionRounds(parts, dimension))
  }
  if (text === undefined || text.trim() === '') throw new UsageError('the answer is missing: pass QUESTION ANSWER')
  const named = namedQuestion(question)
  await judgeOnce(context, await findProfileId(palate, options), answer(named, text, dimension), 'questions')
}

/** A question from the catalogue by id or text, or in the user's own words. A single word is treated as a mistyped id. */
function namedQuestion(text: string): AskedQuestion {
  const known = findQuestion(text) ?? findQuestion(questionOf({ id: '', question: text })?.replace(/^id:/, ''))
  if (known) return { id: known.id, category: known.category, question: known.question }
  if (/\s|\?/.test(text.trim())) return { question: text.trim() }
  throw new CommandError(`there is no question ${text}: \`palate suggest --kind question\` lists some`)
}

function questionRounds({ suggestions }: RoundParts, dimension?: string): Rounds {
  const queue = new SuggestionQueue<'question'>((limit) => suggestions('question', limit))
  return {
    counter: 'questions',
    end: 'Nothing left to ask. To go on with pairs: palate compare',
    progress: () => queue.progress(),
    async next() {
      const found = await queue.next()
      return found && questionRound(found, dimension)
    },
  }
}

function questionRound(suggested: SuggestionOf<'question'>, dimension?: string): Round {
  const { question, answers, reason } = suggested
  const judge = (text: string) => answer(suggested, text, dimension)
  return {
    title: question,
    reason,
    pictures: [],
    lines: [...answers.map((text, i) => `${i + 1}  ${text}`), '', 'Or type your own answer.'],
    choices: answers.map((text, i) => ({ keys: [String(i + 1)], hint: '', judge: () => judge(text) })),
    typed: judge,
  }
}
