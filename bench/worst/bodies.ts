import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { once } from '@palate/core/generic/once.ts'
import { annotationsPerRequestMax } from '@palate/core/profile/annotations/annotation-limit.ts'
import { versionsPerPatchMax } from '@palate/core/profile/history/commit.ts'
import { branchesPerProfileMax, elementsPerListMax } from '@palate/core/profile/schema.ts'
import { exportFormat } from '@palate/core/profile/transfer.ts'
import { bodyBytesMax, largeBodyBytesMax } from '@palate/core/route.ts'
import { commentCharactersMax, picturesPerShareMax } from '@palate/core/shares/limits.ts'
import { previewFramesMax } from '@palate/core/taste/preview-schema.ts'
import { framesPerRequestMax } from '@palate/core/taste/scoring-schema.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const all = Array.from({ length: elementsPerListMax }, (_, i) => i)
/** Bytes reserved for the JSON around the text that fills a body. */
const spareBytes = 4096
const importedVersions = 20_000

/** A state with the maximum number of elements, each with `answer`, so that two states differ in every element. */
export function fullState(answer: string) {
  return {
    constraints: all.map((i) => ({ id: `c${i}`, question: 'How should the light fall?', answer })),
    exemplars: all.map((i) => ({ id: `e${i}`, label: i % 2 ? 'good' : 'bad', url: `https://a.test/${i}`, answer })),
    comparisons: all.map((i) => ({ id: `p${i}`, frameA: `f${i}`, frameB: 'loser', winner: `f${i}`, answer })),
  }
}

/** A state with the maximum number of elements, in a hundred dimensions, with text that is parsed for wishes. */
export function manyDimensions() {
  const dimensionOf = (i: number) => ({ dimension: `d${i % ownDimensions.length}` })
  const answer = 'very warm, calm, quiet and bright colours, no busy clutter, lots of white space'
  return {
    constraints: all.map((i) => ({ id: `c${i}`, ...dimensionOf(i), question: 'How should it look?', answer })),
    exemplars: all.map((i) => ({
      ...{ id: `e${i}`, ...dimensionOf(i), label: i % 2 ? 'good' : 'bad' },
      url: `data:image/png;base64,${'A'.repeat(i % 100)}`,
    })),
    comparisons: all.map((i) => ({
      id: `p${i}`,
      ...dimensionOf(i),
      frameA: `e${i}`,
      frameB: `e${i + 1}`,
      winner: 'tie',
    })),
  }
}

export const ownDimensions = Array.from({ length: 100 }, (_, i) => `d${i}`)

export function commitOf(id: string, snapshot: object, parentVersionId: string | null = null, branchId = 'main') {
  return { id, branchId, parentVersionId, message: id, snapshot }
}

/** A commit of a full state whose elements have as many values as fit into a body. */
export function manyValues() {
  const numbers = Array.from({ length: 26 }, (_, i) => i)
  const state = Object.entries(fullState('warm')).map(([kind, elements]) => {
    return [kind, elements.map((element) => ({ ...element, numbers }))] as const
  })
  return { profileData: { versions: [commitOf('v1', Object.fromEntries(state))] } }
}

/** A PATCH of 25 MB as text: 20 versions that share no comparison. Deterministic. */
export const manyComparisons = once(() => {
  const [versionCount, comparisonCount, frameCount] = [20, 18_000, 2000]
  const versions = Array.from({ length: versionCount }, (_, v) => {
    const comparisons = Array.from({ length: comparisonCount }, (_, i) => {
      const [frameA, frameB] = [
        `f${v}-${i % frameCount}`,
        `f${v}-${(i * 7 + 1 + Math.floor(i / frameCount)) % frameCount}`,
      ]
      return { id: `p${v}-${i}`, frameA, frameB, winner: i % 3 === 0 ? frameA : frameB }
    })
    return commitOf(`v${v}`, { comparisons }, v === 0 ? null : `v${v - 1}`)
  })
  return JSON.stringify({ profileData: { versions } })
})

/** About 160 kB as JSON. */
export function midSizedState() {
  const state = fullState('warm')
  return { constraints: state.constraints.slice(0, 1200), comparisons: state.comparisons.slice(0, 800) }
}

/** Uncommitted changes with as much text as fits into a body, as inline pictures. */
export function muchText() {
  const count = 100
  const imageData = 'A'.repeat(Math.floor((largeBodyBytesMax - spareBytes) / count) - 100)
  const exemplars = Array.from({ length: count }, (_, i) => ({ id: `e${i}`, label: 'good', imageData }))
  return { profileData: { workingChanges: { exemplars } } }
}

