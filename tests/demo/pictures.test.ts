import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawings, drawPictures } from '../../demo/pictures/draw.ts'
import { calmProductUi } from '../../demo/seed/calm-product-ui.ts'
import type { Judgements, Story } from '../../demo/seed/story.ts'
import { warmEditorial } from '../../demo/seed/warm-editorial.ts'

const names = drawings.map(({ name }) => name)

test('the library has 60 pictures with unique names, a fifth of them screens', () => {
  expect(new Set(names).size).toBe(60)
  expect(drawings.filter(({ isScreen }) => isScreen)).toHaveLength(12)
})

test('drawing each is deterministic, and each is distinct, without text and without external references', () => {
  const svgs = drawings.map(({ svg }) => svg())
  expect(drawings.map(({ svg }) => svg())).toEqual(svgs)
  expect(new Set(svgs).size).toBe(60)
  expect(
    svgs.filter((svg) => /<(text|image)|NaN|undefined|Infinity|https?:(?!\/\/www\.w3\.org\/2000\/svg)/.test(svg)),
  ).toEqual([])
})

test('the service accepts them: JPEG with grain, and PNG for screens', async () => {
  const wanted = ['pink-stairs', 'screen-chat']
  const pictures = await drawPictures(wanted)
  expect(pictures.map(({ name }) => name)).toEqual(['pink-stairs.jpg', 'screen-chat.png'])
  const shapes = await Promise.all(pictures.map(({ bytes }) => sharp(bytes).metadata()))
  expect(shapes).toMatchObject([
    { format: 'jpeg', width: 960, height: 640 },
    { format: 'png', width: 390, height: 780 },
  ])
  expect(await drawPictures(wanted)).toEqual(pictures)
})

test('the stories use pictures of the library, and leave some for the tour', () => {
  const told = [warmEditorial, calmProductUi].flatMap(picturesOf)
  expect(told.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(told).size).toBeLessThanOrEqual(52)
})

function picturesOf({ steps }: Story): readonly string[] {
  return (steps as readonly Judgements[]).flatMap(({ good = [], bad = [], pairs = [] }) => [
    ...good,
    ...bad,
    ...pairs.flat(),
  ])
}
