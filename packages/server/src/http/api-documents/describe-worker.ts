import { parentPort, workerData } from 'node:worker_threads'
import { describeApi } from '@palate/core/openapi/openapi.ts'
import type { ApiDocuments } from './api-documents.ts'
import { renderDocs } from './docs.ts'

// A worker thread that describes the API once and exits.

const description = describeApi(...(workerData as Parameters<typeof describeApi>))
const encoder = new TextEncoder()
const documents: ApiDocuments = {
  description: encoder.encode(JSON.stringify(description)),
  page: encoder.encode(renderDocs(description)),
}
parentPort?.postMessage(documents, [documents.description.buffer, documents.page.buffer])