/**
 * The maximum number of elements that one request may add. They replace the first ones of a full state, so that the
 * budget allows them.
 */
export function manyAnnotations() {
  return { constraints: fullState('cold').constraints.slice(0, annotationsPerRequestMax) }
}

export function manyVersions(count = versionsPerPatchMax) {
  const versions = Array.from({ length: count }, (_, i) =>
    commitOf(`v${i}`, { constraints: [{ id: `c${i}`, answer: 'warm' }] }, i === 0 ? null : `v${i - 1}`),
  )
  return { profileData: { versions } }
}

export function manyBranches() {
  const branches = Array.from({ length: branchesPerProfileMax - 1 }, (_, i) => ({ id: `b${i}`, name: `b${i}` }))
  return { profileData: { branches } }
}

/** A whole profile. Ten times as many versions would fit into a body; importing them takes ten times as long. */
export function largeImport() {
  const now = '2026-01-01T00:00:00.000Z'
  const counter = { used: 0, total: 1 }
  const versions = Array.from({ length: importedVersions }, (_, i) => ({
    ...commitOf(`v${i}`, { constraints: [{ id: `c${i}`, answer: 'warm' }] }, i === 0 ? null : `v${i - 1}`),
    createdAt: now,
  }))
  const main = { id: 'main', name: 'main', headVersionId: `v${importedVersions - 1}`, createdAt: now }
  return {
    format: exportFormat,
    projectId: 'bench',
    name: 'Imported',
    profileData: {
      branches: [main],
      versions,
      currentBranchId: 'main',
      workingChanges: fullState('warm'),
      budget: { questions: counter, labels: counter, comparisons: counter },
    },
  }
}

/** The maximum number of frames, with as much text as fits into the body. None of them is a picture. */
export function manyFrames(profileId: string) {
  const text = 'A'.repeat(Math.floor((largeBodyBytesMax - spareBytes) / framesPerRequestMax) - 80)
  const frames = Array.from({ length: framesPerRequestMax }, (_, i) => ({
    id: `f${i}`,
    url: `data:image/png;base64,${text}`,
  }))
  return { profile_id: profileId, frames, dimensions: ['aesthetics'] }
}

/** The maximum number of frames, all of the same tiny picture, explained in all the given dimensions. */
export function sameFrames(profileId: string, dimensions: readonly string[]) {
  const frames = Array.from({ length: framesPerRequestMax }, (_, i) => ({ id: `f${i}`, url: onePixel }))
  return { profile_id: profileId, frames, dimensions, explain: true }
}

export function oneFrame(profileId: string, includeWorking = false) {
  const frames = [{ id: 'f', url: onePixel }]
  return { profile_id: profileId, frames, dimensions: ['aesthetics'], include_working: includeWorking }
}

/** The maximum number of frames of a preview, in a body of the maximum size. */
export function previewedFrames() {
  const text = 'A'.repeat(Math.floor((largeBodyBytesMax - spareBytes) / previewFramesMax) - 80)
  const url = `data:image/png;base64,${text}`
  return {
    from: 'main',
    to: 'main',
    frames: Array.from({ length: previewFramesMax }, (_, i) => ({ id: `f${i}`, url })),
  }
}

/** The merge of the fixture's branches, whose elements all differ. */
export function previewedMerge(strategy: 'fail' | 'theirs' = 'fail') {
  return { merge: { sourceBranchId: 'side', targetBranchId: 'main', strategy } }
}

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A body of ordinary size, filled with values that are ignored. */
export function withIgnoredValues(body: object) {
  return { ...body, ignored: Array.from({ length: (bodyBytesMax - spareBytes) / 2 }, () => 0) }
}

/** A small picture, padded to the maximum upload size with bytes that decoders ignore. */
export function largePicture(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(uploadBytesMax)
  bytes.set(Buffer.from(pixel, 'base64'))
  return bytes
}

/** A share with as many pictures as it can have. */
export function sharedFrames(profileId: string) {
  const url = `data:image/png;base64,${pixel}`
  const frames = Array.from({ length: picturesPerShareMax }, (_, i) => ({ id: `s${i}`, url }))
  return { profileId, frames, dimension: 'brightness' }
}

/** A decision and the longest comment on every picture of a share. */
export function sharedAnswers() {
  const form = new URLSearchParams()
  for (let i = 0; i < picturesPerShareMax; i++) {
    form.set(`decision-${i}`, 'approve')
    form.set(`comment-${i}`, 'x'.repeat(commentCharactersMax))
  }
  return new TextEncoder().encode(form.toString())
}
