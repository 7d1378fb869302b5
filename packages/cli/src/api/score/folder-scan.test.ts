import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolderScan } from './folder-scan.ts'

const folder = mkdtempSync(join(tmpdir(), 'palate-scan-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = (name: string) => join(folder, name)

test('a picture is reported once it looks the same at two looks in a row', () => {
  writeFileSync(path('old.png'), 'old')
  const scan = createFolderScan([folder])
  expect(scan.begin()).toBe(1)
  expect(scan.scan()).toEqual({ settled: [], isUnsettled: false })

  mkdirSync(path('below'))
  writeFileSync(path('below/new.png'), 'begun')
  writeFileSync(path('empty.png'), '')
  writeFileSync(path('notes.txt'), 'no picture')
  expect(scan.scan()).toEqual({ settled: [], isUnsettled: true })
  appendFileSync(path('below/new.png'), ' and written on')
  expect(scan.scan()).toEqual({ settled: [], isUnsettled: true })
  expect(scan.scan()).toEqual({ settled: [path('below/new.png')], isUnsettled: false })
  expect(scan.scan()).toEqual({ settled: [], isUnsettled: false })

  appendFileSync(path('old.png'), ' and changed')
  scan.scan()
  expect(scan.scan().settled).toEqual([path('old.png')])
  scan.forget(path('old.png'))
  scan.scan()
  expect(scan.scan().settled).toEqual([path('old.png')])

  rmSync(path('old.png'))
  scan.scan()
  writeFileSync(path('old.png'), 'old')
  scan.scan()
  expect(scan.scan().settled).toEqual([path('old.png')])
})

test('a folder that is gone has no pictures', () => {
  expect(createFolderScan([path('none')]).scan()).toEqual({ settled: [], isUnsettled: false })
})
