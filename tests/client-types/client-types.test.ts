import { describeApi } from '@palate/core/openapi.ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

const schemasImport = `
import type { components, operations, paths } from './palate.ts'
type Schemas = components['schemas']
`

/** What a client author writes against the generated types. */
const client = `${schemasImport}
export function title(profile: Schemas['Profile']): string {
  const branch = profile.profileData.branches.find(({ id }) => id === profile.profileData.currentBranchId)
  const head: string | null = branch?.headVersionId ?? null
  return profile.name + ' at ' + (head ?? 'nothing')
}

export const request: Schemas['ScoreRequest'] = {
  profile_id: 'prof_1',
  frames: [{ id: 'a', url: 'https://example.com/a.jpg' }],
  dimensions: ['aesthetics'],
}

export function failed({ scores }: Schemas['ScoreResponse']): readonly Schemas['FrameError'][] {
  return scores.flatMap(({ error }) => (error ? [error] : []))
}

/** As generated clients give it: any content that the answer can have. */
type Answer<Responses extends { 200: { content: object } }> = Responses[200]['content'][keyof Responses[200]['content']]

export function isGood({ scores }: Answer<operations['scoreFrames']['responses']>): boolean {
  const score: number | null | undefined = scores[0]?.aesthetics
  return score != null && score > 0.5
}

export function types({ events }: Answer<operations['listEvents']['responses']>): string[] {
  return events.map(({ type }) => type)
}

export function explain(problem: Schemas['Problem']): string {
  return problem.code === 'head_conflict' ? 'now at ' + problem.headVersionId : problem.detail
}

export function on(event: Schemas['ProfileCommittedEvent'] | Schemas['WebhookTestEvent']): string {
  return event.type === 'profile.committed' ? event.data.versionId : event.data.webhookId
}

export type Created = operations['createProfile']['responses'][201]['content']['application/json']
export type Listed = paths['/v1/profiles']['get']['responses'][200]['content']['application/json']
export const created: Created = { id: 'p', projectId: 's', name: 'n', seed: null, createdAt: '', updatedAt: '' }
export const listed: Listed = { profiles: [created] }
export const element: Schemas['Constraint'] = { question: 'Which palette?', answer: 'warm', mine: true }
`

const mistakes: Readonly<Record<string, readonly [source: string, error: RegExp]>> = {
  'a frame that is a number': [
    `const request: Schemas['ScoreRequest'] = { profile_id: 'p', frames: [42], dimensions: ['aesthetics'] }`,
    /Type 'number' is not assignable/,
  ],
  'a member that is missing': [`const profile: Schemas['NewProfile'] = { name: 'n' }`, /'projectId' is missing/],
  'a label that there is not': [`const exemplar: Schemas['Exemplar'] = { label: 'great' }`, /"great"/],
  'a code that there is not': [
    `const isWrong = (problem: Schemas['Problem']) => problem.code === 'no_such_code'`,
    /no overlap/,
  ],
  'an event type that there is not': [`const name: Schemas['EventName'] = 'profile.exploded'`, /"profile.exploded"/],
  'a schema that there is not': [`type Wrong = Schemas['ProfilesPostRequestBody']`, /does not exist on type/],
}

describe('types that openapi-typescript makes', () => {
  let types: string
  let errors: Readonly<Record<string, readonly string[]>>
  beforeAll(async () => {
    types = astToString(await openapiTypescript(JSON.stringify(describeApi('1.2.3')), { silent: true }))
    const wrong = Object.entries(mistakes).map(([name, [source]]) => [name, `${schemasImport}export ${source}`])
    errors = compile({ palate: types, client, ...Object.fromEntries(wrong) })
  })

  test('compile in strict mode, and so does a client that uses them', () => {
    expect(errors).toMatchObject({ palate: [], client: [] })
  })

  test.each(Object.entries(mistakes))('find %s', (name, [, error]) => {
    expect(errors[name]).toEqual([expect.stringMatching(error)])
  })

  test('refer to each other by name', () => {
    expect(types).toContain('profileData: components["schemas"]["ProfileData"]')
    expect(types).toContain('versions: components["schemas"]["ListedVersion"][]')
    expect(types).toContain('"application/json": components["schemas"]["ProfileUpdate"]')
    expect(types).toContain('"application/problem+json": components["schemas"]["Problem"]')
  })
})

/** What the compiler finds in each of these files. */
function compile(files: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipDefaultLibCheck: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  }
  const texts = new Map(Object.entries(files).map(([name, text]) => [pathOf(name), text]))
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, directoryExists } = host
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path)
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  }
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.directoryExists = (path) => path === directory || directoryExists?.(path) === true
  const program = ts.createProgram([...texts.keys()], options, host)
  const found = ts.getPreEmitDiagnostics(program)
  const errorsIn = (path: string) =>
    found
      .filter(({ file }) => file?.fileName === path)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  return Object.fromEntries(Object.keys(files).map((name) => [name, errorsIn(pathOf(name))]))
}

const directory = '/client'

function pathOf(name: string): string {
  return `${directory}/${name}.ts`
}
