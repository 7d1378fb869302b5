import type { Measured } from '@palate/core/taste/attributes.ts'
import { expect, test } from 'vitest'
import { realtimeOf, type WorkContext } from '../../work/work-context.ts'
import type { Edit } from '../features/feature-extractor.ts'
import { FrameFault } from '../picture-faults.ts'
import { copiesPerJobMax, EditedCopies } from './edited-copies.ts'

const subject = { frame: { url: 'https://pictures.example/a.png' }, contentHash: 'hash' }
const edits = (['lighter', 'darker', 'warmer', 'cooler', 'muted'] as const).map((change) => ({ change, amount: 0.5 }))
const work = realtimeOf('acct')

/** Copies on two workers. The edit `darker` means nothing; features tell which edit they are of. */
function open(reread: (bytes: Uint8Array) => Uint8Array | undefined = (bytes) => bytes) {
  const calls = { reread: 0, editable: [] as string[], edited: [] as (readonly [string, number])[] }
  const pixels = { width: 1, height: 1, data: new Uint8Array(3) }
  const main = { width: 1, height: 1, format: 'png', decoded: pixels } as const
  const copies = new EditedCopies({
    featureSpace: { id: 'space', dimensions: 1, builtinDimensions: 0 },
    extractor: {
      workers: 2,
      async editable(bytes, context) {
        calls.editable.push(`${context?.priority} ${bytes.byteLength}`)
        return { main }
      },
      async edited(_picture, edits, context) {
        calls.edited.push([context?.priority ?? '', edits.length])
        return edits.map((edit) => {
          if ('change' in edit && edit.change === 'darker') return undefined
          const embedding = Float32Array.of('cell' in edit ? edit.cell : edit.change.length)
          return { attributes: {} as Measured, embedding }
        })
      },
    },
    frameReader: {
      async rereadBytes(_asked, _work, use) {
        calls.reread += 1
        const bytes = reread(new Uint8Array(7))
        return bytes && use(bytes)
      },
    },
  })
  return { copies, calls }
}

const namesOf = (found: readonly { readonly edit: Edit }[] | undefined) =>
  found?.map(({ edit }) => 'change' in edit && edit.change)

test('copies are made in small jobs in spare time, and each once', async () => {
  const { copies, calls } = open()
  expect(namesOf(await copies.read(subject, edits, 3, work))).toEqual(['lighter', 'warmer', 'cooler'])
  expect(calls.editable).toEqual(['spare 7'])
  expect(calls.edited.every(([priority, count]) => priority === 'spare' && count <= copiesPerJobMax)).toBe(true)
  const made = calls.edited.length
  expect(namesOf(await copies.read(subject, edits, 3, work))).toEqual(['lighter', 'warmer', 'cooler'])
  expect(calls.edited).toHaveLength(made)
  await copies.read(subject, edits, 3, realtimeOf('other'))
  expect(calls.editable).toHaveLength(2)
})

test('the cells of a picture are hidden in turn, in small jobs in spare time, and each once', async () => {
  const { copies, calls } = open()
  const found = await copies.readWithoutCells(subject, work)
  expect(found?.grid).toEqual({ rows: 4, columns: 4 })
  expect(found?.cells.map(({ embedding }) => embedding[0])).toEqual(Array.from({ length: 16 }, (_, cell) => cell))
  expect(calls.edited.every(([priority, count]) => priority === 'spare' && count <= copiesPerJobMax)).toBe(true)
  const made = calls.edited.length
  expect(await copies.readWithoutCells(subject, work)).toEqual(found)
  expect(calls.edited).toHaveLength(made)
  expect(await open(() => undefined).copies.readWithoutCells(subject, work)).toBeUndefined()
})

test('bytes that were just read are not read again', async () => {
  const { copies, calls } = open()
  const bytes = new Uint8Array(5).fill(1)
  copies.keeping(work).onPicture?.('hash', bytes)
  bytes.fill(0)
  await copies.read(subject, edits, 1, work)
  expect(calls).toMatchObject({ reread: 0, editable: ['spare 5'] })
})

test('copies of a batch are batch work', async () => {
  const { copies, calls } = open()
  await copies.read(subject, edits, 1, { ...work, priority: 'batch' })
  expect(calls.editable).toEqual(['batch 7'])
})

test('a picture that is gone has no copies; a failure of the service is one', async () => {
  const gone = open(() => {
    throw new FrameFault('fetch_failed', 'gone')
  })
  expect(await gone.copies.read(subject, edits, 3, work)).toBeUndefined()
  const other = open(() => undefined)
  expect(await other.copies.read(subject, edits, 3, work)).toBeUndefined()
  const failing = open(() => {
    throw new Error('the disk is full')
  })
  await expect(failing.copies.read(subject, edits, 3, work)).rejects.toThrow('the disk is full')
})

test('a client that leaves ends the wait', async () => {
  const { copies } = open()
  const left: WorkContext = { ...work, signal: AbortSignal.abort(new Error('left')) }
  const stuck = new EditedCopies({
    featureSpace: { id: 'space', dimensions: 1, builtinDimensions: 0 },
    extractor: {
      workers: 1,
      editable: async (_bytes, context) => {
        context?.signal?.throwIfAborted()
        throw new Error('not reached')
      },
      edited: async () => [],
    },
    frameReader: { rereadBytes: async (_asked, _work, use) => use(new Uint8Array(1)) },
  })
  await expect(stuck.read(subject, edits, 1, left)).rejects.toThrow('left')
  expect(await copies.read(subject, [], 1, work)).toEqual([])
})
