import { questionCharactersMax } from '@palate/core/profile/subject/contradictions.ts'
import { shownCharactersMax, shownPerAnswerMax } from '@palate/core/taste/summary/understood-answers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { dataUrl, type Mood, paint } from './pictures.ts'
import { commitElements, diagnose, openStage, profileWith, type Stage, scoresOf } from './scoring-service.ts'

describe('diagnostics', () => {
  let stage: Stage
  let urls: Record<'a' | 'b' | 'c' | 'd', string>
  beforeAll(async () => {
    stage = await openStage('sqlite')
    urls = {
      a: await stage.picture('warm', 1),
      b: await stage.picture('cold', 1),
      c: await stage.picture('warm', 2),
      d: await stage.picture('cold', 2),
    }
  })
  afterAll(() => stage.close())

  type Name = keyof typeof urls
  const frame = (id: Name) => ({ id, url: urls[id] })
  const pair = (id: string, a: Name, b: Name, winner: string) => ({ id, frameA: frame(a), frameB: frame(b), winner })
  const about = async (elements: object, wanted: object = {}) =>
    diagnose(stage.service, await profileWith(stage.service, elements, wanted))

  it('are empty for a profile without commits', async () => {
    const id = await createProfile(stage.service)
    expect(await diagnose(stage.service, id)).toEqual({
      profileId: id,
      versionId: null,
      embedder: expect.stringMatching(/.+/),
      pictures: 0,
      dimensions: [],
      understood: [],
      contradictions: [],
      tendencies: { pictures: { good: 0, bad: 0 }, claims: [], attributes: expect.any(Array) },
      wordsAgainstPictures: [],
      unusable: [],
    })
  })

  it('give the means of each attribute for good and bad pictures, as scoring measures them', async () => {
    const { service } = stage
    const id = await profileWith(service, {
      exemplars: [
        { id: 'e1', url: urls.a, label: 'good' },
        { id: 'e2', url: urls.c, label: 'good', dimension: 'trust' },
        { id: 'e3', url: urls.b, label: 'bad' },
        { id: 'e4', url: stage.host.url('nowhere.png'), label: 'bad' },
      ],
    })
    const { tendencies } = await diagnose(service, id)
    const dimensions = ['brightness', 'warmth']
    const [a, b, c] = await scoresOf(service, id, [frame('a'), frame('b'), frame('c')], { dimensions })
    expect(tendencies.pictures).toEqual({ good: 2, bad: 1 })
    for (const name of dimensions) {
      const found = tendencies.attributes.find(({ attribute }: { attribute: string }) => attribute === name)
      // Scores are rounded to four decimals before the mean here is taken.
      expect(found.good).toBeCloseTo((a[name] + c[name]) / 2, 3)
      expect([found.bad, found.general]).toEqual([b[name], expect.any(Number)])
      const thumbnail = expect.stringMatching(/^\/v1\/thumbnails\/[0-9a-f]{64}$/)
      expect(found.examples).toEqual({ lowest: thumbnail, highest: thumbnail })
      expect(found.examples.lowest).not.toBe(found.examples.highest)
    }
    const { attributes } = (await diagnose(service, await createProfile(service))).tendencies
    expect(attributes).toContainEqual({ attribute: 'warmth', good: null, bad: null, general: 0.528 })
  })

  it('count the judgements that each dimension was learned from', async () => {
    const body = await about({
      constraints: [{ id: 'c1', question: 'q', answer: 'warm' }],
      exemplars: [
        { id: 'e1', url: urls.a, label: 'good' },
        { id: 'e2', url: urls.b, label: 'bad' },
        { id: 'e3', url: urls.c, label: 'good', dimension: 'trust' },
      ],
      comparisons: [pair('p1', 'a', 'b', 'a'), { ...pair('p2', 'c', 'd', 'tie'), dimension: 'trust' }],
    })
    expect(body.versionId).toBe('v1')
    expect(body.pictures).toBe(4)
    const consistency = {
      contradictoryLabels: [],
      contradictoryComparisons: [],
      repeatAgreement: null,
      transitivity: null,
      cycles: [],
      groups: 1,
    }
    const few = { consistency, selfPrediction: null, learningCurve: [], enough: false }
    const agreement = { factor: expect.any(Number), stance: expect.any(String), statement: expect.any(String) }
    expect(body.dimensions).toEqual([
      {
        name: 'aesthetics',
        labels: { good: 1, bad: 1 },
        comparisons: 1,
        constraints: 1,
        ...few,
        remaining: 76,
        agreement,
      },
      {
        name: 'trust',
        labels: { good: 1, bad: 0 },
        comparisons: 1,
        constraints: 0,
        ...few,
        remaining: 77,
        agreement: null,
        advice: 'Add a few you do not like: until then, nearly every picture passes.',
      },
      {
        name: 'likeness',
        labels: { good: 1, bad: 1 },
        comparisons: 1,
        constraints: 0,
        ...few,
        remaining: 76,
        agreement: null,
      },
    ])
  })

  it('do not count judgements with unreadable pictures', async () => {
    const { dimensions, pictures } = await about({
      exemplars: [
        { id: 'e1', url: urls.a, label: 'good' },
        { id: 'e2', url: stage.host.url('gone'), label: 'good' },
        { id: 'e3', url: stage.host.url('gone too'), label: 'bad' },
      ],
      comparisons: [pair('p1', 'a', 'b', 'a'), { id: 'p2', frameA: 'nowhere', frameB: frame('b'), winner: 'b' }],
    })
    expect(dimensions[0]).toMatchObject({ labels: { good: 1, bad: 0 }, comparisons: 1 })
    expect(pictures).toBe(2)
  })

  it('name every unusable element with the reason', async () => {
    const { unusable } = await about({
      constraints: [{ id: 'c', question: 'q' }],
      exemplars: [
        { id: 'no picture', label: 'good' },
        { id: 'no label', url: urls.a },
        { id: 'forbidden', url: 'http://10.0.0.1/a.png', label: 'good' },
        { id: 'gone', url: stage.host.url('gone'), label: 'good' },
        { id: 'broken', imageData: 'data:image/png;base64,AAAA', label: 'bad' },
        { id: 'library', url: 'frame:frm_x', label: 'bad' },
      ],
      comparisons: [
        { id: 'no frames', winner: 'a' },
        { id: 'same', frameA: 'a', frameB: 'a', winner: 'a' },
        { id: 'no winner', frameA: frame('a'), frameB: frame('b'), winner: 'z' },
        { id: 'unknown id', frameA: 'nowhere', frameB: frame('b'), winner: 'b' },
      ],
    })
    const found = unusable.map(({ kind, id, code, message, retryable }: Record<string, unknown>) => {
      expect(message).toEqual(expect.stringMatching(/.+/))
      return [kind, id, code, retryable].join(', ')
    })
    expect(found.toSorted()).toEqual(
      [
        'constraints, c, no_answer, false',
        'exemplars, no picture, no_image, false',
        'exemplars, no label, no_label, false',
        'exemplars, forbidden, url_forbidden, false',
        'exemplars, gone, fetch_failed, false',
        'exemplars, broken, not_an_image, false',
        'exemplars, library, frame_not_found, false',
        'comparisons, no frames, no_frames, false',
        'comparisons, same, same_frame, false',
        'comparisons, no winner, no_winner, false',
        'comparisons, unknown id, frame_not_found, false',
      ].toSorted(),
    )
  })

  it('show how the seed and each answer were understood, and what was not understood', async () => {
    const constraints = [
      { id: 'c1', question: 'How busy?', answer: 'not too busy' },
      { id: 'c2', question: 'For whom?', answer: 'beekeepers' },
    ]
    const { understood } = await about({ constraints }, { seed: 'warm' })
    const [seed, c1, c2] = understood
    expect(understood.map(({ id }: { id: string }) => id)).toEqual(['seed', 'c1', 'c2'])
    expect(seed.wishes.map(({ attribute }: { attribute: string }) => attribute)).toContain('warmth')
    expect(c1.wishes.map(({ attribute }: { attribute: string }) => attribute)).toContain('clutter')
    expect(c2).toEqual({ id: 'c2', wishes: [], notUnderstood: ['beekeepers'] })
  })

  it('repeat only the beginning of a long answer or question', async () => {
    const constraints = [
      { id: 'c1', question: 'How?', answer: 'warm, '.repeat(2000) },
      { id: 'c2', question: 'Why?', answer: 'bees. '.repeat(2000) },
      { id: 'c3', question: 'What?', answer: 'y'.repeat(10_000) },
      ...['a', 'b'].map((answer) => ({ id: answer, question: 'q'.repeat(10_000), answer })),
    ]
    const { understood, contradictions } = await about({ constraints })
    const [c1, c2, c3] = understood
    expect([c1.wishes.length, c2.notUnderstood.length]).toEqual([shownPerAnswerMax, shownPerAnswerMax])
    expect(c3.notUnderstood).toEqual([`${'y'.repeat(shownCharactersMax - 1)}…`])
    expect(contradictions).toMatchObject([{ about: 'q'.repeat(questionCharactersMax), elements: ['a', 'b'] }])
  })

  it('consistency: labels and comparisons that contradict each other', async () => {
    const { dimensions } = await about({
      exemplars: [
        { id: 'yes', url: urls.a, label: 'good' },
        { id: 'no', url: urls.a, label: 'bad' },
        { id: 'other', url: urls.b, label: 'bad' },
      ],
      comparisons: [pair('p1', 'a', 'b', 'a'), pair('p2', 'b', 'a', 'b'), pair('p3', 'c', 'd', 'c')],
    })
    expect(dimensions[0].consistency).toEqual({
      contradictoryLabels: [['yes', 'no']],
      contradictoryComparisons: [['p1', 'p2']],
      repeatAgreement: 0,
      transitivity: null,
      cycles: [],
      groups: 2,
    })
  })

  it('consistency: one picture under two URLs is one picture', async () => {
    const copyOf = async (mood: Mood, seed: number) => {
      const name = `copy-of-${mood}-${seed}.png`
      stage.host.show(name, { bytes: await paint({ mood, seed }) })
      return { id: name, url: stage.host.url(name) }
    }
    const [a, b] = [await copyOf('warm', 1), await copyOf('cold', 1)]
    const inline = dataUrl(await paint({ mood: 'cold', seed: 2 }))
    const { dimensions, unusable, pictures } = await about({
      exemplars: [
        { id: 'yes', url: urls.a, label: 'good' },
        { id: 'no', url: a.url, label: 'bad' },
        { id: 'fine', url: urls.d, label: 'good' },
        { id: 'poor', imageData: inline, label: 'bad' },
      ],
      comparisons: [
        pair('p1', 'a', 'b', 'a'),
        { id: 'p2', frameA: a, frameB: b, winner: b.id },
        { id: 'itself', frameA: frame('a'), frameB: a, winner: 'a' },
      ],
    })
    expect(dimensions[0]).toMatchObject({
      comparisons: 1,
      consistency: {
        contradictoryLabels: [
          ['yes', 'no'],
          ['fine', 'poor'],
        ],
        contradictoryComparisons: [['p1', 'p2']],
        cycles: [],
        groups: 1,
      },
    })
    expect(pictures).toBe(3)
    expect(unusable).toMatchObject([{ kind: 'comparisons', id: 'itself', code: 'same_frame', retryable: false }])
  })

  it('consistency: cyclic preferences', async () => {
    const { dimensions } = await about({
      comparisons: [pair('p1', 'a', 'b', 'a'), pair('p2', 'b', 'c', 'b'), pair('p3', 'c', 'a', 'c')],
    })
    const { cycles, transitivity, groups } = dimensions[0].consistency
    expect(cycles.map((ids: string[]) => ids.toSorted())).toEqual([['p1', 'p2', 'p3']])
    expect([transitivity, groups]).toEqual([0, 1])
  })

  it('consistency: preferences in an order are transitive', async () => {
    const { dimensions } = await about({
      comparisons: [pair('p1', 'a', 'b', 'a'), pair('p2', 'b', 'c', 'b'), pair('p3', 'a', 'c', 'a')],
    })
    expect(dimensions[0].consistency).toMatchObject({ transitivity: 1, cycles: [], groups: 1 })
  })

  it('with enough judgements, say how well the profile predicts those that it has not seen', async () => {
    const seeds = Array.from({ length: 8 }, (_, i) => i + 10)
    const warm = await Promise.all(seeds.map((seed) => stage.picture('warm', seed)))
    const cold = await Promise.all(seeds.map((seed) => stage.picture('cold', seed)))
    const id = await profileWith(stage.service, {
      exemplars: [
        ...warm.map((url, i) => ({ id: `w${i}`, url, label: 'good' })),
        ...cold.map((url, i) => ({ id: `c${i}`, url, label: 'bad' })),
      ],
      comparisons: warm.map((_, i) => ({ id: `p${i}`, frameA: `w${i}`, frameB: `c${(i + 3) % 8}`, winner: `w${i}` })),
    })
    const [dimension, likeness] = (await diagnose(stage.service, id)).dimensions
    expect(likeness).toMatchObject({ name: 'likeness', selfPrediction: { judgements: 19 } })
    expect(likeness.selfPrediction.correct).toBeGreaterThan(0.7)
    const { judgements, correct, statement } = dimension.selfPrediction
    expect(judgements).toBe(19)
    expect(correct).toBeGreaterThan(0.7)
    expect(correct).toBeLessThanOrEqual(1)
    const percent = Math.round(correct * 100)
    expect(statement).toBe(`your profile predicts ${percent} % of the judgements that it has not seen`)
    expect(dimension.learningCurve.map((one: { judgements: number }) => one.judgements)).toEqual([5, 10, 14])
    expect((await diagnose(stage.service, id)).dimensions).toEqual([dimension, likeness])
  })

  it('say in words how far the owner agrees with people in general', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `taste-${i}`)
    const pictures = await Promise.all(
      names.map(async (id, i) => ({ id, url: await stage.picture(i % 2 ? 'cold' : 'warm', 40 + i) })),
    )
    // The crowd's opinion: the scores of an untaught profile.
    const cold = await createProfile(stage.service)
    const scores = new Map<string, number>(
      (await scoresOf(stage.service, cold, pictures)).map((one: { frame_id: string; aesthetics: number }) => [
        one.frame_id,
        one.aesthetics,
      ]),
    )
    const judgedBy = async (prefers: 1 | -1) => {
      const comparisons = pictures.flatMap((frameA, i) =>
        pictures.slice(i + 1).map((frameB, j) => {
          const margin = (scores.get(frameA.id) ?? 0) - (scores.get(frameB.id) ?? 0)
          return { id: `p${i}-${j}`, frameA, frameB, winner: margin * prefers > 0 ? frameA.id : frameB.id }
        }),
      )
      return (await about({ comparisons })).dimensions[0].agreement
    }
    const [follower, contrarian] = [await judgedBy(1), await judgedBy(-1)]
    expect(follower).toMatchObject({
      stance: 'agree',
      statement: 'You mostly agree with people in general',
    })
    expect(contrarian.factor).toBeLessThan(0.4)
    // Twelve pictures in two moods are too few to distinguish the other stances; agreement.test.ts does.
    expect(contrarian.stance).not.toBe('agree')
  })

  it('say nothing about the crowd before the first judgement', async () => {
    const { dimensions } = await about({ constraints: [{ id: 'c1', question: 'q', answer: 'warm' }] })
    expect(dimensions[0]).toMatchObject({ name: 'aesthetics', agreement: null })
  })

  it('name the requested version, even if another has the same elements', async () => {
    const elements = { exemplars: [{ id: 'e', label: 'good', url: urls.a }] }
    const id = await profileWith(stage.service, elements)
    await commitElements(stage.service, id, 'v2', elements)
    for (const versionId of ['v1', 'v2'])
      expect((await diagnose(stage.service, id, `?versionId=${versionId}`)).versionId).toBe(versionId)
  })

  it('are 404 for an unknown profile', async () => {
    const { call } = stage.service
    expectProblem(await call('GET', '/v1/profiles/prof_x/diagnostics'), 404, 'profile_not_found')
  })
})
