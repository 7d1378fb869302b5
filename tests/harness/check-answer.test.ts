import { Fault, problemOf } from '@palate/core/fault.ts'
import { expect, test } from 'vitest'
import { checkAnswer } from './check-answer.ts'

const merge = '/v1/profiles/prof_1/merge'
const requestId = { 'x-request-id': 'req_1' }

function problem(members: object) {
  const body = { ...problemOf(new Fault('merge_conflict', 'both sides changed it'), 'req_1'), ...members }
  const headers = new Headers({ ...requestId, 'content-type': 'application/problem+json; charset=utf-8' })
  return { status: 409, headers, text: JSON.stringify(body), body }
}

function success(status: number, headers: Record<string, string> = requestId) {
  const body = { status: 'ok' }
  const all = new Headers({ ...headers, 'content-type': 'application/json; charset=utf-8' })
  return { status, headers: all, text: JSON.stringify(body), body }
}

test('a response that matches its description passes', () => {
  checkAnswer('POST', merge, problem({ conflicts: [{ kind: 'constraints', id: 'c' }] }))
  checkAnswer('GET', '/healthz', success(200))
})

test.each([
  ['a member that no problem has', 'POST', merge, problem({ hint: 'x' }), /additional properties.*"hint"/],
  [
    'a member of another problem',
    'POST',
    merge,
    problem({ branchId: 'b' }),
    /branchId does not belong to merge_conflict/,
  ],
  ['a member of another type', 'POST', merge, problem({ conflicts: 'none' }), /\/conflicts must be array/],
  ['a status that is not described', 'GET', '/healthz', success(201), /no answer has this status/],
  ['a header that is missing', 'GET', '/healthz', success(200, {}), /it lacks the header X-Request-Id/],
])('a response with %s fails', (_, method, url, answer, message) => {
  expect(() => checkAnswer(method, url, answer)).toThrow(message)
})
