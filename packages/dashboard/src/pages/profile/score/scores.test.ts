import type { LibraryFrame } from '@palate/client'
import { expect, test } from 'vitest'
import { csvOf } from './export/csv.ts'
import { libraryItem, parseAddresses, restoredItem } from './score-items.ts'
import { byPerson, personIn, stateLabel, stateOptions, targetOf } from './score-states.ts'
import { canScoreMore, isOutdated, onBranch, scoredNow, shownState } from './scored-version.ts'
import { binsOf, failuresOf, filterRanked, parseThreshold, rankItems } from './scores.ts'
import { chunksOf } from './scoring/chunks.ts'
import { resultsOf } from './scoring/results-of-batches.ts'

const items = [
  libraryItem({ id: 'frm_a', name: 'a,"b".png', width: 4, height: 3 }),
  libraryItem({ id: 'frm_b', name: '=b', width: 4, height: 3 }),
  libraryItem({ id: 'frm_c', width: 4, height: 3 }),
]
const error = { code: 'not_an_image', message: 'it is text', retryable: false }
const results = new Map([
  ['frame:frm_a', { scores: { aesthetics: 0.2, likeness: 0.9 } }],
  ['frame:frm_b', { scores: { aesthetics: 0.8 } }],
  ['frame:frm_c', { scores: {}, error }],
])

test('URLs are extracted from any text, each once, and other words are reported', () => {
  const { items: found, rejected } = parseAddresses(
    'https://a.test/x/c%20d.png?y\n# note\nftp://no http://b.test https://a.test/x/c%20d.png?y',
  )
  expect(found.map(({ url, name }) => [url, name])).toEqual([
    ['https://a.test/x/c%20d.png?y', 'c d'],
    ['http://b.test', 'b.test'],
  ])
  expect(rejected).toEqual(['note', 'ftp://no'])
})

test('an earlier batch shows library frames, URLs and other names', () => {
  const frame = { id: 'frm_a', name: 'a.png', width: 4, height: 3 } as LibraryFrame
  const names = new Map([['frm_a', frame]])
  expect(restoredItem('frm_a', names)).toEqual(libraryItem(frame))
  expect(restoredItem('https://a.test/b.png', names)).toMatchObject({ url: 'https://a.test/b.png', name: 'b' })
  expect(restoredItem('hero', names)).toMatchObject({ key: 'id:hero', frameId: 'hero', name: 'hero', small: null })
})

test('items are ranked by a dimension, best first, with failures listed separately', () => {
  expect(rankItems(items, results, 'aesthetics').map(({ item, rank }) => [item.frameId, rank])).toEqual([
    ['frm_b', 1],
    ['frm_a', 2],
  ])
  expect(rankItems(items, results, 'likeness')).toHaveLength(1)
  expect(failuresOf(items, results)).toEqual([{ item: items[2], error }])
})

test('bins count the scores from 0 to 1, both ends included', () => {
  expect(binsOf([0, 0.04, 0.5, 0.99, 1], 10)).toEqual([2, 0, 0, 0, 0, 1, 0, 0, 0, 2])
})

test("a threshold has two digits; without one, the profile's own counts", () => {
  const parsed = ['0.604', '1', '0', '', '1.2', 'x', 'none'].map((text) => parseThreshold(text, 0.58))
  expect(parsed).toEqual([0.6, 1, 0, 0.58, 0.58, 0.58, undefined])
})

test('filters show what is above or below the threshold, unlabelled, or closest to the threshold', () => {
  const ranked = rankItems(items, results, 'aesthetics')
  const shown = (...[filter, threshold = 0.5]: [Parameters<typeof filterRanked>[1], number?]) =>
    filterRanked(ranked, filter, threshold, ({ frameId }) => frameId === 'frm_b').map(({ item }) => item.frameId)
  expect([shown('all'), shown('above'), shown('below'), shown('unlabelled')]).toEqual([
    ...[['frm_b', 'frm_a'], ['frm_b'], ['frm_a'], ['frm_a']],
  ])
  expect(shown('uncertain', 0.3)).toEqual(['frm_a', 'frm_b'])
})

test('the CSV is quoted where necessary and contains no formula', () => {
  const table = {
    ranked: rankItems(items, results, 'aesthetics'),
    failures: failuresOf(items, results),
    results,
    dimensions: ['aesthetics', 'likeness'],
  }
  expect(csvOf(table)).toBe(
    [
      'rank,name,address,aesthetics,likeness,error',
      "1,'=b,frame:frm_b,0.8,,",
      '2,"a,""b"".png",frame:frm_a,0.2,0.9,',
      ',Picture,frame:frm_c,,,not_an_image: it is text',
      '',
    ].join('\r\n'),
  )
})

test('items are split so that each request fits the size limit', () => {
  const file = (mebibytes: number) => ({ file: { size: mebibytes * 1024 * 1024 } as File })
  expect(chunksOf([file(9), file(6), file(9), file(20), file(1)]).map(({ length }) => length)).toEqual([2, 1, 1, 1])
  expect(chunksOf(Array.from({ length: 10_001 }, () => ({}))).map(({ length }) => length)).toEqual([10_000, 1])
  expect(chunksOf([])).toEqual([])
})

