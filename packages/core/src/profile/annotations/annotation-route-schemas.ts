import { z } from 'zod'
import { Timestamp } from '../../fields.ts'
import { listOf } from '../../lists.ts'
import { isWithinUrlBytes, PictureUrl, urlTooLong } from '../../picture-url.ts'
import type { SchemasFor } from '../../route-types.ts'
import { UnderstoodAnswer } from '../../taste/diagnostics-schema.ts'
import { byProfileId } from '../route-schemas.ts'
import { Budget, Comparison, Constraint, Exemplar, elementKinds, WorkingChanges } from '../schema.ts'
import { annotationsPerRequestMax } from './annotation-limit.ts'
import type { annotationRoutes } from './annotation-routes.ts'
import { askChoices } from './asks.ts'

const bounds = { max: annotationsPerRequestMax }

export const NewAnnotations = z
  .object({
    constraints: listOf(Constraint, bounds).optional(),
    exemplars: listOf(Exemplar, bounds).optional(),
    comparisons: listOf(Comparison, bounds).optional(),
  })
  .superRefine((lists, context) => {
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

/** After elements were removed from the working changes. */
const afterRemoval = z.object({ budget: Budget })

export const annotationSchemas = {
  addAnnotations: {
    params: byProfileId,
    body: NewAnnotations,
    reply: WorkingChanges.extend({
      replaced: z.array(z.looseObject({ id: z.string() })).meta({
        description:
          'The judgements that the new ones replace, in the working changes or at the head, as they were. Pictures inside them are left out if they are large',
      }),
      understood: z.array(UnderstoodAnswer).meta({
        description:
          'How each constraint was taken. `wishes` is empty if it expresses none, or if no attribute matches its words',
      }),
      budget: Budget,
    }),
  },
  createAsk: { params: byProfileId, body: NewAsk, reply: Ask },
  getAsk: {
    params: byProfileId.extend({ askId: z.string().meta({ description: 'Id of the question' }) }),
    reply: Ask,
  },
  removeAnnotation: {
    params: byProfileId.extend({ elementId: z.string().meta({ description: 'Id of the element' }) }),
    reply: afterRemoval,
  },
  discardAnnotations: {
    params: byProfileId,
    reply: afterRemoval,
  },
} as const satisfies SchemasFor<typeof annotationRoutes>
