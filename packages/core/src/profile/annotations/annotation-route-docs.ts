import type { DocsFor } from '../../route-types.ts'
import { comparison, profile } from '../examples.ts'
import type { annotationSchemas } from './annotation-route-schemas.ts'

const { budget } = profile.profileData

export const annotationDocs = {
  addAnnotations: {
    summary: 'Add judgements to the working changes',
    description:
      'Appends elements without a race, all or nothing. A constraint counts one question of the budget, an exemplar one label, a comparison one comparison. An element whose id is in the working changes already replaces that one and counts nothing, and so does one without an id whose content is the same. An element with `removed: true` marks the element of that id as removed, and counts nothing.',
    faults: ['profile_not_found', 'budget_exceeded', 'profile_too_large', 'account_full'],
    answers: { 201: 'The elements as they are stored, with their ids, and the budget' },
    examples: {
      body: { comparisons: [comparison] },
      reply: { constraints: [], exemplars: [], comparisons: [comparison], budget },
    },
  },
  removeAnnotation: {
    summary: 'Take an element back out of the working changes',
    description:
      'Gives the count of the element back to the budget. If elements of several kinds have the id, the constraint goes first, then the exemplar.',
    faults: ['profile_not_found', 'annotation_not_found'],
    answers: { 200: 'The element was taken out' },
    examples: { reply: { budget } },
  },
} as const satisfies DocsFor<typeof annotationSchemas>
