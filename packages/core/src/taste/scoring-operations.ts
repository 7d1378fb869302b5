import { z } from 'zod'
import { resultLines } from '../batches/examples.ts'
import { ClientId } from '../fields.ts'
import { exemplar, profileId, version } from '../profile/examples.ts'
import { byProfileId } from '../profile/profile-operations.ts'
import { type OperationsFor, operation } from '../route-types.ts'
import { Brief, briefFormats } from './brief/brief-schema.ts'
import { briefMarkdown } from './brief/markdown.ts'
import { Diagnostics, UnusableElement } from './diagnostics-schema.ts'
import {
  brief,
  contradiction,
  disagreements,
  frameRewards,
  frameScores,
  modelId,
  preview,
  previewRequest,
  profilePeople,
  rewardRequest,
  scoreForm,
  scoreRequest,
  suggestions,
  threshold,
  unusable,
} from './examples.ts'
import { ExampleList, ExamplesRequest } from './examples-schema.ts'
import { Disagreements, DisagreementsQuery, PeopleQuery, ProfilePeople } from './people/team-schema.ts'
import { Preview, PreviewRequest } from './preview-schema.ts'
import { FrameReward, RewardRequest } from './reward/reward-schema.ts'
import type { scoringRoutes } from './scoring-routes.ts'
import { Dimension, FrameScore, ModelId, ScoredState, ScoreRequest } from './scoring-schema.ts'
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

