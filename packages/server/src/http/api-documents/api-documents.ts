import { describeApi } from '@palate/core/openapi/openapi.ts'
import { version } from '../../platform/version.ts'
import { renderDocs } from './docs.ts'

// Evaluating this module takes 100 ms, so it is imported on demand, and the build replaces it with the two texts
// (`build/api-documents.ts`): a service that runs the sources describes them as they are.

const api = describeApi(version)

/** The API description for machines. */
export const description = JSON.stringify(api)

/** The same for people. */
export const page = renderDocs(api)
