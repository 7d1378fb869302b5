import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutIntoParts, framesPerPartMax, partCharactersMax } from './request-parts.ts'

const sizes = fc.array(
  fc.oneof({ weight: 20, arbitrary: fc.nat(200) }, { weight: 1, arbitrary: fc.nat(2 * partCharactersMax) }),
  { maxLength: 400 },
)

test('the parts of a submission are its frames in order, each part small or one large frame', () => {
  fc.assert(
    fc.property(sizes, (lengths) => {
      const frames = lengths.map((length, i) => ({ id: `f${i}`, url: 'x'.repeat(length) }))
      const parts = [...cutIntoParts(frames)]
      const read = parts.map((part) => JSON.parse(part.frames) as object[])
      expect(read.flat()).toEqual(frames)
      let first = 0
      for (const [i, part] of parts.entries()) {
        const count = read[i]?.length ?? 0
        expect(part.first).toBe(first)
        expect(count).toBeLessThanOrEqual(framesPerPartMax)
        // The brackets and commas are extra.
        if (count > 1) expect(part.frames.length).toBeLessThanOrEqual(partCharactersMax + count + 1)
        first += count
      }
    }),
    { numRuns: 50 },
  )
})

test('two parts in a row are never small enough for one', () => {
  const frames = Array.from({ length: 1000 }, (_, i) => ({ url: 'x'.repeat((i * 7919) % 3000) }))
  const parts = [...cutIntoParts(frames)]
  const small = parts.slice(1).filter(({ frames: text, first }, i) => {
    const before = parts[i]
    const isFull = before !== undefined && first - before.first === framesPerPartMax
    return !isFull && text.length + (before?.frames.length ?? 0) < partCharactersMax
  })
  expect(small).toEqual([])
})
