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
