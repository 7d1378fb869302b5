import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionFile, bundleAction } from '../../scripts/build-action.ts'

const bytesMax = 1_000_000

test('the file of the action is what its sources make, and small (npm run build:action writes it)', async () => {
  const text = readFileSync(actionFile, 'utf8')
  expect(text === (await bundleAction())).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThan(bytesMax)
  const imported = [...text.matchAll(/(?:\bfrom |\bimport\(|\brequire\()["']([^"']+)["']/g)].map(([, name]) => name)
  // Node's own modules are all that a run has.
  expect(imported.filter((name = '') => !name.startsWith('node:') && name !== 'tty')).toEqual([])
})
