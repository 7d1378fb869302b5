import { z } from 'zod'
import { ClientId, characters } from '../../fields.ts'
import { listOf } from '../../lists.ts'
import { Frame, FrameError } from '../scoring-schema.ts'
import { promptCharactersMax, rewardedFramesMax } from './reward.ts'

export const RewardRequest = z.object({
  profile_id: z.string(),
  frames: listOf(
    Frame.extend({
      prompt: characters(0, promptCharactersMax)
        .optional()
        .meta({ description: 'What the picture was made from. The taste is of pictures, so it changes no reward' }),
      group: ClientId.optional().meta({
        description: 'Rewards of one group, such as samples of one prompt, are centred',
      }),
    }),
    { min: 1, enough: rewardedFramesMax + 1 },
  ).describe(`1 to ${rewardedFramesMax}; ids need not be unique`),
  dimension: z.string().optional().meta({ description: 'A learned one; `aesthetics` if absent' }),
  version_id: ClientId.optional().meta({ description: 'Judge by this version' }),
  branch_id: ClientId.optional().meta({ description: 'Judge by the head of this branch' }),
  include_working: z.boolean().optional().meta({ description: 'Include the working changes; not with version_id' }),
  person: z.string().optional().meta({ description: 'The id of a person: reward by their taste' }),
})
export type RewardRequest = z.infer<typeof RewardRequest>

export const FrameReward = z.object({
  frame_id: z.string(),
  reward: z
    .number()
    .nullable()
    .meta({ description: 'Log odds of the score, less what is uncertain and unlike everything judged' }),
  score: z.number().nullable(),
  novelty: z.number().nullable().meta({ description: 'How unlike everything judged the picture is, from 0 to 1' }),
  error: FrameError.optional(),
})
export type FrameReward = Readonly<z.infer<typeof FrameReward>>
