import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makePythonTypes, pythonTypesPath } from './python-types.ts'

test("the Python package's types are those of the API description (npm run python-types)", () => {
  expect(readFileSync(pythonTypesPath, 'utf8')).toBe(makePythonTypes())
})
