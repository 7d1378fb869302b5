import type { ProfileSummary } from './schema.ts'

export const profileId = 'prof_019cb1d6f5407a318c52d94e07b6f823'

const createdAt = '2026-03-02T09:15:00.000Z'
const updatedAt = '2026-03-04T16:40:12.000Z'

export const summary: ProfileSummary = {
  id: profileId,
  projectId: 'studio',
  name: 'Editorial',
  seed: 'Calm, warm, lots of negative space',
  createdAt,
  updatedAt,
}

export const constraint = {
  id: 'palette',
  category: 'colour',
  question: 'Which palette?',
  answer: 'warm and muted',
}

export const exemplar = {
  id: 'hero',
  label: 'good' as const,
  url: 'https://images.example.com/hero.jpg',
}

export const comparison = {
  id: 'cover-a-or-b',
  frameA: { id: 'cover-a', url: 'https://images.example.com/cover-a.jpg' },
  frameB: { id: 'cover-b', url: 'https://images.example.com/cover-b.jpg' },
  winner: 'cover-a',
}

export const snapshot = {
  constraints: [constraint],
  exemplars: [exemplar],
  comparisons: [comparison],
  latentScores: { 'cover-a': 0.5493, 'cover-b': -0.5493 },
}

const versionSummary = {
  id: 'ver_019cb1da0c117b65a2f07c3e81d49b06',
  branchId: 'main',
  parentVersionId: null,
  message: 'First judgements',
  createdAt: '2026-03-02T09:30:00.000Z',
}

export const listedVersion = versionSummary
export const version = { ...versionSummary, snapshot }

const oneAdded = { added: 1, removed: 0, changed: 0 }
export const historyEntry = {
  ...versionSummary,
  author: { keyId: 'key_019cb1d5a9b17d0c86f3b1f0a2c4d5e6', name: 'Studio' },
  changes: { constraints: oneAdded, exemplars: oneAdded, comparisons: oneAdded },
}

const branch = { id: 'main', name: 'main', headVersionId: versionSummary.id, createdAt }

const profileData = {
  branches: [branch],
  versions: [listedVersion],
  currentBranchId: 'main',
  workingChanges: { constraints: [], exemplars: [], comparisons: [] },
  budget: {
    questions: { used: 1, total: 20 },
    labels: { used: 1, total: 50 },
    comparisons: { used: 1, total: 100 },
  },
}

export const profile = {
  ...summary,
  profileData,
  effectiveSnapshot: {
    ...snapshot,
    promptSummary: 'Warm, muted colours. Calm, with lots of negative space.',
    embeddingCentroid: [0.0312, -0.0871, 0.1204],
  },
}

/** A commit: a new version whose parent is the branch's head, and empty working changes. */
export const commit = {
  profileData: {
    versions: [
      {
        id: 'v2',
        branchId: 'main',
        parentVersionId: versionSummary.id,
        message: 'Darker examples are bad',
        snapshot: {
          constraints: [constraint],
          exemplars: [exemplar, { label: 'bad' as const, url: 'https://images.example.com/night.jpg' }],
          comparisons: [comparison],
        },
      },
    ],
    workingChanges: { constraints: [], exemplars: [], comparisons: [] },
  },
}

export const exported = {
  format: 'palate.profile/1' as const,
  projectId: summary.projectId,
  name: summary.name,
  seed: summary.seed,
  createdAt,
  updatedAt,
  profileData: {
    ...profileData,
    branches: [{ ...branch, startVersionId: null }],
    versions: [version],
  },
  effectiveOverride: null,
}
