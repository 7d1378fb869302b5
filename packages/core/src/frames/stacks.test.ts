import { expect, test } from 'vitest'
import { seededRandom } from '../generic/seeded-random.ts'
import { byFileName, nearlyIdentical, Stacks, sameScene } from './stacks.ts'

const random = seededRandom(7)
const noise = () => Float32Array.from({ length: 1000 }, () => random() - 0.5)
const unit = (values: Float32Array) => {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return values.map((value) => value / length)
}
/** An embedding at about this squared distance from another one. */
const near = (embedding: Float32Array, squared: number) => {
  const other = unit(noise())
  return unit(embedding).map((value, i) => value + Math.sqrt(squared) * (other[i] as number))
}

/** `taken` has times of 1 May 2026, such as `12:00:03.250`. */
function stacksOf(frames: Readonly<Record<string, Float32Array>>, taken: Readonly<Record<string, string>> = {}) {
  const stacks = new Stacks()
  const added = Object.entries(frames).map(([name, embedding]) => {
    return { id: name, name, takenAt: name in taken ? `2026-05-01T${taken[name]}` : null, embedding }
  })
  for (const frame of added.toSorted(byFileName)) stacks.add(frame)
  const steps = stacks.find()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
/** Random pictures are about this far apart, squared. */
const usual = 0.5

test('nearly identical pictures are a stack, whatever their names', () => {
  const [sea, wood] = [noise(), noise()]
  const copy = near(sea, (nearlyIdentical * usual) / 2)
  expect(stacksOf({ 'a.jpg': sea, 'wood.jpg': wood, 'z.png': copy })).toEqual([['a.jpg', 'z.png']])
})

test('pictures numbered in sequence may differ more, and others may not', () => {
  const sea = noise()
  const scene = near(sea, sameScene * usual * 0.7)
  expect(stacksOf({ 'IMG_0009.jpg': sea, 'IMG_0010.jpg': scene })).toEqual([['IMG_0009.jpg', 'IMG_0010.jpg']])
  expect(stacksOf({ 'IMG_0009.jpg': sea, 'IMG_0019.jpg': scene })).toEqual([])
  expect(stacksOf({ 'IMG_0009.jpg': sea, 'DSC_0010.jpg': scene })).toEqual([])
  expect(stacksOf({ sea, scene })).toEqual([])
  expect(stacksOf({ 'IMG_0009.jpg': sea, 'IMG_0010.jpg': noise() })).toEqual([])
})

test('pictures taken within three seconds may differ more, whatever their names', () => {
  const sea = noise()
  const scene = near(sea, sameScene * usual * 0.7)
  const frames = { 'sea.jpg': sea, 'us.jpg': scene }
  const at = (other: string) => stacksOf(frames, { 'sea.jpg': '12:00:03.250', 'us.jpg': other })
  expect(at('12:00:06.250')).toEqual([['sea.jpg', 'us.jpg']])
  expect(at('12:00:00.250')).toEqual([['sea.jpg', 'us.jpg']])
  expect(at('12:00:06.251')).toEqual([])
  expect(at('11:59:59.000')).toEqual([])
  expect(stacksOf(frames, { 'sea.jpg': '12:00:03.250' })).toEqual([])
  const both = { 'sea.jpg': '12:00:03.250', 'us.jpg': '12:00:03.250' }
  expect(stacksOf({ 'sea.jpg': sea, 'us.jpg': noise() }, both)).toEqual([])
})

test('what counts as near depends on how much the pictures of the project differ', () => {
  const screen = noise()
  const screens = Array.from({ length: 40 }, (_, i) => [`screen ${i} of many.png`, near(screen, 0.02)] as const)
  expect(stacksOf(Object.fromEntries(screens))).toEqual([])
})

test('a burst goes on from frame to frame, and single pictures are no stack', () => {
  const first = noise()
  const second = near(first, sameScene * usual * 0.7)
  const third = near(second, sameScene * usual * 0.7)
  const ids = ['IMG_0001.jpg', 'IMG_0002.jpg', 'IMG_0004.jpg']
  expect(stacksOf({ [ids[2] ?? '']: third, [ids[0] ?? '']: first, [ids[1] ?? '']: second })).toEqual([ids])
  expect(stacksOf({ only: first })).toEqual([])
  expect(stacksOf({})).toEqual([])
})
