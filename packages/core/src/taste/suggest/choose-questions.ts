import type { AttributeName, Measured } from '../attributes.ts'
import { type Wish, wishUtility } from '../constraints.ts'
import { multiply } from '../linear-algebra/matrix.ts'
import { questionsAbout } from '../questions/catalogue.ts'
import type { Question } from '../questions/question.ts'
import { wishesOf } from '../questions/quick-answers.ts'
import type { Beliefs } from './beliefs.ts'

export interface ChosenQuestion {
  readonly question: Question
  readonly gain: number
  /** Attributes that it asks about and that no answer covers. */
  readonly open: readonly AttributeName[]
}

export interface QuestionChoice {
  readonly dimension: string
  readonly answered: ReadonlySet<string>
  readonly wishes: readonly Wish[]
  /** Some of the project's frames, and what is believed about them. */
  readonly measured: readonly Measured[]
  readonly beliefs: Beliefs | undefined
  readonly limit: number
}

/** Weight of an attribute that an answer already covers. */
const spokenWeight = 0.25
/** Weight of an attribute that an earlier question in the same list asks about. */
const askedWeight = 0.5
/** Mean square of the utilities that an answer gives the frames, at which it counts half. */
const effectHalf = 0.15
/** Error variance of an answer: people mean different things by "warm". */
const answerVariance = 0.25
/** Gain of a question if the project has no frames, so that its effect is unknown. */
const gainWithoutFrames = 0.2

/**
 * The unanswered questions of the catalogue, by how informative their answers are expected to be: how far they move the
 * frames of the project apart, and how little is known about frames in that direction. Each is chosen as if the earlier
 * ones were answered.
 */
export function chooseQuestions(choice: QuestionChoice): readonly ChosenQuestion[] {
  const spoken = new Set(choice.wishes.map(({ attribute }) => attribute))
  const askedAttributes = new Set<AttributeName>()
  const rest = questionsAbout(choice.dimension)
    .filter(({ id }) => !choice.answered.has(id))
    .map((question) => ({ question, attributes: attributesOf(question), value: expectedValue(question, choice) }))
  const chosen: ChosenQuestion[] = []
  while (chosen.length < choice.limit && rest.length > 0) {
    const gains = rest.map(({ attributes, value }) => value * opennessOf(attributes, spoken, askedAttributes))
    const best = gains.indexOf(Math.max(...gains))
    const [next] = rest.splice(best, 1)
    if (!next) break
    const open = next.attributes.filter((name) => !spoken.has(name))
    chosen.push({ question: next.question, gain: gains[best] as number, open })
    for (const name of next.attributes) askedAttributes.add(name)
  }
  return chosen
}

function attributesOf({ answers }: Question): readonly AttributeName[] {
  return [...new Set(answers.flatMap(({ wishes }) => wishes.map((target) => target.slice(1) as AttributeName)))]
}

function opennessOf(
  attributes: readonly AttributeName[],
  spoken: ReadonlySet<AttributeName>,
  askedAttributes: ReadonlySet<AttributeName>,
): number {
  const weights = attributes.map((name) =>
    spoken.has(name) ? spokenWeight : askedAttributes.has(name) ? askedWeight : 1,
  )
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length
}

/** In bits: the mean over the possible answers. */
function expectedValue(question: Question, { measured, beliefs }: QuestionChoice): number {
  if (!beliefs || measured.length < 2) return gainWithoutFrames
  const answers = question.answers.filter(({ wishes }) => wishes.length > 0)
  const values = answers.map((answer) => {
    const wishes = wishesOf(question, answer)
    const utilities = centred(Float64Array.from(measured, (one) => wishUtility(wishes, one).utility))
    return valueOfDirection(utilities, beliefs)
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function valueOfDirection(utilities: Float64Array, { covariance }: Beliefs): number {
  const square = utilities.reduce((sum, value) => sum + value * value, 0)
  if (square === 0) return 0
  const along = multiply(covariance, utilities).reduce((sum, value, i) => sum + value * (utilities[i] as number), 0)
  const count = utilities.length
  const variance = Math.max(along, 0) / square / count
  const effect = square / count
  return (effect / (effect + effectHalf)) * Math.min(1, Math.log2(1 + variance / answerVariance) / 2)
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}