export const scoringOperations = {
  scoreFrames: operation(
    {
      body: ScoreRequest,
      reply: z.object({ scores: z.array(FrameScore), latency_ms: z.number(), model: ModelId, ...ScoredState.shape }),
    },
    {
      summary: 'Score frames against a profile',
      description:
        'Scores are in [0, 1] with four decimals; 0.5 is neutral. A frame that cannot be scored keeps its place, with null scores and an `error`. With `verdict`, each frame has a decision for each learned dimension, with differences, and with the changes that raised the score of a copy of the picture. With `regions` (and `verdict` or `explain`), each frame has for each dimension how much of the score is due to each cell of a grid. With `person`, the scores are those of one person’s taste instead of the team’s, and nothing is recorded as a score of the profile. With `thumbnails`, and if the service has a public URL, each frame has a `thumbnail_url` that can be read without a key. Pictures can be sent with the request, as the parts of a form: `request` is the JSON body, and a frame with the address `part:<name>` is the picture in the part of that name. With `state`, the response has the `branch_id` (null if the request named a version) and `version_id` that the frames were scored against. With `Accept: application/x-ndjson`, results are streamed as JSON lines as they complete.',
      faults: [
        'profile_not_found',
        'unknown_branch',
        'unknown_version',
        'unknown_dimension',
        'unknown_person',
        'too_many_frames',
        'too_many_explanations',
        'unavailable',
      ],
      answers: { 200: 'The scores in the order of the frames, or as lines in order of completion' },
      examples: {
        body: scoreRequest,
        sent: { 'multipart/form-data': scoreForm },
        reply: { scores: frameScores, latency_ms: 18.42, model: modelId },
        text: { 'application/x-ndjson': resultLines },
      },
    },
  ),

  rewardFrames: operation(
    {
      body: RewardRequest,
      reply: z.object({ rewards: z.array(FrameReward), latency_ms: z.number(), model: ModelId }),
    },
    {
      summary: 'Reward frames, for a training loop',
      description:
        'A reward is the score in log odds, less a penalty that grows with the uncertainty of the model and with the distance from everything that the profile has judged, so that a trainer cannot climb into noise. Within a `group` rewards are centred. A frame that cannot be scored keeps its place, with nulls and an `error`. Pictures can be sent with the request, as the parts of a form, as in `POST /v1/score`. Nothing is recorded: rewarded frames are neither recent nor suggested, and raise no alerts.',
      faults: [
        'profile_not_found',
        'unknown_branch',
        'unknown_version',
        'unknown_dimension',
        'unknown_person',
        'too_many_frames',
        'unavailable',
      ],
      answers: { 200: 'The rewards in the order of the frames' },
      examples: {
        body: rewardRequest,
        sent: {
          'multipart/form-data': {
            ...scoreForm,
            request: { ...rewardRequest, frames: [{ id: 'cover', url: 'part:cover' }] },
          },
        },
        reply: { rewards: frameRewards, latency_ms: 38.2, model: modelId },
      },
    },
  ),

  listDimensions: operation(
    {
      query: z.object({
        profile_id: z
          .string()
          .optional()
          .meta({ description: "Adds the dimensions that this profile's elements name" }),
      }),
      reply: z.object({ dimensions: z.array(Dimension) }),
    },
    {
      summary: 'List the dimensions that frames can be scored along',
      description:
        "Lists the built-in dimensions and the measured attributes; with `profile_id`, also the dimensions that the profile's own elements name. A dimension that only the working changes name can be scored only with `include_working`.",
      faults: ['profile_not_found'],
      answers: { 200: 'The dimensions' },
      examples: {
        reply: {
          dimensions: [
            {
              name: 'aesthetics',
              kind: 'learned',
              description: "How likely the profile's owner is to find the frame beautiful",
            },
          ],
        },
      },
    },
  ),

  diagnoseProfile: operation(
    {
      params: byProfileId,
      query: z.object({
        ...stateInQuery,
        versionId: ClientId.optional().meta({ description: 'Older name of `version_id`', deprecated: true }),
        branchId: ClientId.optional().meta({ description: 'Older name of `branch_id`', deprecated: true }),
        includeWorking: z
          .enum(['true', 'false'])
          .optional()
          .meta({ description: 'Older name of `include_working`', deprecated: true }),
      }),
      reply: Diagnostics,
    },
    {
      summary: 'Show what a profile was learned from',
      description:
        'Returns which judgements were used, which could not be used and why, how consistent they are, how well the model predicts judgements that it has not seen, how far the owner agrees with people in general, and how the pictures differ from pictures in general.',
      faults: ['profile_not_found', 'branch_not_found', 'version_not_found'],
      answers: { 200: 'The diagnostics' },
      examples: {
        reply: {
          profileId,
          versionId: version.id,
          embedder: 'builtin/1',
          pictures: 2,
          dimensions: [
            {
              name: 'aesthetics',
              labels: { good: 1, bad: 0 },
              comparisons: 1,
              constraints: 1,
              consistency: {
                contradictoryLabels: [],
                contradictoryComparisons: [],
                repeatAgreement: null,
                transitivity: null,
                cycles: [],
                groups: 1,
              },
              selfPrediction: null,
              learningCurve: [],
              enough: false,
              remaining: 77,
              agreement: { factor: 0.86, stance: 'agree', statement: 'You mostly agree with people in general' },
            },
          ],
          understood: [
            {
              id: 'palette',
              wishes: [{ attribute: 'warmth', direction: 'more', low: 0.6, high: 1, strength: 1, phrase: 'warm' }],
              notUnderstood: [],
            },
          ],
          tendencies: {
            pictures: { good: 8, bad: 8 },
            claims: [
              {
                attribute: 'warmth',
                direction: 'more' as const,
                word: 'warm',
                opposite: 'cool',
                ranks: { good: 0.8107, bad: 0.3312 },
                good: { count: 7, of: 8 },
                bad: { count: 1, of: 8 },
              },
            ],
            attributes: [{ attribute: 'warmth', good: 0.7312, bad: 0.4872, general: 0.528 }],
          },
          wordsAgainstPictures: [
            {
              ...{ answer: 'light', phrase: 'dark', attribute: 'brightness', direction: 'more' as const },
              statement: 'You asked for “dark”. Your good pictures are brighter than your bad ones.',
              ...{ good: { count: 7, of: 8 }, bad: { count: 2, of: 8 } },
              pictures: ['/v1/thumbnails/5f0c'],
            },
          ],
          unusable: [unusable],
          contradictions: [contradiction],
        },
      },
    },
  ),

  getThreshold: operation(
    {
      params: byProfileId,
      query: z.object({
        dimension: z.string().optional().meta({ description: 'A learned dimension; `aesthetics` unless set' }),
        ...stateInQuery,
      }),
      reply: Threshold.extend({ dimension: z.string(), model: ModelId }),
    },
    {
      summary: 'Get the score from which a picture is accepted',
      description:
        'The threshold that someone set, else one learned from the labels (with at least three good and three bad ones), else the default. `evidence` counts how many labelled pictures reach it, each scored by a model that has not seen its label.',
      faults: ['profile_not_found', 'branch_not_found', 'version_not_found', 'unknown_dimension', 'unavailable'],
      answers: { 200: 'The threshold of one dimension' },
      examples: { reply: threshold },
    },
  ),

  getBrief: operation(
    {
      params: byProfileId,
      query: z.object({
        format: z.enum(briefFormats).optional().meta({ description: 'Default: `markdown`' }),
        ...stateInQuery,
      }),
      reply: Brief,
    },
    {
      summary: 'Describe the taste for someone who is about to make something',
      description:
        'What to aim for, what to avoid, the palette of the good exemplars, the thresholds, and how well the profile predicts its owner. `format` is `markdown` (at most 4,000 characters), `json` or `design`: a DESIGN.md document with the colours that good screens draw on their background, and the sizes of text, distances and corners that were measured on them.',
      faults: ['profile_not_found', 'branch_not_found', 'version_not_found', 'unavailable'],
      headers: { 'If-None-Match': '304 if the brief still has this ETag' },
      answers: { 200: 'The brief', 304: 'The brief is unchanged' },
      examples: { reply: brief, text: { 'text/markdown': briefMarkdown(brief) } },
    },
  ),

  findExamples: operation(
    { params: byProfileId, body: ExamplesRequest, reply: ExampleList },
    {
      summary: 'Find examples',
      description:
        'Labelled pictures of the current branch: those most similar to a picture, most similar first, or the most typical ones, good and bad in turn. Reads the picture and records nothing.',
      faults: ['profile_not_found', 'unreadable_picture', 'unavailable'],
      answers: { 200: 'The examples' },
      examples: {
        body: { url: 'https://images.example.com/cover.jpg', limit: 2 },
        reply: { examples: brief.examples.good.map((example) => ({ ...example, label: 'good' as const })) },
      },
    },
  ),

  suggestJudgements: operation(
    { params: byProfileId, query: SuggestionsQuery, reply: Suggestions },
    {
      summary: 'Suggest what to judge next',
      description:
        'Suggests the comparisons, labels and questions that would teach a dimension most, most informative first. Frames come from the library of the project and from frames scored there in the last 90 days. Judgements in the working changes count. What the person has judged is not suggested again; about a quarter is what others have judged, and nothing says how. Send the answer to a question as a constraint with `questionId`.',
      faults: ['profile_not_found', 'unknown_dimension', 'unknown_person', 'unavailable'],
      answers: { 200: 'The suggestions; empty if there is nothing left to ask' },
      examples: { reply: suggestions },
    },
  ),

  listProfilePeople: operation(
    { params: byProfileId, query: PeopleQuery, reply: ProfilePeople },
    {
      summary: 'List who taught a profile, and where they differ',
      description:
        'Who has judged in a dimension, how far they agree, and on which attributes they part. Judgements in the working changes count. Names no picture, so everybody may read it.',
      faults: ['profile_not_found', 'unknown_dimension', 'unavailable'],
      answers: { 200: 'The people, and each pair of them' },
      examples: { reply: profilePeople },
    },
  ),

  listDisagreements: operation(
    { params: byProfileId, query: DisagreementsQuery, reply: Disagreements },
    {
      summary: 'List the pictures that split the team',
      description:
        'The pictures that people labelled differently, and frames of the library or scored in the project on which they probably would. Judgements in the working changes count. Whoever has the role `judge` gets only pictures that they have judged themselves, because judging is blind.',
      faults: ['profile_not_found', 'unknown_dimension', 'unavailable'],
      answers: { 200: 'A page of both lists' },
      examples: { reply: disagreements },
    },
  ),

  previewProfile: operation(
    { params: byProfileId, body: PreviewRequest, reply: Preview },
    {
      summary: 'Show what a change would do',
      description:
        'Scores frames in two states of a profile, or in one if `from` is absent. A state is a version, a branch head, the uncommitted changes (`working`) or the result of a merge. The scores are the same as those of POST /v1/score. Without `frames`, the service scores up to 60 distinct pictures (labelled ones, frames recently scored with the profile, others of its project, its library) and returns the twelve that say most: those with another decision (with `verdict`), the labelled ones that move most, and others across the whole range. Nothing is recorded: alert rules are not evaluated, and frames do not count as scored.',
      faults: [
        'profile_not_found',
        'version_not_found',
        'unknown_branch',
        'merge_conflict',
        'unknown_dimension',
        'unavailable',
      ],
      answers: { 200: 'The frames in the order sent or chosen, with their scores in each state' },
      examples: { body: previewRequest, reply: preview },
    },
  ),

  refreshProfile: operation(
    {
      params: byProfileId,
      reply: z.object({ pictures: z.int(), unusable: z.array(UnusableElement) }),
    },
    {
      summary: 'Retry pictures that could not be read',
      description:
        "Retries every unread picture in the profile's current state, and learns from those that it can read.",
      faults: ['profile_not_found'],
      answers: { 200: 'The number of pictures that are read, and the elements that still cannot be used' },
      examples: { reply: { pictures: 2, unusable: [{ ...unusable, id: exemplar.id }] } },
    },
  ),
} satisfies OperationsFor<typeof scoringRoutes>
