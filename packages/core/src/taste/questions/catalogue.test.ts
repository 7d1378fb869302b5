import { describe, expect, it } from 'vitest'
import { valueAtRank } from '../attributes/kinds.ts'
import { rankedPicture } from '../attributes/ranked-picture.ts'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import { wishUtility } from '../constraints.ts'
import { fitInputOf, understandingsOf } from '../model/fit-input.ts'
import { questions, questionsAbout } from './catalogue.ts'
import { indifferent } from './question.ts'
import { findQuestion, quickWishes, wishesOf } from './quick-answers.ts'

const names: ReadonlySet<string> = new Set(attributes.map(({ name }) => name))

/** A photograph beyond doubt, so that a change of form does not make it a screen. */
function pictureWith(name: AttributeName, rank: number): Measured {
  return { ...photograph, [name]: valueAtRank(name, rank, photograph) }
}

describe('the questions', () => {
  it('are at least 60 for pictures in general, and some for interfaces', () => {
    expect(questionsAbout('aesthetics').length).toBeGreaterThanOrEqual(60)
    expect(questionsAbout('a dimension of one’s own')).toEqual(questionsAbout('aesthetics'))
    expect(questionsAbout('usability').map(({ category }) => category)).toEqual(Array(8).fill('interface'))
  })

  it('have distinct ids, which start with the category, and distinct texts', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
    for (const { id, category } of questions) expect(id).toMatch(new RegExp(`^${category}-[a-z]+$`))
  })

  it('have distinct answers, of which "no preference" is the last', () => {
    for (const { id, answers } of questions) {
      const texts = answers.map(({ answer }) => answer.toLowerCase())
      expect(new Set(texts).size, id).toBe(texts.length)
      expect(texts.at(-1), id).toBe(indifferent)
      expect(texts.length, id).toBeGreaterThanOrEqual(3)
    }
  })

  it('cover every attribute', () => {
    const moved = new Set(questions.flatMap(({ answers }) => answers.flatMap((one) => one.wishes.map(nameIn))))
    expect([...names].filter((name) => !moved.has(name as AttributeName))).toEqual([])
  })
})

const photograph = rankedPicture({})

/** Answers that allow something, and so express no wish. */
const permissions = new Set(['they may', 'not strictly', 'as many as it needs'])

const allAnswers = questions.flatMap((question) =>
  question.answers.map((answer) => ({ id: question.id, question, answer })),
)

describe('a quick answer', () => {
  it('asks for attributes that exist, each once, and "no preference" and permissions for none', () => {
    for (const { id, answer } of allAnswers) {
      const wished = answer.wishes.map(nameIn)
      expect(
        wished.filter((name) => !names.has(name)),
        id,
      ).toEqual([])
      expect(new Set(wished).size, id).toBe(wished.length)
      expect(wished.length === 0, `${id}: ${answer.answer}`).toBe(
        answer.answer === indifferent || permissions.has(answer.answer),
      )
    }
  })

  it('moves the utility of pictures in the direction that it names', () => {
    for (const { id, question, answer } of allAnswers) {
      const wishes = wishesOf(question, answer)
      for (const target of answer.wishes) {
        const [low = 0, middle = 0, high = 0] = [0.1, 0.5, 0.9].map(
          (rank) => wishUtility(wishes, pictureWith(nameIn(target), rank)).utility,
        )
        const message = `${id}: ${answer.answer}: ${target}`
        if (target.startsWith('+')) expect(high, message).toBeGreaterThan(low)
        else if (target.startsWith('-')) expect(low, message).toBeGreaterThan(high)
        else expect(middle, message).toBeGreaterThan(Math.max(low, high))
      }
    }
  })

  it('differs from the other answers of its question that express a wish', () => {
    for (const { id, answers } of questions) {
      const wished = answers.filter(({ wishes }) => wishes.length > 0).map(({ wishes }) => [...wishes].sort().join(' '))
      expect(new Set(wished).size, id).toBe(wished.length)
    }
  })
})

function nameIn(target: string): AttributeName {
  return target.slice(1) as AttributeName
}

describe('a constraint with a question id', () => {
  const halfStrength = Math.round(Math.SQRT1_2 * 1e4) / 1e4
  const wishesAbout = (constraint: Readonly<Record<string, unknown>>) =>
    understandingsOf(null, [{ id: 'c', ...constraint }])[0]

  it('uses the wishes of the quick answer, not its words', () => {
    const understood = wishesAbout({ questionId: 'mood-home', answer: ' Living room' })
    const phrase = 'A living room or a laboratory? living room'
    expect(
      understood?.wishes.map((wish) => ({ attribute: wish.attribute, strength: wish.strength, phrase: wish.phrase })),
    ).toEqual([
      { attribute: 'warmth', strength: halfStrength, phrase },
      { attribute: 'contrast', strength: halfStrength, phrase },
    ])
    expect(understood?.notUnderstood).toEqual([])
  })

  it('adds up the wishes of several quick answers', () => {
    const colours = findQuestion('colour-wanted')
    if (!colours) throw new Error('there is no such question')
    expect(quickWishes(colours, ['red', 'Blue'])?.map(({ attribute }) => attribute)).toEqual(['reds', 'blues'])
  })

  it('expresses no wish with "no preference"', () => {
    expect(wishesAbout({ questionId: 'colour-temperature', answer: indifferent })).toEqual({
      id: 'c',
      wishes: [],
      notUnderstood: [],
    })
  })

  it('reads the words of an answer that is not a quick one, with the question of the catalogue', () => {
    const understood = wishesAbout({ questionId: 'light-brightness', answer: 'the second' })
    expect(understood).toEqual({ ...wishesAbout({ question: 'Bright or dark?', answer: 'the second' }) })
    expect(understood?.wishes.map(({ attribute }) => attribute)).toEqual(['brightness'])
  })

  it('reads the words if there is no such question', () => {
    const [unknown, words] = [{ questionId: 'no-such-question' }, {}].map((more) =>
      wishesAbout({ ...more, question: 'Warm or cool?', answer: 'warm' }),
    )
    expect(unknown).toEqual(words)
  })

  it('teaches its dimension those wishes, scaled by its weight', () => {
    const constraints = [{ id: 'c', questionId: 'colour-temperature', answer: 'warm', weight: 2 }]
    const { wishes } = fitInputOf('aesthetics', { labels: [], comparisons: [], constraints }, new Map(), null)
    expect(wishes.map(({ attribute, strength }) => ({ attribute, strength }))).toEqual([
      { attribute: 'warmth', strength: 2 },
    ])
  })
})
