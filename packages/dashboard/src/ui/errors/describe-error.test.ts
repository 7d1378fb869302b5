import { PalateError } from '@palate/client'
import { faults } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import { describeError, errorDetails, fieldError, mayHelpToRetry } from './describe-error.ts'

function refused(code: keyof typeof faults, errors: readonly { path: string; message: string }[] = []) {
  const [status, title] = faults[code]
  const problem = { type: '', title, status, detail: 'The `x` is 123 bytes', code, requestId: 'req_1', errors }
  return new PalateError(code, problem.detail, { status, problem: problem as never })
}

test('every error of the service is one plain sentence', () => {
  for (const code of Object.keys(faults) as (keyof typeof faults)[]) {
    const text = describeError(refused(code))
    expect(text).toMatch(/^[A-Z].*\.$|\?$/)
    expect(text).not.toMatch(/`|bytes|req_|^\//)
  }
})

test('what the service said and the request id are details', () => {
  expect(errorDetails(refused('internal'))).toBe('The `x` is 123 bytes\nRequest req_1')
  const invalid = refused('invalid_request', [{ path: '/projectId', message: 'must be 1 to 128 of A-Z' }])
  expect(errorDetails(invalid)).toBe('/projectId must be 1 to 128 of A-Z\nRequest req_1')
  expect(errorDetails(new Error('bug'))).toBeUndefined()
})

test('an error is shown at its field', () => {
  const invalid = refused('invalid_request', [{ path: '/projectId', message: 'must be 1 to 128 of A-Z' }])
  expect(fieldError(invalid, 'projectId')).toBe('Use at most 128 letters, digits and . _ : -')
  expect(fieldError(invalid, 'name')).toBeUndefined()
  expect(fieldError(refused('name_taken'), 'name')).toBe('This name is already in use. Choose another one.')
})

test('only what may pass by itself is worth another try', () => {
  expect(
    ['internal', 'rate_limited', 'profile_not_found'].map((code) => mayHelpToRetry(refused(code as 'internal'))),
  ).toEqual([true, true, false])
})
