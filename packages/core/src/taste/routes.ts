import { z } from 'zod'
import { byId, ClientId } from '../fields.ts'
import { largeBodyBytesMax, type Route } from '../route.ts'
import { Diagnostics } from './diagnostics-schema.ts'
import { Dimension, FrameScore, ScoreRequest } from './scoring-schema.ts'

/** The operations of scoring, and of what is learned from a profile. */
export const scoringRoutes = {
  scoreFrames: {
    method: 'POST',
    path: '/v1/score',
    tag: 'Scoring',
    summary: 'Score frames against a profile',
    description:
      'Numbers are in [0, 1], 0.5 is neutral. A frame that cannot be scored keeps its place with null numbers and an `error`. With `Accept: application/x-ndjson` the results come as lines as they complete.',
    access: 'key',
    headers: { Accept: '`application/x-ndjson` streams the results' },
    body: ScoreRequest,
    bodyBytesMax: largeBodyBytesMax,
    status: 200,
    reply: z.object({ scores: z.array(FrameScore), latency_ms: z.number() }),
    alternatives: [
      {
        status: 200,
        description: 'the results as lines',
        content: { mediaType: 'application/x-ndjson', reply: z.string() },
      },
    ],
    faults: [
      'profile_not_found',
      'unknown_branch',
      'unknown_version',
      'unknown_dimension',
      'too_many_frames',
      'unavailable',
    ],
  },
  listDimensions: {
    method: 'GET',
    path: '/v1/dimensions',
    tag: 'Scoring',
    summary: 'List the dimensions that frames can be scored along',
    access: 'key',
    query: z.object({
      profile_id: z.string().optional().meta({ description: "Adds those that this profile's elements name" }),
    }),
    status: 200,
    reply: z.object({ dimensions: z.array(Dimension) }),
    faults: ['profile_not_found'],
  },
  diagnoseProfile: {
    method: 'GET',
    path: '/v1/profiles/:id/diagnostics',
    tag: 'Scoring',
    summary: 'What the model was learned from, what could not be used and why, how consistent the judgements are',
    access: 'key',
    params: byId,
    query: z.object({
      versionId: ClientId.optional(),
      branchId: ClientId.optional(),
      includeWorking: z.enum(['true', 'false']).optional(),
    }),
    status: 200,
    reply: Diagnostics,
    faults: ['profile_not_found', 'branch_not_found', 'version_not_found'],
  },
  refreshProfile: {
    method: 'POST',
    path: '/v1/profiles/:id/refresh',
    tag: 'Scoring',
    summary: "Read again those of the current state's pictures that could not be read",
    access: 'key',
    params: byId,
    status: 200,
    reply: z.object({ pictures: z.int(), unusable: Diagnostics.shape.unusable }),
    faults: ['profile_not_found'],
  },
} as const satisfies Record<string, Route>
