import { z } from 'zod'
import { listOf } from '../../lists.ts'
import type { SchemasFor } from '../../route-types.ts'
import { UnderstoodAnswer } from '../../taste/diagnostics-schema.ts'
import { byProfileId } from '../route-schemas.ts'
import { Budget, Comparison, Constraint, Exemplar, elementKinds, WorkingChanges } from '../schema.ts'
import { annotationsPerRequestMax } from './annotation-limit.ts'
import type { annotationRoutes } from './annotation-routes.ts'

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

/** After elements were removed from the working changes. */
const afterRemoval = z.object({ budget: Budget })

export const annotationSchemas = {
  addAnnotations: {
    params: byProfileId,
    body: NewAnnotations,
    reply: WorkingChanges.extend({
      understood: z.array(UnderstoodAnswer).meta({
        description:
          'How each constraint was taken. `wishes` is empty if it expresses none, or if no attribute matches its words',
      }),
      budget: Budget,
    }),
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
