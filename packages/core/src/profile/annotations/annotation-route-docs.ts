import type { DocsFor } from '../../route-types.ts'
import { comparison, profile } from '../examples.ts'
import type { annotationSchemas } from './annotation-route-schemas.ts'

const { budget } = profile.profileData

export const annotationDocs = {
  addAnnotations: {
    summary: 'Add judgements to the working changes',
    description:
      'Appends elements atomically; safe to call concurrently. A constraint uses one question of the budget, an exemplar one label, a comparison one comparison. An element whose id is already in the working changes replaces that element and uses no budget; so does an element without an id whose content is the same. An element with `removed: true` marks the element with that id as removed, and uses no budget.',
    faults: ['profile_not_found', 'budget_exceeded', 'profile_too_large', 'account_full'],
    answers: { 201: 'The stored elements with their ids, and the budget' },
    examples: {
      body: { comparisons: [comparison] },
      reply: { constraints: [], exemplars: [], comparisons: [comparison], budget },
    },
  },
  removeAnnotation: {
    summary: 'Remove an element from the working changes',
    description:
      'Returns the cost of the element to the budget. If elements of several kinds have the id, the constraint is removed first, then the exemplar.',
    faults: ['profile_not_found', 'annotation_not_found'],
    answers: { 200: 'The element was removed' },
    examples: { reply: { budget } },
  },
} as const satisfies DocsFor<typeof annotationSchemas>
