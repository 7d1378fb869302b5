import { describeApi } from '@palate/core/openapi/openapi.ts'
import openapiTypescript, { astToString } from 'openapi-typescript'

const header = `// Made from the route table by \`npm run client-types\`. Do not edit.
`

export const clientTypesPath = new URL('../../packages/client/src/api-types.ts', import.meta.url)

/** The types of the client: a named type for each resource, and the request and response of each operation. */
export async function makeClientTypes(): Promise<string> {
  const description = describeApi('0') as Description
  const reduced = {
    ...description,
    webhooks: undefined,
    paths: mapValues(description.paths, (item) => mapValues(item, withoutDetails)),
  }
  const options = { silent: true, rootTypes: true, rootTypesNoSchemaPrefix: true }
  const source = astToString(await openapiTypescript(JSON.stringify(reduced), options))
  return header + withoutPaths(source)
}

type Description = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: unknown }>> }>>
}

/** The client has one error class and reads no headers, so its types need neither problems nor headers nor examples. */
function withoutDetails({ operationId, parameters = [], requestBody, responses }: Operation) {
  const succeeded = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    operationId,
    parameters: parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path'),
    ...(requestBody && { requestBody: { ...requestBody, content: mapValues(requestBody.content, schemaAlone) } }),
    responses: Object.fromEntries(
      succeeded.map(([status, { content }]) => [
        status,
        { description: '', ...(content && { content: mapValues(content, schemaAlone) }) },
      ]),
    ),
  }
}

function schemaAlone({ schema }: { readonly schema: unknown }) {
  return { schema }
}

/** The client finds an operation by its name, not by its path. */
function withoutPaths(source: string): string {
  return source
    .replace(/^export interface paths \{.*?^\}\n/ms, '')
    .replace(/^export (interface webhooks|type webhooks|type \$defs)\b.*?^(?=export )/ms, '')
    .replace(/^export type \$defs.*\n/m, '')
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
