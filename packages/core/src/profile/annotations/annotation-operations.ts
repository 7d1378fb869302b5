import { z } from 'zod'
import { characters, Timestamp } from '../../fields.ts'
import { listOf } from '../../lists.ts'
import { isWithinUrlBytes, PictureUrl, urlTooLong } from '../../picture-url.ts'
import { type OperationsFor, operation } from '../../route-types.ts'
import { UnderstoodAnswer } from '../../taste/diagnostics-schema.ts'
import { comparison, profile } from '../examples.ts'
import { byProfileId } from '../profile-operations.ts'
import { Budget, Comparison, Constraint, Exemplar, elementKinds, WorkingChanges } from '../schema.ts'
import { annotationsPerRequestMax } from './annotation-limit.ts'
import type { annotationRoutes } from './annotation-routes.ts'
import { askChoices } from './asks.ts'
import { discardKeptMinutes, discardsPerProfileMax } from './discards.ts'
import { personIdCharactersMax } from './judged-by.ts'

const bounds = { max: annotationsPerRequestMax }
const by = characters(1, personIdCharactersMax).nullish()

export const NewAnnotations = z
  .object({
    constraints: listOf(Constraint, bounds).optional(),
    exemplars: listOf(Exemplar, bounds).optional(),
    comparisons: listOf(Comparison, bounds).optional(),
  })
  .superRefine((lists, context) => {
    for (const kind of elementKinds) {
      for (const [i, element] of (lists[kind] ?? []).entries()) {
        const { error } = by.safeParse(element.by)
        if (error) context.addIssue({ code: 'custom', path: [kind, i, 'by'], message: error.issues[0]?.message ?? '' })
      }
    }
    const count = elementKinds.reduce((sum, kind) => sum + (lists[kind]?.length ?? 0), 0)
    if (count >= 1 && count <= annotationsPerRequestMax) return
    context.addIssue({ code: 'custom', message: `must have 1 to ${annotationsPerRequestMax} elements in total` })
  })
  .meta({ description: `1 to ${annotationsPerRequestMax} elements in total` })
export type NewAnnotations = z.infer<typeof NewAnnotations>

const PictureToAsk = PictureUrl.refine((url) => url !== '' && isWithinUrlBytes(url), { error: urlTooLong }).meta({
  description: 'URL of a picture, or `frame:` and its id; no data URL',
})

export const NewAsk = z
  .object({
    first: PictureToAsk,
    second: PictureToAsk,
    dimension: z.string().optional().meta({ description: '`aesthetics` by default' }),
  })
  .refine(({ first, second }) => first !== second, { error: 'must be two different pictures', path: ['second'] })
export type NewAsk = z.infer<typeof NewAsk>

export const Ask = z.object({
  id: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.meta({ description: 'Until then it can be answered, and the answer read' }),
  answer: z
    .object({ choice: z.enum(askChoices), answeredAt: Timestamp })
    .nullable()
    .meta({ description: 'Null until somebody has chosen, and again after they have taken it back' }),
})
export type Ask = z.infer<typeof Ask>

const AnnotationEffect = z.object({
  list: z.enum(elementKinds),
  id: z.string(),
  before: z.enum(['nothing', 'committed', 'uncommitted', 'removed', 'too_large']).meta({
    description:
      'What the working changes had before: nothing (`nothing`), or nothing while the head has the judgement (`committed`); a judgement, which is in `replaced` (`uncommitted`), or is too large to be there whole (`too_large`); a removal mark (`removed`)',
  }),
})
export type AnnotationEffect = z.infer<typeof AnnotationEffect>

/** After elements were removed from the working changes. */
const afterRemoval = z.object({ budget: Budget })

const { budget } = profile.profileData
const changes = [{ list: 'comparisons' as const, id: comparison.id, before: 'nothing' as const }]
const discardId = 'dsc_019bc0f1a2b37c4d8e9fa0b1c2d3e4f5'
const ask = {
  id: 'ask_019bc0f1a2b37c4d8e9fa0b1c2d3e4f5',
  createdAt: '2026-01-15T10:00:00.000Z',
  expiresAt: '2026-01-22T10:00:00.000Z',
  answer: null,
}

