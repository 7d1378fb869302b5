import { expect, test } from 'vitest'
import type { CheckedRequest } from '../http/request/check-request.ts'
import { charactersPerPieceMax, itemsPerPieceMax, joinChecked, type ListPiece, splitChecked } from './checked-body.ts'

/** The pieces of the lists of a body, after checking that they make up the same body. */
async function piecesOf(body: unknown) {
  const all = { input: { params: { id: 'p' }, query: {}, body }, attempt: undefined } as CheckedRequest
  const { checked, pieces } = splitChecked(all)
  if (!pieces) {
    expect(checked).toBe(all)
    return []
  }
  const list: readonly ListPiece[] = await pieces.toArray()
  async function* resent() {
    yield* list
  }
  expect(await joinChecked(structuredClone(checked), resent())).toEqual(all)
  return list.map(([, items]) => items)
}

test('a checked body without long lists is sent whole', async () => {
  expect(await piecesOf({ frames: [1, 2], dimensions: ['a'] })).toEqual([])
  expect(await piecesOf(undefined)).toEqual([])
})

test('long lists of a checked body are sent in pieces and arrive unchanged', async () => {
  const frames = Array.from({ length: 2 * itemsPerPieceMax + 1 }, (_, i) => ({ id: `f${i}`, url: 'data:,' }))
  const pieces = await piecesOf({ profile_id: 'p', frames, dimensions: ['a'], other: frames.map(({ id }) => id) })
  expect(pieces.map((piece) => piece.length)).toEqual([500, 500, 1, 500, 500, 1])
  const large = Array.from({ length: 5 }, (_, i) => ({ id: i, url: 'x'.repeat(charactersPerPieceMax / 2) }))
  expect((await piecesOf({ frames: large })).map((piece) => piece.length)).toEqual([1, 1, 1, 1, 1])
})
