import { expect, test } from 'vitest'
import { prefers } from './accept.ts'

test.each([
  ['application/x-ndjson', true],
  ['Application/X-NDJSON; q=0.3', true],
  ['text/html, application/x-ndjson;q=0.9, */*;q=0.8', true],
  ['application/json, application/x-ndjson', true],
  ['application/json;q=0.5, application/x-ndjson', true],
  ['application/json, application/x-ndjson;q=0.1', false],
  ['application/x-ndjson;q=0', false],
  ['application/x-ndjson-seq', false],
  ['*/*', false],
  ['application/x-ndjson; charset=utf-8', true],
  ['application/json; charset=utf-8, application/x-ndjson;q=0.5', false],
  ['application/*', false],
  ['', false],
  [undefined, false],
])('Accept: %s asks for lines rather than a document: %s', (accept, isAsked) => {
  expect(prefers(accept, 'application/x-ndjson', 'application/json')).toBe(isAsked)
})
