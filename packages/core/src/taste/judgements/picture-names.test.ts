import { describe, expect, it } from 'vitest'
import { namePictures } from './picture-names.ts'
import { trainingExamplesOf } from './training-examples.ts'

const large = `data:image/png;base64,${'A'.repeat(100_000)}`
const bare = 'B'.repeat(100_000)

const { byDimension } = trainingExamplesOf({
  constraints: [{ id: 'q', question: 'Busy?', answer: 'no', weight: 2, note: 'C'.repeat(100_000) }],
  exemplars: [
    { id: 'e1', label: 'good', url: large },
    { id: 'e2', label: 'bad', imageData: bare, dimension: 'usability' },
    { id: 'e3', label: 'bad', url: large },
  ],
  comparisons: [
    { id: 'c1', frameA: 'e1', frameB: 'e2', winner: 'e1' },
    { id: 'c2', frameA: 'url:0', frameB: { id: 'x', url: large }, winner: 'tie' },
  ],
})
const { examples, sources } = namePictures(byDimension)

describe('the names of pictures in training examples', () => {
  it('are equal for equal sources in all dimensions, and a frame id never equals a URL', () => {
    const { labels, comparisons } = examples.get('aesthetics') ?? { labels: [], comparisons: [] }
    expect(labels.map(({ picture }) => picture)).toEqual(['url:0', 'url:0'])
    expect(comparisons.map(({ a, b }) => [a, b])).toEqual([
      ['url:0', 'url:1'],
      ['frame:url:0', 'url:0'],
    ])
    expect(examples.get('usability')?.labels.map(({ picture }) => picture)).toEqual(['url:1'])
  })

  it('lead to the sources', () => {
    expect([...sources]).toEqual([
      ['url:0', { url: large }],
      ['url:1', { url: `data:;base64,${bare}` }],
      ['frame:url:0', { frameId: 'url:0' }],
    ])
  })

  it('leave no picture data in the examples', () => {
    expect(JSON.stringify([...examples]).length).toBeLessThan(1000)
  })
})
