import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkEmbedder, readProfile } from '@palate/server/composition/check-embedder.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { checkedPicturesMax } from '@palate/server/taste/embedder-check/judged-pictures.ts'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { createHome, engines, startService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { writeSmallModel } from '../scoring/embedders/small-model.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { profileWith } from '../scoring/scoring-service.ts'

let model: string
let folder: string
beforeAll(async () => {
  model = await writeSmallModel({ card: { mean: 0, deviation: 1 } })
  folder = createFolder('pictures')
  for (const label of ['good', 'bad'] as const) {
    await mkdir(join(folder, label))
    for (let seed = 1; seed <= 5; seed++) {
      const mood = label === 'good' ? 'warm' : 'cold'
      await writeFile(join(folder, label, `${seed}.png`), await paint({ mood, seed, width: 48, height: 32 }))
    }
  }
  await writeFile(join(folder, 'notes.txt'), 'not a picture')
})

const measures = {
  id: expect.stringMatching(/^(onnx|builtin)-[0-9a-f]{16}$/),
  dimensions: expect.any(Number),
  msPerFrame: expect.any(Number),
}

test('palate embedder check compares an embedder with the built-in one on the labelled pictures of a folder', async () => {
  const ended = await runOperatorCommand(['embedder', 'check', model, '--pictures', folder], {})
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' })
  const [head, ...lines] = ended.stdout.trimEnd().split('\n')
  expect(head?.trim().split(/ {2,}/)).toEqual(['yours', 'built-in'])
  expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([
    'id',
    'dimensions',
    'time per frame',
    'likeness of flipped copies',
    'likeness of recompressed copies',
    'likeness of different pictures',
    'judgements predicted correctly',
    '',
    'Measured on 10 pictures and 10 judgements of aesthetics.',
  ])
  expect(lines[1]).toMatch(/^dimensions +3 +1312$/)
  // The mean colour of a flipped copy is the same, and it distinguishes warm from cold.
  expect(lines[3]).toMatch(/^likeness of flipped copies +1\.000 /)
  expect(lines[6]).toMatch(/^judgements predicted correctly +1\.000 /)
})

test.each([
  [
    'an unknown preset',
    ['--preset', 'resnet'],
    2,
    'palate: "resnet" is not a preset: use one of clip, siglip, dinov2\n',
  ],
  ['a folder that is not there', ['--pictures', '/nowhere'], 1, 'palate: there is no folder /nowhere\n'],
])('palate embedder check refuses %s in one line', async (_, options, code, stderr) => {
  expect(await runOperatorCommand(['embedder', 'check', model, ...options], {})).toEqual({ code, stdout: '', stderr })
})

test('palate embedder check without a file is wrong usage', async () => {
  const { code, stdout } = await runOperatorCommand(['embedder', 'check'], {})
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test('a check without pictures draws its own; a file that is not a model is refused', async () => {
  const check = await checkEmbedder({ kind: 'onnx', path: model }, undefined, undefined, 'aesthetics')
  expect(check).toMatchObject({ pictures: 6, unreadable: 0, judgements: 0, yours: { ...measures, heldOut: null } })
  const missing = checkEmbedder({ kind: 'onnx', path: '/nowhere.onnx' }, undefined, undefined, 'aesthetics')
  await expect(missing).rejects.toThrow('/nowhere.onnx cannot be read: ENOENT')
})

test(`a check uses at most ${checkedPicturesMax} pictures`, async () => {
  const many = createFolder('many')
  const bytes = await paint({ mood: 'grey', seed: 1, width: 2, height: 2 })
  for (let i = 0; i <= checkedPicturesMax; i++) await writeFile(join(many, `${i}.png`), bytes)
  const { readFolder } = await import('@palate/server/taste/embedder-check/folder.ts')
  expect((await readFolder(many, 'aesthetics')).pictures.size).toBe(checkedPicturesMax)
})

describe.each(engines)('a profile on %s', (engine) => {
  it('is read from the store with its pictures, and both embedders predict its owner', async () => {
    const home = await createHome(engine)
    const service = await startService(engine, {}, home)
    const exemplars = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => ({
        id: `e${i}`,
        imageData: dataUrl(await paint({ mood: i % 2 === 0 ? 'warm' : 'cold', seed: i, width: 48, height: 32 })),
        label: i % 2 === 0 ? 'good' : 'bad',
      })),
    )
    const gone = { id: 'gone', url: 'http://127.0.0.1:1/gone.png', label: 'good' }
    const id = await profileWith(service, { exemplars: [...exemplars, gone] })
    await service.stop()
    const config = readConfig(home.env)
    const store = await openStore(config)
    const judged = await readProfile(store, config, id, 'aesthetics')
    expect(await readProfile(store, config, 'prof_nobody', 'aesthetics')).toBeUndefined()
    await store.close()
    await home.remove()
    expect([judged?.pictures.size, judged?.unreadable, judged?.examples.labels.length]).toEqual([10, 1, 11])
    // The check itself does not depend on the store.
    if (engine !== 'sqlite') return
    const check = await checkEmbedder({ kind: 'onnx', path: model }, judged, undefined, 'aesthetics')
    expect(check).toMatchObject({ pictures: 10, unreadable: 1, judgements: 11, yours: measures, builtin: measures })
    expect(check.yours.heldOut?.correct).toBe(1)
    expect(check.builtin.heldOut).not.toBeNull()
  })
})
