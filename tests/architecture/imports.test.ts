import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

const sources = readSources()
const server = 'packages/server/src'
/** Rooms that scoring a frame passes, from the inner one to the outer one. Each may import those before it. */
const scoringRooms = ['pictures', 'taste', 'scoring'].map((name) => `${server}/${name}/`)
const features = [
  ...['profiles', 'keys', 'people', 'projects', 'webhooks', 'frames', 'batches', 'boards', 'shares', 'erasures'].map(
    (name) => `${server}/${name}/`,
  ),
  ...scoringRooms,
]
const pictures = `${server}/pictures`
const picturesTop = ['pictures.ts', 'picture-handlers.ts'].map((name) => `${pictures}/${name}`)

/** The rooms of scoring that a room may import. */
function innerRooms(room: string): readonly string[] {
  return scoringRooms.slice(0, Math.max(0, scoringRooms.indexOf(room)))
}

interface Rule {
  readonly from: string
  readonly except?: string
  readonly imports: readonly string[]
  readonly why: string
}

/** Imports that files below a path must not have. */
const refused: readonly Rule[] = [
  {
    from: 'packages/core/src/',
    imports: ['node:', 'packages/server/', 'packages/client/', 'packages/cli/'],
    why: 'core is pure',
  },
  {
    from: 'packages/client/src/',
    // The entry for Node, which no other file imports.
    except: 'packages/client/src/node.ts',
    imports: ['node:', 'packages/client/src/node.ts', 'packages/server/', 'packages/cli/', 'packages/dashboard/'],
    why: 'the client runs anywhere',
  },
  {
    from: 'packages/playwright/src/',
    imports: ['packages/server/', 'packages/cli/', 'packages/dashboard/', 'packages/core/'],
    why: 'the matcher is a client of the API',
  },
  {
    from: 'packages/dashboard/src/',
    imports: ['node:', 'packages/server/', 'packages/cli/'],
    why: 'the dashboard is a client of the API',
  },
  {
    from: `${server}/`,
    imports: ['packages/cli/', 'packages/client/', 'packages/dashboard/'],
    why: 'clients use the server',
  },
  ...features.map((from) => ({
    from,
    imports: [...features.filter((path) => path !== from && !innerRooms(from).includes(path)), `${server}/http/`],
    why: 'features reach each other through ports, and the rooms of scoring import one way',
  })),
  {
    from: `${server}/audit/`,
    imports: [...features, `${server}/http/`],
    why: 'every feature records in the audit log',
  },
  {
    from: `${server}/bucket/`,
    imports: [...features, `${server}/http/`],
    why: 'pictures and thumbnails are stored in the bucket',
  },
  ...['platform', 'ports', 'streaming', 'work'].map((name) => ({
    from: `${server}/${name}/`,
    imports: [...features, `${server}/http/`, `${server}/composition/`, `${server}/offload/`],
    why: 'every feature may use it',
  })),
  { from: `${server}/store/`, imports: [...features, `${server}/http/`], why: 'the store knows no feature' },
  {
    from: `${server}/network/`,
    imports: [...features, `${server}/http/`, `${server}/store/`, `${server}/services.ts`, `${server}/ports/`],
    why: 'network rules depend on nothing',
  },
  {
    from: `${server}/config/`,
    imports: [...features, `${server}/http/`, `${server}/store/`],
    why: 'features read the configuration',
  },
  ...['fetching', 'decoding', 'threads'].map((name) => ({
    from: `${pictures}/${name}/`,
    imports: [
      ...['fetching', 'decoding', 'threads', 'embedders', 'features', 'reading', 'seen-frames', 'sweep']
        .filter((other) => other !== name)
        .map((other) => `${pictures}/${other}/`),
      ...picturesTop,
    ],
    why: 'the folders of pictures import one way: see pictures.ts',
  })),
  {
    from: `${pictures}/embedders/`,
    imports: [...['fetching', 'threads', 'features'].map((name) => `${pictures}/${name}/`), ...picturesTop],
    why: 'the folders of pictures import one way: see pictures.ts',
  },
  {
    from: `${pictures}/features/`,
    imports: [`${pictures}/fetching/`, ...picturesTop],
    why: 'the folders of pictures import one way: see pictures.ts',
  },
  {
    from: 'fitting/',
    imports: ['bench/', 'scripts/', 'tests/'],
    why: 'commands, benchmarks and tests use the fitting code',
  },
]

const isTest = (path: string) => path.endsWith('.test.ts')

test('every rule covers files that exist', () => {
  const paths = sources.map(({ path }) => path)
  const named = refused.flatMap(({ from, imports }) => [from, ...imports]).filter((name) => name !== 'node:')
  expect([...new Set(named)].filter((name) => !paths.some((path) => path.startsWith(name)))).toEqual([])
})

/** Folders of the server that may import features: they compose them, or serve them over HTTP and on a thread. */
const aboveFeatures = ['composition', 'http', 'offload']

test('every folder of the server has a rule', () => {
  const folders = new Set(sources.flatMap(({ path }) => /^packages\/server\/src\/(\w+)\//.exec(path)?.[1] ?? []))
  const ruled = refused.flatMap(({ from }) => /^packages\/server\/src\/(\w+)\/$/.exec(from)?.[1] ?? [])
  expect([...folders].toSorted()).toEqual([...new Set([...ruled, ...aboveFeatures])].toSorted())
})

test.each(refused)(
  'files below $from import none of the $imports.length forbidden paths: $why',
  ({ from, except, imports: paths }) => {
    const own = sources.filter(({ path }) => path.startsWith(from) && path !== except && !isTest(path))
    const wrong = own.flatMap(({ path, imports }) =>
      imports
        .filter((one) => paths.some((refusedPath) => one.startsWith(refusedPath)))
        .map((one) => `${path} → ${one}`),
    )
    expect(wrong).toEqual([])
  },
)

test('there are no import cycles', () => {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) return void circles.push([...trail.slice(start), path].join(' → '))
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  expect(circles).toEqual([])
})
