import { z } from 'zod'
import { ClientId } from '../fields.ts'
import { byProfileId } from '../profile/route-schemas.ts'
import type { SchemasFor } from '../route-types.ts'
import { Brief, briefFormats } from './brief/brief-schema.ts'
import { Diagnostics, UnusableElement } from './diagnostics-schema.ts'
import { ExampleList, ExamplesRequest } from './examples-schema.ts'
import { Preview, PreviewRequest } from './preview-schema.ts'
import type { scoringRoutes } from './routes.ts'
import { Dimension, FrameScore, ScoredState, ScoreRequest } from './scoring-schema.ts'
import { Suggestions, SuggestionsQuery } from './suggestions-schema.ts'
import { Threshold } from './verdict/threshold-schema.ts'

const stateInQuery = {
  version_id: ClientId.optional().meta({ description: 'Of this version' }),
  branch_id: ClientId.optional().meta({ description: 'Of the head of this branch' }),
  include_working: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Include the working changes; not with `version_id`' }),
}

export const scoringSchemas = {
  scoreFrames: {
    body: ScoreRequest,
    reply: z.object({ scores: z.array(FrameScore), latency_ms: z.number(), ...ScoredState.shape }),
  },
  listDimensions: {
    query: z.object({
      profile_id: z.string().optional().meta({ description: "Adds the dimensions that this profile's elements name" }),
    }),
    reply: z.object({ dimensions: z.array(Dimension) }),
  },
  diagnoseProfile: {
    params: byProfileId,
    query: z.object({
      versionId: ClientId.optional().meta({ description: 'Diagnose this version' }),
      branchId: ClientId.optional().meta({ description: 'Diagnose the head of this branch' }),
      includeWorking: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Include the working changes; not with `versionId`' }),
    }),
    reply: Diagnostics,
  },
  getThreshold: {
    params: byProfileId,
    query: z.object({
      dimension: z.string().optional().meta({ description: 'A learned dimension; `aesthetics` unless set' }),
      ...stateInQuery,
    }),
    reply: Threshold.extend({ dimension: z.string() }),
  },
  getBrief: {
    params: byProfileId,
    query: z.object({
      format: z.enum(briefFormats).optional().meta({ description: 'Default: `markdown`' }),
      ...stateInQuery,
    }),
    reply: Brief,
  },
  findExamples: { params: byProfileId, body: ExamplesRequest, reply: ExampleList },
  suggestJudgements: { params: byProfileId, query: SuggestionsQuery, reply: Suggestions },
  previewProfile: { params: byProfileId, body: PreviewRequest, reply: Preview },
  refreshProfile: {
    params: byProfileId,
    reply: z.object({ pictures: z.int(), unusable: z.array(UnusableElement) }),
  },
} as const satisfies SchemasFor<typeof scoringRoutes>