export const annotationOperations = {
  addAnnotations: operation(
    {
      params: byProfileId,
      body: NewAnnotations,
      reply: WorkingChanges.extend({
        replaced: z.array(z.looseObject({ id: z.string() })).meta({
          description:
            'The judgements that the new ones replace, in the working changes or at the head, as they were. Pictures inside them are left out if they are large',
        }),
        changes: z.array(AnnotationEffect).meta({
          description: 'The elements that changed something, and what the working changes had in their place: for undo',
        }),
        understood: z.array(UnderstoodAnswer).meta({
          description:
            'How each constraint was taken. `wishes` is empty if it expresses none, or if no attribute matches its words',
        }),
        budget: Budget,
      }),
    },
    {
      summary: 'Add judgements to the working changes',
      description:
        'Appends elements atomically; safe to call concurrently. A constraint uses one question of the budget, an exemplar one label, a comparison one comparison. An element whose id is already in the working changes replaces that element and uses no budget. An element without an id replaces an earlier judgement about the same thing (the same picture, pair of pictures or question, in the same dimension) and keeps its id; if only the head of the current branch has that judgement, the new one becomes a working change under its id. Neither uses budget. If it says the same as that judgement, nothing is written, and the response has the stored element: another name or address of the same picture is no change. Only a comparison with `repeat: true` is added beside the first. Of several elements about the same thing in one request, the last one counts. Elements with `askId` answer a question of `POST …/asks`, once. An element with `removed: true` marks the element with that id as removed, and uses no budget. Each judgement gets `by`, the person who is signed in or owns the key: the judgements of two people about the same thing stand side by side, and one without `by` is the team’s own. Another person’s judgement cannot be replaced under its id.',
      faults: [
        'profile_not_found',
        'budget_exceeded',
        'profile_too_large',
        'account_full',
        'ask_answered',
        'unknown_ask',
        'unknown_person',
        'person_forbidden',
      ],
      answers: {
        201: 'The stored elements with their ids, what they changed and replaced, how the answers were understood, and the budget',
      },
      examples: {
        body: { comparisons: [comparison] },
        reply: {
          constraints: [],
          exemplars: [],
          comparisons: [comparison],
          replaced: [],
          changes,
          understood: [],
          budget,
        },
      },
    },
  ),

  createAsk: operation(
    { params: byProfileId, body: NewAsk, reply: Ask },
    {
      summary: 'Ask which of two pictures suits better',
      description:
        'Creates a question that is good for one answer, for seven days. A judgement of this pair with its id as `askId`, sent to `POST …/annotations`, is the answer: a comparison, or the same label for both. The page of the dashboard that asks does that. A second answer is refused (409 `ask_answered`). The question is open again if the judgement is taken back or replaced before it is committed. A profile has at most 100 questions; a new one replaces the oldest.',
      faults: ['profile_not_found', 'account_full'],
      answers: { 201: 'The question' },
      examples: { body: { first: 'frame:frm_1', second: 'frame:frm_2' }, reply: ask },
    },
  ),

  getAsk: operation(
    {
      params: byProfileId.extend({ askId: z.string().meta({ description: 'Id of the question' }) }),
      reply: Ask,
    },
    {
      summary: 'Read the answer to a question',
      description: 'Whether somebody has chosen, and what.',
      faults: ['profile_not_found', 'ask_not_found'],
      answers: { 200: 'The question' },
      examples: {
        reply: { ...ask, answer: { choice: 'second', answeredAt: '2026-01-15T10:02:11.000Z' } },
      },
    },
  ),

  removeAnnotation: operation(
    {
      params: byProfileId.extend({ elementId: z.string().meta({ description: 'Id of the element' }) }),
      reply: afterRemoval,
    },
    {
      summary: 'Remove an element',
      description:
        'Takes an element or a removal mark back out of the working changes, and returns the cost of the element to the budget. An element that only the head of the current branch has is marked as removed, so that the next commit leaves it out. If elements of several kinds have the id, the constraint is removed first, then the exemplar. Another person’s judgement is only removed with the scope `write`.',
      faults: ['profile_not_found', 'annotation_not_found', 'person_forbidden'],
      answers: { 200: 'The element was removed' },
      examples: { reply: { budget } },
    },
  ),

  discardAnnotations: operation(
    {
      params: byProfileId,
      reply: afterRemoval.extend({
        discardId: z.string().nullable().meta({
          description:
            'Restores what was discarded, with `POST …/discards/:discardId/restore`. Null if nothing was discarded, or if the account has no room to keep it',
        }),
      }),
    },
    {
      summary: 'Discard all working changes',
      description: `Returns the cost of the elements to the budget. Without working changes, nothing happens. To discard a single change, remove its element. If the working changes have judgements by others, the scope \`write\` is needed. What was discarded can be restored for ${discardKeptMinutes} minutes; a profile keeps the last ${discardsPerProfileMax} discards.`,
      faults: ['profile_not_found', 'person_forbidden'],
      answers: { 200: 'There are no working changes' },
      examples: { reply: { budget, discardId } },
    },
  ),

  restoreDiscard: operation(
    {
      params: byProfileId.extend({ discardId: z.string().meta({ description: 'Id of the discard' }) }),
      reply: afterRemoval.extend({
        restored: z.int().nonnegative().meta({ description: 'How many elements are back' }),
        judgedAgain: z.int().nonnegative().meta({
          description: 'How many were judged again by the same person since. Their newer judgements stay',
        }),
      }),
    },
    {
      summary: 'Restore discarded changes',
      description: `Puts back what \`DELETE …/annotations\` removed, once, for ${discardKeptMinutes} minutes: each element with who judged it and when, beside the working changes that were made since. Judgements by others need the scope \`write\`, as their discard did. Refused (409 \`head_conflict\`) if another version is the head of the current branch now.`,
      faults: [
        'profile_not_found',
        'discard_not_found',
        'person_forbidden',
        'head_conflict',
        'budget_exceeded',
        'profile_too_large',
        'account_full',
      ],
      answers: { 200: 'The changes are back' },
      examples: { reply: { budget, restored: 12, judgedAgain: 0 } },
    },
  ),
} satisfies OperationsFor<typeof annotationRoutes>
