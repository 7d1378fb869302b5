import { expect } from 'vitest'
import type { Answer } from './answer.ts'

/** Expects this problem with the common members of all problems, and returns the document. */
export function expectProblem(answer: Answer, status: number, code: string): Answer['body'] {
  expect({ status: answer.status, code: answer.body?.code, text: answer.text }).toMatchObject({ status, code })
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.body).toMatchObject({
    type: `urn:palate:problem:${code}`,
    title: expect.stringMatching(/^[A-Z].+/),
    status,
    detail: expect.stringMatching(/.+/),
    requestId: answer.headers.get('x-request-id'),
  })
  return answer.body
}

/** Expects `invalid_request` with errors at exactly these paths. */
export function expectInvalidAt(answer: Answer, ...paths: readonly string[]): void {
  const { errors } = expectProblem(answer, 400, 'invalid_request')
  expect([...new Set(errors.map(({ path }: { path: string }) => path))]).toEqual(paths)
  for (const { message } of errors) expect(message).toEqual(expect.stringMatching(/.+/))
}
