import { expect, test } from 'vitest'
import { createProgress, progressLine } from './progress.ts'

test('the progress tells how many are done, how fast, and how long it will take', () => {
  expect(progressLine(0, 400, 5000)).toBe(`${' '.repeat(20)} 0 of 400`)
  expect(progressLine(200, 400, 500)).toBe(`${'█'.repeat(10)}${' '.repeat(10)} 200 of 400`)
  expect(progressLine(100, 400, 4000)).toBe(`${'█'.repeat(5)}${' '.repeat(15)} 100 of 400  25/s  12 s left`)
  expect(progressLine(1, 401, 2000)).toMatch(/ 1 of 401 {2}0\.5\/s {2}13 min 20 s left$/)
  expect(progressLine(1, 10_000, 2000)).toMatch(/5 h 33 min left$/)
})

test('it fits into one line of a narrow terminal, without a bar if need be', () => {
  const at = (columns: number) => progressLine(100, 400, 4000, columns)
  expect(at(80)).toBe(`${'█'.repeat(5)}${' '.repeat(15)} 100 of 400  25/s  12 s left`)
  expect(at(45)).toBe(`${'█'.repeat(2)}▌${' '.repeat(7)} 100 of 400  25/s  12 s left`)
  expect(at(36)).toBe('100 of 400  25/s  12 s left')
  expect(at(20)).toBe('100 of 400')
  expect(at(8)).toBe('')
})

test('it is drawn on a terminal and wiped at the end, and a pipe gets nothing', () => {
  const draw = (isTTY: boolean) => {
    const written: string[] = []
    const times = [0, 0, 0, 50, 200, 200, 200]
    const progress = createProgress(10, { isTTY, write: (text) => written.push(text) }, () => times.shift() ?? 200)
    progress.add(4)
    progress.add(2)
    progress.end()
    return written
  }
  expect(draw(false)).toEqual([])
  const [first, later, last, ...rest] = draw(true)
  expect(first).toMatch(/^\r.* 0 of 10/)
  expect(later).toMatch(/^\r.* 6 of 10/)
  expect([last, rest]).toEqual(['\r\u001b[K', []])
})
