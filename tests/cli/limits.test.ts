import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { type Palate, PalateError } from '@palate/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameDirectory, framesLookedAtMax } from '../../packages/cli/src/api/teaching/frame-directory.ts'
import { answer } from '../../packages/cli/src/api/teaching/judgement.ts'
import { openTeachingQueue, unsentMax } from '../../packages/cli/src/api/teaching/queue/teaching-queue.ts'
import { Journal, journalEntriesMax } from '../../packages/cli/src/journal.ts'
import { KeyReader, waitingKeysMax } from '../../packages/cli/src/terminal/key-reader.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'palate-state-'))
  vi.stubEnv('XDG_STATE_HOME', directory)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

it('the journal keeps the last actions, where only the user can read them', () => {
  const journal = new Journal('prof_1')
  const action = (i: number) => ({ kind: 'commit', branchId: 'main', versionId: `ver_${i}` }) as const
  for (let i = 0; i <= journalEntriesMax; i++) journal.record(`commit ${i}`, action(i))
  expect(journal.entries).toHaveLength(journalEntriesMax)
  expect(journal.entries[0]?.words).toBe('commit 1')
  journal.remove({ action: action(journalEntriesMax) })
  expect(journal.entries.at(-1)?.words).toBe(`commit ${journalEntriesMax - 1}`)
  const folder = join(directory, 'palate')
  expect(readdirSync(folder)).toEqual(['journal-prof_1.json'])
  expect(statSync(join(folder, 'journal-prof_1.json')).mode & 0o777).toBe(0o600)
})

it('judgements wait for a connection in a file, up to a limit, and are sent in order', async () => {
  const offline = new PalateError('connection_failed', 'no answer')
  const failing = openTeachingQueue('prof_1', { send: () => Promise.reject(offline) })
  for (let i = 0; i < unsentMax; i++) {
    failing.add({ kind: 'add', judgement: answer({ question: 'Which?' }, String(i)) })
  }
  await failing.close()
  expect(failing.state().waiting).toHaveLength(unsentMax)
  const sent: string[] = []
  const next = openTeachingQueue('prof_1', {
    send: async ({ judgement }) => {
      sent.push(judgement.words)
    },
  })
  next.start()
  await next.settled()
  expect(sent).toEqual(Array.from({ length: unsentMax }, (_, i) => `Which? ${i}`))
  expect(readdirSync(join(directory, 'palate'))).toEqual([])
})

it('a refused judgement is dropped and stops the sending; a refused key drops nothing', async () => {
  for (const [status, left] of [
    [409, 1],
    [401, 2],
  ] as const) {
    const refusal = new PalateError('budget_exceeded', 'no more', { status })
    const queue = openTeachingQueue('prof_1', { send: () => Promise.reject(refusal) })
    queue.add({ kind: 'add', judgement: answer({ question: 'Which?' }, 'first') })
    queue.add({ kind: 'add', judgement: answer({ question: 'Which?' }, 'second') })
    await queue.settled()
    expect(queue.state().refused?.error).toBe(refusal)
    expect(queue.state().waiting).toHaveLength(left)
  }
})

it('frames are searched among as many as suggestions use', async () => {
  let listed = 0
  async function* endless() {
    for (;;) yield { id: `frm_${listed++}`, name: `${listed}.png` }
  }
  const palate = { frames: { list: endless, recent: endless } } as unknown as Palate
  const frames = new FrameDirectory(palate, 'studio')
  const found = await frames.find({ id: 'frm_2', url: 'frame:frm_2' })
  expect(found.name).toBe('3.png')
  expect(listed).toBe(3)
  expect((await frames.find({ id: 'other', url: 'frame:other' })).name).toBe('other')
  expect(listed).toBe(framesLookedAtMax)
})

it('keys pressed faster than they are read are buffered, up to a limit', async () => {
  const input = Object.assign(new PassThrough(), { setRawMode: () => {} })
  const reader = new KeyReader(input as unknown as ReadStream)
  try {
    input.emit('keypress', 'x', { name: 'x' })
    reader.resume()
    for (let i = 0; i <= waitingKeysMax; i++) input.emit('keypress', 'a', { name: 'a' })
    input.emit('keypress', '\u0003', { name: 'c', ctrl: true })
    let read = 0
    while (await reader.read()) read++
    expect(read).toBe(waitingKeysMax)
  } finally {
    reader.close()
  }
})
