import { fileURLToPath } from 'node:url'
import { componentSchemas } from '@palate/core/openapi/components.ts'
import { namedSchemas } from '@palate/core/openapi/json-schemas.ts'
import type { ContentObject, OperationObject } from '@palate/core/openapi/objects.ts'
import { describeApi } from '@palate/core/openapi/openapi.ts'
import { eventTypes } from '@palate/core/webhooks/events.ts'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

const document = describeApi('1.2.3')
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const events = Object.values(document.webhooks).map(({ post }) => post)

describe('the OpenAPI document', () => {
  test('passes the linter without an error or a warning', async () => {
    const config = await loadConfig({ configPath: fileURLToPath(new URL('../../redocly.yaml', import.meta.url)) })
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  test('has a description, a described tag and a unique name for each operation and event', () => {
    const tags = document.tags.map(({ name }) => name)
    for (const { operationId, summary, description, tags: own } of [...operations, ...events]) {
      expect(summary, operationId).toMatch(/[^.]$/)
      expect(description, operationId).toMatch(/\.$/)
      expect(tags, operationId).toEqual(expect.arrayContaining([...own]))
    }
    for (const { description } of document.tags) expect(description).toMatch(/\.$/)
    const ids = [...operations, ...events].map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('describes every parameter, every answer and every header', () => {
    for (const { operationId, parameters, responses } of [...operations, ...events]) {
      for (const { name, description } of parameters) expect(description, `${operationId} ${name}`).not.toBe('')
      for (const { description } of Object.values(responses)) expect(description, operationId).not.toBe('')
    }
  })

  test('has an example for every body and every successful response, and each matches its schema', () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isTimestamp } }).addSchema(
      document,
      'openapi.json',
    )
    for (const { operationId, contents } of [...operations, ...events].map(contentsOf)) {
      for (const [mediaType, { schema, example }] of contents) {
        expect(example, `${operationId} ${mediaType}`).toBeDefined()
        const validate = ajv.compile(inDocument(schema))
        validate(example)
        expect([operationId, mediaType, validate.errors]).toEqual([operationId, mediaType, null])
      }
    }
  })

  test('has only members in its examples that their schemas know', () => {
    for (const { operationId, contents } of [...operations, ...events].map(contentsOf)) {
      for (const [, { schema, example }] of contents) {
        expect([operationId, ...unknownMembers(schema, example)]).toEqual([operationId])
      }
    }
  })

  test('names the schemas that clients use', () => {
    const names = Object.keys(document.components.schemas)
    const resources =
      'Profile ProfileSummary Branch Version Snapshot EffectiveSnapshot Constraint Exemplar Comparison WorkingChanges Budget ApiKey CreatedApiKey FrameScore FrameError ScoreResponse Batch Webhook CreatedWebhook Delivery DeadLetter Event Alert Dimension Diagnostics Project Problem'
    const requests =
      'NewProfile ProfileUpdate MergeRequest ScoreRequest BatchRequest NewWebhook WebhookUpdate NewAlert NewApiKey'
    expect(names).toEqual(expect.arrayContaining([...resources.split(' '), ...requests.split(' ')]))
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
  })

  test('uses each name with one meaning in requests and responses', () => {
    const [sent, received] = [
      namedSchemas(componentSchemas.input, 'input'),
      namedSchemas(componentSchemas.output, 'output'),
    ]
    const both = Object.keys(sent).filter((name) => name in received)
    expect(both.length).toBeGreaterThan(0)
    for (const name of both) expect(received[name]).toEqual(sent[name])
  })

  test('uses every name that it defines, and refers to no others', () => {
    const used = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    )
    expect([...new Set(used)].sort()).toEqual(Object.keys(document.components.schemas).sort())
  })

  test('describes the payload of each event under a unique name', () => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypes)
    expect(document.webhooks['profile.branch_created']?.post).toMatchObject({
      operationId: 'onProfileBranchCreated',
      requestBody: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ProfileBranchCreatedEvent' } } },
      },
    })
  })

  test('describes the additional members of problems', () => {
    const { properties = {}, required, additionalProperties } = schemaNamed('Problem')
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['errors', 'branchId', 'headVersionId', 'conflicts']),
    )
    expect(required).toEqual(['type', 'title', 'status', 'detail', 'code', 'requestId'])
    expect(additionalProperties).toBeUndefined()
  })

  test('is correct behind any host', () => {
    expect(document.servers).toEqual([{ url: '/', description: expect.stringMatching(/./) }])
  })
})

type Schema = NonNullable<ContentObject[string]['schema']>

function contentsOf({ operationId, requestBody, responses }: OperationObject) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const contents = [requestBody?.content ?? {}, ...good.map(([, { content = {} }]) => content)]
  return { operationId, contents: contents.flatMap((content) => Object.entries(content)) }
}

function schemaNamed(name: string): Schema {
  const schema = document.components.schemas[name]
  if (!schema) throw new Error(`there is no schema ${name}`)
  return schema
}

function resolve({ $ref, ...schema }: Schema): Schema {
  return $ref === undefined ? schema : resolve(schemaNamed($ref.slice($ref.lastIndexOf('/') + 1)))
}

function inDocument(schema: Schema = {}): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi.json#/'))
}

/** Members of an example that its schema does not have, most likely typos. */
function unknownMembers(schema: Schema | undefined, value: unknown): readonly string[] {
  const { properties, items, additionalProperties } = resolve(schema ?? {})
  if (Array.isArray(value)) return value.flatMap((item) => unknownMembers(items, item))
  if (typeof value !== 'object' || value === null || !properties || additionalProperties) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name in properties ? unknownMembers(properties[name], member) : [name],
  )
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))
}
