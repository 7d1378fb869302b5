import { describe, expect, it } from 'vitest'
import { type ElementLists, elementsPerListMax } from '../../profile/schema.ts'
import { answersPerModelMax, judgementsPerModelMax, limitExamples } from './example-limit.ts'
import { trainingExamplesOf } from './training-examples.ts'

function stateOf(lists: Partial<ElementLists>): ElementLists {
  return { constraints: [], exemplars: [], comparisons: [], ...lists }
}

describe('the training examples of a state', () => {
  it('an element without a dimension is about aesthetics, one with a dimension about that one alone', () => {
    const { byDimension } = trainingExamplesOf(
      stateOf({
        exemplars: [
          { id: 'e1', label: 'good', url: 'https://a/1' },
          { id: 'e2', label: 'bad', url: 'https://a/2', dimension: 'usability' },
        ],
      }),
    )
    expect([...byDimension].map(([name, { labels }]) => [name, labels.map(({ elementId }) => elementId)])).toEqual([
      ['aesthetics', ['e1']],
      ['usability', ['e2']],
    ])
  })

  it('an answer keeps the attributes about which its words are confirmed, and nothing else that clients store', () => {
    const answer = { question: 'How bright?', answer: 'dark', note: 'x' }
    const { byDimension } = trainingExamplesOf(
      stateOf({
        constraints: [
          { id: 'q', ...answer, confirmed: ['brightness', 'charm', 7] },
          { id: 'r', ...answer, confirmed: 'brightness' },
        ],
      }),
    )
    expect(byDimension.get('aesthetics')?.constraints).toEqual([
      { id: 'q', question: 'How bright?', answer: 'dark', weight: undefined, confirmed: ['brightness'] },
      { id: 'r', question: 'How bright?', answer: 'dark', weight: undefined },
    ])
  })

  it('a bare frame id is resolved against the exemplars by id or frameId, else it stays a frame id', () => {
    const { byDimension } = trainingExamplesOf(
      stateOf({
        exemplars: [
          { id: 'e1', label: 'good', url: 'https://a/1' },
          { id: 'e2', frameId: 'f2', label: 'bad', imageData: 'QUJD' },
        ],
        comparisons: [
          { id: 'c1', frameA: 'e1', frameB: 'f2', winner: 'e1' },
          { id: 'c2', frameA: 'other', frameB: { id: 'x', url: 'https://a/x' }, winner: 'tie' },
        ],
      }),
    )
    const comparisons = byDimension.get('aesthetics')?.comparisons.map(({ a, b, outcome }) => ({ a, b, outcome }))
    expect(comparisons).toEqual([
      { a: { url: 'https://a/1' }, b: { url: 'data:;base64,QUJD' }, outcome: 1 },
      { a: { frameId: 'other' }, b: { url: 'https://a/x' }, outcome: 0.5 },
    ])
  })

  it('an element that cannot be used is listed with the reason', () => {
    const { unusable } = trainingExamplesOf(
      stateOf({
        constraints: [{ id: 'q', question: 'Busy?' }],
        exemplars: [
          { id: 'e1', url: 'https://a/1' },
          { id: 'e2', label: 'good' },
        ],
        comparisons: [
          { id: 'c1', frameA: 'a' },
          { id: 'c2', frameA: 'a', frameB: 'a', winner: 'a' },
          { id: 'c3', frameA: 'a', frameB: 'b', winner: 'c' },
        ],
      }),
    )
    expect(unusable.map(({ kind, id, code }) => [kind, id, code])).toEqual([
      ['exemplars', 'e1', 'no_label'],
      ['exemplars', 'e2', 'no_image'],
      ['comparisons', 'c1', 'no_frames'],
      ['comparisons', 'c2', 'same_frame'],
      ['comparisons', 'c3', 'no_winner'],
      ['constraints', 'q', 'no_answer'],
    ])
  })

  it('attributes and reserved names cannot be learned', () => {
    const { byDimension, unusable } = trainingExamplesOf(
      stateOf({
        exemplars: [{ id: 'e', label: 'good', url: 'https://a/1', dimension: 'blues' }],
        comparisons: [{ id: 'c', frameA: 'a', frameB: 'b', winner: 'a', dimension: 'type' }],
        constraints: [{ id: 'q', answer: 'warm', dimension: 'error' }],
      }),
    )
    expect([...byDimension]).toEqual([])
    expect(unusable.map(({ id, code }) => [id, code])).toEqual([
      ['e', 'not_taught'],
      ['c', 'not_taught'],
      ['q', 'not_taught'],
    ])
  })

  it('a comparison of one frame under two names is a comparison with itself', () => {
    const { unusable } = trainingExamplesOf(
      stateOf({
        exemplars: [{ id: 'e', frameId: 'f', label: 'good', url: 'https://a/1' }],
        comparisons: [
          { id: 'c1', frameA: 'f', frameB: 'e', winner: 'e' },
          { id: 'c2', frameA: { id: 'x', url: 'https://a/1' }, frameB: 'e', winner: 'x' },
        ],
      }),
    )
    expect(unusable.map(({ id, code }) => [id, code])).toEqual([
      ['c1', 'same_frame'],
      ['c2', 'same_frame'],
    ])
  })

  it('a full list of different dimensions is read quickly', () => {
    const constraints = Array.from({ length: elementsPerListMax }, (_, i) => ({
      id: `${i}`,
      answer: 'warm',
      dimension: `d${i}`,
    }))
    expect(trainingExamplesOf(stateOf({ constraints })).byDimension.size).toBe(elementsPerListMax)
  })

  it('beyond the limit the newest judgements are used, and the oldest are left out twenty at a time and listed', () => {
    const limited = (count: number) => {
      const ids = Array.from({ length: count }, (_, i) => `e${i}`)
      const exemplars = ids.map((id, i) => ({ id, label: 'good', url: `https://a/${i}` }))
      const { examples, dropped } = limitExamples(trainingExamplesOf(stateOf({ exemplars })).byDimension)
      const used = examples.get('aesthetics')?.labels.map(({ elementId }) => elementId)
      expect([...dropped.map(({ id }) => id), ...(used ?? [])]).toEqual(ids)
      return dropped.map(({ code }) => code)
    }
    expect(limited(judgementsPerModelMax)).toEqual([])
    const twenty = Array.from({ length: 20 }, () => 'past_limit')
    for (const more of [1, 2, 20]) expect(limited(judgementsPerModelMax + more)).toEqual(twenty)
    expect(limited(judgementsPerModelMax + 21)).toEqual([...twenty, ...twenty])
  })

  it('beyond the limit the newest answers are used and the oldest are listed', () => {
    const constraints = Array.from({ length: answersPerModelMax + 1 }, (_, i) => ({ id: `c${i}`, answer: 'warm' }))
    const { examples, dropped } = limitExamples(trainingExamplesOf(stateOf({ constraints })).byDimension)
    expect(examples.get('aesthetics')?.constraints.map(({ id }) => id)).toEqual(
      constraints.slice(1).map(({ id }) => id),
    )
    const message = 'only the newest 600 answers of a dimension are used'
    expect(dropped).toEqual([{ kind: 'constraints', id: 'c0', code: 'past_limit', message, retryable: false }])
  })
})
