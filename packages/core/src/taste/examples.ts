import { profileId, version } from '../profile/examples.ts'

export const modelId = '0k3v9q2mzt4d'

export const scoreRequest = {
  profile_id: profileId,
  frames: [
    { id: 'cover', url: 'https://images.example.com/cover.jpg' },
    { id: 'draft', url: 'https://images.example.com/draft.jpg' },
  ],
  dimensions: ['aesthetics', 'usability'],
}

export const scoreForm = {
  request: { ...scoreRequest, frames: [{ id: 'cover', url: 'part:cover' }] },
  cover: '(the bytes)',
}

export const frameError = {
  code: 'fetch_failed',
  message: 'the host answered with status 404',
  retryable: false,
}

export const rewardRequest = {
  profile_id: profileId,
  frames: [
    { id: 'cover', url: 'https://images.example.com/cover.jpg', prompt: 'a quiet harbour', group: 'harbour' },
    { id: 'draft', url: 'https://images.example.com/draft.jpg', prompt: 'a quiet harbour', group: 'harbour' },
  ],
}

export const frameRewards = [
  { frame_id: 'cover', reward: 0, score: 0.8312, novelty: 0.4 },
  { frame_id: 'draft', reward: null, score: null, novelty: null, error: frameError },
]

export const frameScores = [
  { frame_id: 'cover', aesthetics: 0.8312, usability: 0.5 },
  { frame_id: 'draft', aesthetics: null, usability: null, error: frameError },
]

export const threshold = {
  dimension: 'aesthetics',
  pass: 0.58,
  fail: 0.31,
  source: 'learned' as const,
  evidence: { good: { total: 10, passed: 9 }, bad: { total: 8, passed: 1 } },
  model: modelId,
}

const { dimension: _, model: _model, ...ofAesthetics } = threshold

export const brief = {
  name: 'Evening issue',
  seed: 'calm and warm',
  summary: 'calm and warm. Aim for an uncluttered look. Avoid neon colours.',
  aim: ['warm colours', 'an uncluttered look'],
  avoid: ['neon colours'],
  evidence: [{ phrase: 'warm colours', good: { count: 9, of: 10 }, bad: { count: 2, of: 8 } }],
  palette: [
    { hex: '#f4ead8', share: 0.41 },
    { hex: '#5b3a29', share: 0.22 },
  ],
  thresholds: { aesthetics: ofAesthetics },
  predicts: { accuracy: 0.83, judgements: 40 },
  examples: {
    good: [
      {
        elementId: 'ex_1',
        thumbnail: '/v1/thumbnails/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        name: 'cover.jpg',
      },
    ],
    bad: [],
  },
  representative: ['ex_1'],
  model: modelId,
}

export const previewRequest = {
  from: 'main',
  to: { merge: { sourceBranchId: 'autumn', targetBranchId: 'main', strategy: 'theirs' as const } },
  verdict: true,
}

export const preview = {
  from: { versionId: version.id },
  to: { versionId: version.id, mergedFrom: 'ver_019cbd19e3437c02b1d7f3358ea90c6b' },
  considered: 60,
  decidedAnew: { aesthetics: 1 },
  frames: [
    {
      id: 'cover',
      url: 'https://images.example.com/cover.jpg',
      thumbnail: '/v1/thumbnails/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      from: { aesthetics: 0.8312 },
      to: { aesthetics: 0.6127 },
      verdict: { aesthetics: { from: 'pass' as const, to: 'revise' as const, isSure: true } },
    },
    {
      id: 'draft',
      url: 'https://images.example.com/draft.jpg',
      from: { aesthetics: null },
      to: { aesthetics: null },
      error: frameError,
    },
  ],
}

export const contradiction = {
  kind: 'exemplars',
  about: 'https://images.example.com/cover.jpg',
  elements: ['exm_1', 'exm_2'],
} as const

export const unusable = {
  kind: 'exemplars' as const,
  id: 'night',
  code: 'fetch_timeout',
  message: 'the host did not send the picture in time',
  retryable: true,
}

export const suggestions = {
  suggestions: [
    {
      kind: 'comparison',
      frameA: { id: 'hero', url: 'https://example.com/hero.jpg' },
      frameB: { id: 'footer', url: 'https://example.com/footer.jpg' },
      gain: 0.41,
      reason: 'You would like both; your judgements so far do not say which one more.',
    },
    {
      kind: 'label',
      frame: { id: 'hero', url: 'https://example.com/hero.jpg' },
      gain: 0.33,
      reason: 'You have not judged anything like it yet.',
    },
    {
      kind: 'question',
      id: 'colour-temperature',
      category: 'colour',
      question: 'Warm or cool?',
      answers: ['warm', 'cool', 'no preference'],
      gain: 0.28,
      reason: 'The pictures in the project differ in warmth, and no answer covers it yet.',
    },
  ],
  enough: false,
  remaining: 62,
} as const

const [ann, ben] = ['per_0197f3b0c1d27e8a9b3c4d5e6f708192', 'per_0197f3b0c1d27e8a9b3c4d5e6f708193'] as const

export const profilePeople = {
  people: [
    {
      ...{ id: ann, name: 'Ann' },
      judgements: { questions: 3, labels: 20, comparisons: 10 },
      agreement: { team: 0.7083, self: null },
      differs: ['darker', 'with more texture'],
    },
    {
      ...{ id: ben, name: 'Ben' },
      judgements: { questions: 0, labels: 24, comparisons: 0 },
      agreement: { team: 0.7083, self: null },
      differs: ['brighter'],
    },
  ],
  pairs: [{ a: ann, b: ben, agreement: 0.7083, shared: 24, differs: ['darker', 'with more texture'] }],
}

const splitPicture = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const disagreements = {
  judged: [
    {
      picture: {
        ...{ elementId: 'ex_1', url: 'https://images.example.com/cover.jpg' },
        ...{ contentHash: splitPicture, thumbnail: `/v1/thumbnails/${splitPicture}` },
      },
      votes: [
        { by: ann, label: 'good' as const },
        { by: ben, label: 'bad' as const },
      ],
    },
  ],
  likely: [
    {
      frame: {
        ...{ id: 'draft', url: 'https://images.example.com/draft.jpg' },
        ...{ contentHash: splitPicture, thumbnail: null },
      },
      split: 0.5512,
      scores: [
        { by: ann, score: 0.8104 },
        { by: ben, score: 0.3391 },
      ],
    },
  ],
}
