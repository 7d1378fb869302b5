import { describeApi } from '@palate/core/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { createApiDocuments } from './api-documents.ts'
import { renderDocs } from './docs.ts'

test('the API description and its page are built once, on another thread', async () => {
  const documents = createApiDocuments('1.2.3')
  const [first, second] = await Promise.all([documents(), documents()])
  expect(second).toBe(first)
  const description = describeApi('1.2.3')
  expect(new TextDecoder().decode(first.description)).toBe(JSON.stringify(description))
  expect(new TextDecoder().decode(first.page)).toBe(renderDocs(description))
})
