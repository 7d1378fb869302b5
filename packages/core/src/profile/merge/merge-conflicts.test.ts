import { expect, it } from 'vitest'
import { formatReference } from '../text-blobs.ts'
import { type MergeConflict, shownConflicts } from './merge-conflicts.ts'

const conflict = (id: string, element: object): MergeConflict => ({
  kind: 'exemplars',
  id,
  ours: { id, ...element },
  theirs: null,
  base: null,
})

it('conflicts include their elements up to a size limit, which counts pictures', () => {
  const small = [conflict('a', {}), conflict('b', {})]
  expect(shownConflicts(small, 1000)).toEqual(small)
  const imageData = formatReference({ hash: '0'.repeat(64), isUrl: false, bytes: 2000 })
  const large = [conflict('a', {}), conflict('b', { imageData }), conflict('c', {})]
  expect(shownConflicts(large, 1000)).toEqual([
    large[0],
    { kind: 'exemplars', id: 'b' },
    { kind: 'exemplars', id: 'c' },
  ])
})
