import { expect, test } from 'vitest'
import { describeChanges, describeWorking, otherChanges, textOf, usualMessage, winnerOf } from './describe-elements.ts'

const none = { added: 0, removed: 0, changed: 0 }

test('the changes of a version are described in words, most important first', () => {
  const changes = {
    constraints: { ...none, added: 1 },
    exemplars: { added: 3, removed: 1, changed: 2 },
    comparisons: none,
  }
  expect(describeChanges(changes)).toBe('3 pictures and 1 answer added, 2 pictures changed, 1 picture removed')
  expect(describeChanges({ constraints: none, exemplars: none, comparisons: none })).toBe('no changes')
})

test('uncommitted elements are counted; with none there is no text', () => {
  expect(describeWorking({ constraints: [{}], exemplars: [{}, {}], comparisons: [{}] })).toBe(
    '2 pictures, 1 comparison and 1 answer',
  )
  expect(describeWorking({ constraints: [], exemplars: [], comparisons: [] })).toBeUndefined()
})

test('an answer is shown as text, whatever a client stored', () => {
  expect([textOf('warm'), textOf(['warm', 'calm']), textOf({ from: 1, to: 2 }), textOf(true), textOf(null)]).toEqual([
    'warm',
    'warm, calm',
    'from: 1, to: 2',
    'yes',
    'none',
  ])
})

test('the winner of a comparison is one of its frames or a tie', () => {
  const namesFor = (winner: string) => winnerOf({ frameA: 'x', frameB: { id: 'y', url: 'frame:y' }, winner })
  expect([namesFor('x'), namesFor('y'), namesFor('tie')]).toEqual(['a', 'b', 'tie'])
})

test('other changes are named, and picture data is never printed', () => {
  const from = { id: 'e', label: 'good', weight: 1, url: 'data:image/png;base64,AAAA' }
  const to = { id: 'e', label: 'bad', weight: 2, url: 'data:image/png;base64,BBBB', note: 'x'.repeat(80) }
  expect(otherChanges(from, to, ['label'])).toEqual([
    'weight: 1 → 2',
    'another picture',
    `note: none → ${'x'.repeat(60)}…`,
  ])
})

test('the message of a version says what was judged, until somebody writes another', () => {
  const label = (label: 'good' | 'bad', removed?: true) => ({ id: 'e', label, ...(removed && { removed }) })
  const changes = {
    exemplars: [label('good'), label('good'), label('good'), label('bad'), label('good', true)],
    comparisons: [{ id: 'c' }, { id: 'd' }],
    constraints: [{ id: 'q', answer: 'quiet' }],
  }
  expect(usualMessage(changes)).toBe('3 good pictures, 1 bad one, 2 pairs, 1 answer, 1 removed')
  expect(usualMessage({ exemplars: [label('bad')], comparisons: [], constraints: [] })).toBe('1 bad picture')
  expect(usualMessage({ exemplars: [], comparisons: [], constraints: [] })).toBe('Changes')
})
