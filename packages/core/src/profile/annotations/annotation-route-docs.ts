import type { DocsFor } from '../../route-types.ts'
import { comparison, profile } from '../examples.ts'
import type { annotationSchemas } from './annotation-route-schemas.ts'

const { budget } = profile.profileData

export const annotationDocs = {
  addAnnotations: {
    summary: 'Add judgements to the working changes',
    description:
      'Appends elements atomically; safe to call concurrently. A constraint uses one question of the budget, an exemplar one label, a comparison one comparison. An element whose id is already in the working changes replaces that element and uses no budget. An element without an id replaces an earlier judgement about the same thing (the same picture, pair of pictures or question, in the same dimension) and keeps its id; if only the head of the current branch has that judgement, the new one becomes a working change under its id. Neither uses budget. Only a comparison with `repeat: true` is added beside the first. Of several elements about the same thing in one request, the last one counts. An element with `removed: true` marks the element with that id as removed, and uses no budget.',
    faults: ['profile_not_found', 'budget_exceeded', 'profile_too_large', 'account_full'],
    answers: { 201: 'The stored elements with their ids, how the answers were understood, and the budget' },
    examples: {
      body: { comparisons: [comparison] },
      reply: { constraints: [], exemplars: [], comparisons: [comparison], understood: [], budget },
    },
  },
  removeAnnotation: {
    summary: 'Remove an element',
    description:
      'Takes an element or a removal mark back out of the working changes, and returns the cost of the element to the budget. An element that only the head of the current branch has is marked as removed, so that the next commit leaves it out. If elements of several kinds have the id, the constraint is removed first, then the exemplar.',
    faults: ['profile_not_found', 'annotation_not_found'],
    answers: { 200: 'The element was removed' },
    examples: { reply: { budget } },
  },
  discardAnnotations: {
    summary: 'Discard all working changes',
    description:
      'Returns the cost of the elements to the budget. Without working changes, nothing happens. To discard a single change, remove its element.',
    faults: ['profile_not_found'],
    answers: { 200: 'There are no working changes' },
    examples: { reply: { budget } },
  },
} as const satisfies DocsFor<typeof annotationSchemas>
