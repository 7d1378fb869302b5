import type { DocsFor } from '../../route-types.ts'
import { comparison, profile } from '../examples.ts'
import type { annotationSchemas } from './annotation-route-schemas.ts'

const { budget } = profile.profileData
const ask = {
  id: 'ask_019bc0f1a2b37c4d8e9fa0b1c2d3e4f5',
  createdAt: '2026-01-15T10:00:00.000Z',
  expiresAt: '2026-01-22T10:00:00.000Z',
  answer: null,
}

export const annotationDocs = {
  addAnnotations: {
    summary: 'Add judgements to the working changes',
    description:
      'Appends elements atomically; safe to call concurrently. A constraint uses one question of the budget, an exemplar one label, a comparison one comparison. An element whose id is already in the working changes replaces that element and uses no budget. An element without an id replaces an earlier judgement about the same thing (the same picture, pair of pictures or question, in the same dimension) and keeps its id; if only the head of the current branch has that judgement, the new one becomes a working change under its id. Neither uses budget. If it says the same as that judgement, nothing is written, and the response has the stored element: another name or address of the same picture is no change. Only a comparison with `repeat: true` is added beside the first. Of several elements about the same thing in one request, the last one counts. Elements with `askId` answer a question of `POST …/asks`, once. An element with `removed: true` marks the element with that id as removed, and uses no budget.',
    faults: [
      'profile_not_found',
      'budget_exceeded',
      'profile_too_large',
      'account_full',
      'ask_answered',
      'unknown_ask',
    ],
    answers: {
      201: 'The stored elements with their ids, what they replaced, how the answers were understood, and the budget',
    },
    examples: {
      body: { comparisons: [comparison] },
      reply: { constraints: [], exemplars: [], comparisons: [comparison], replaced: [], understood: [], budget },
    },
  },
  createAsk: {
    summary: 'Ask which of two pictures suits better',
    description:
      'Creates a question that is good for one answer, for seven days. A judgement of this pair with its id as `askId`, sent to `POST …/annotations`, is the answer: a comparison, or the same label for both. The page of the dashboard that asks does that. A second answer is refused (409 `ask_answered`). The question is open again if the judgement is taken back or replaced before it is committed. A profile has at most 100 questions; a new one replaces the oldest.',
    faults: ['profile_not_found', 'account_full'],
    answers: { 201: 'The question' },
    examples: { body: { first: 'frame:frm_1', second: 'frame:frm_2' }, reply: ask },
  },
  getAsk: {
    summary: 'Read the answer to a question',
    description: 'Whether somebody has chosen, and what.',
    faults: ['profile_not_found', 'ask_not_found'],
    answers: { 200: 'The question' },
    examples: {
      reply: { ...ask, answer: { choice: 'second', answeredAt: '2026-01-15T10:02:11.000Z' } },
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
