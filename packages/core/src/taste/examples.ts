import { profileId } from '../profile/examples.ts'

export const scoreRequest = {
  profile_id: profileId,
  frames: [
    { id: 'cover', url: 'https://images.example.com/cover.jpg' },
    { id: 'draft', url: 'https://images.example.com/draft.jpg' },
  ],
  dimensions: ['aesthetics', 'usability'],
}

export const frameError = {
  code: 'fetch_failed',
  message: 'the host answered with status 404',
  retryable: false,
}

export const frameScores = [
  { frame_id: 'cover', aesthetics: 0.8312, usability: 0.5 },
  { frame_id: 'draft', aesthetics: null, usability: null, error: frameError },
]

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
      reason: 'Both are near what you like; which matters more is open.',
    },
    {
      kind: 'label',
      frame: { id: 'hero', url: 'https://example.com/hero.jpg' },
      gain: 0.33,
      reason: 'Nothing like it was judged yet.',
    },
    {
      kind: 'question',
      id: 'colour-temperature',
      category: 'colour',
      question: 'Warm or cool?',
      answers: ['warm', 'cool', 'no preference'],
      gain: 0.28,
      reason: 'The frames of the project differ in warmth, and no answer speaks of it yet.',
    },
  ],
  enough: false,
  remaining: 62,
} as const