test("a state in the URL becomes the request's parameters", () => {
  expect(
    ['now', 'working', 'branch:b:1', 'version:v1', 'profile:prof_2'].map((state) => targetOf('prof_1', state)),
  ).toEqual([
    { profile_id: 'prof_1' },
    { profile_id: 'prof_1', include_working: true },
    { profile_id: 'prof_1', branch_id: 'b:1' },
    { profile_id: 'prof_1', version_id: 'v1' },
    { profile_id: 'prof_2' },
  ])
})

test('the states to choose from are the committed and uncommitted ones, other branches, versions and profiles', () => {
  const profile = {
    id: 'prof_1',
    profileData: {
      branches: [
        { id: 'main', name: 'main' },
        { id: 'b2', name: 'bold' },
      ],
      currentBranchId: 'main',
      versions: [
        { id: 'v1', message: 'First' },
        { id: 'v2', message: '' },
      ],
      workingChanges: { constraints: [{}], exemplars: [], comparisons: [] },
    },
  } as unknown as Parameters<typeof stateOptions>[0]
  const others = [
    { id: 'prof_1', name: 'Mine' },
    { id: 'prof_2', name: 'Other' },
  ] as unknown as Parameters<typeof stateOptions>[1]
  expect(stateOptions(profile, others).map(({ label }) => label)).toEqual([
    'main, latest version',
    'main, with 1 unsaved',
    'Branch bold',
    'Version: v2',
    'Version: First',
    'Profile Other',
  ])
})

test('a state can be that of one person, which a label says', () => {
  const bold = byPerson('per_1', 'branch:b:2')
  expect(targetOf('prof_1', bold)).toEqual({ profile_id: 'prof_1', branch_id: 'b:2', person: 'per_1' })
  expect(targetOf('prof_1', byPerson('per_1', 'now'))).toEqual({ profile_id: 'prof_1', person: 'per_1' })
  expect([byPerson('', 'working'), personIn('working'), personIn(bold)]).toEqual([
    'working',
    { team: 'working' },
    { person: 'per_1', team: 'branch:b:2' },
  ])
  const options = [
    { value: 'branch:b:2', label: 'Branch bold' },
    { value: byPerson('per_1', 'now'), label: 'Taste of Ann' },
  ]
  expect(
    [bold, byPerson('per_1', 'now'), byPerson('per_2', 'now'), 'now'].map((state) => stateLabel(state, options)),
  ).toEqual(['Taste of Ann, Branch bold', 'Taste of Ann', 'person:per_2:now', 'now'])
})

test('results belong to the version that was scored, also after its branch has moved on', () => {
  const profile = (headVersionId: string | null, unsaved: readonly object[] = []) =>
    ({
      profileData: {
        branches: [{ id: 'b:1', name: 'main', headVersionId }],
        currentBranchId: 'b:1',
        versions: [],
        workingChanges: { constraints: unsaved, exemplars: [], comparisons: [] },
      },
    }) as unknown as Parameters<typeof scoredNow>[0]
  const [before, after] = [profile('v1'), profile('v2')]
  expect([
    onBranch(before, 'now'),
    onBranch(before, byPerson('per_1', 'working')),
    onBranch(before, 'profile:p'),
  ]).toEqual(['branch:b:1', 'person:per_1:working:b:1', 'profile:p'])
  const at = scoredNow(before, 'now')
  expect(at).toEqual({ versionId: 'v1' })
  expect([isOutdated(before, 'now', at), isOutdated(after, 'now', at)]).toEqual([false, true])
  expect([shownState(before, 'now', at), shownState(after, 'now', at)]).toEqual(['now', 'version:v1'])
  expect(shownState(after, byPerson('per_1', 'now'), at)).toBe('person:per_1:version:v1')
  // Nothing is known of another profile, and a version never changes.
  expect([isOutdated(after, 'profile:p', at), isOutdated(after, 'version:v1', at)]).toEqual([false, false])
  // Unsaved changes have no name: other ones are other results, to which nothing can be added.
  const working = scoredNow(profile('v1', [{ id: 'q' }]), 'working')
  expect(isOutdated(profile('v1', [{ id: 'q' }]), 'working', working)).toBe(false)
  expect(isOutdated(profile('v1', [{ id: 'q' }, { id: 'r' }]), 'working', working)).toBe(true)
  expect(shownState(after, 'working', working)).toBe('working')
  expect([at, working, scoredNow(profile(null), 'now'), undefined].map(canScoreMore)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('batches of one result are one result, and what a program scored names its version', () => {
  const batch = (batch_id: string, metadata: object, version_id: string | null = 'v1') =>
    ({
      ...{ batch_id, metadata, version_id, created_at: `2026-01-0${batch_id.slice(-1)}T00:00:00.000Z` },
      counts: { total: 3, succeeded: 2, failed: 1, canceled: 0 },
    }) as unknown as Parameters<typeof resultsOf>[0][number]
  const found = resultsOf([
    batch('b4', { state: 'person:per_1:working', unsaved: 'x' }),
    batch('b3', { by: 'a program' }),
    batch('b2', { state: 'now', result: 'b1' }),
    batch('b1', { state: 'now' }),
  ])
  expect(found.map(({ search, pictures, isUnsaved }) => [search, pictures, isUnsaved])).toEqual([
    ['batch=b4&pinned=working&person=per_1', 3, true],
    ['batch=b3&pinned=version%3Av1', 3, false],
    ['batch=b1%2Cb2', 6, false],
  ])
  expect(found[2]?.createdAt).toBe('2026-01-01T00:00:00.000Z')
})
