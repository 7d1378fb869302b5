import { Fault } from '@palate/core/fault.ts'
import { attributes } from '@palate/core/taste/attributes.ts'
import { centredRewards, rewardedFramesMax } from '@palate/core/taste/reward/reward.ts'
import type { FrameReward } from '@palate/core/taste/reward/reward-schema.ts'
import { refuseTwoStates, requestedState } from '@palate/core/taste/score-request.ts'
import { type Handler, longRunning } from '../operations.ts'
import { type PeoplePort, requirePerson } from '../ports/people.ts'
import type { CreateFrameScorer } from '../ports/scoring.ts'
import type { FindState } from '../ports/states.ts'
import type { WorkContext } from '../work/work-context.ts'
import { mapInParallel } from './parallel.ts'
import { elapsed, framesAtOnceMax, withPictures } from './score-frames.ts'

/** Rewards for a training loop. Nothing is recorded: a trainer sends thousands of pictures that nobody wants to see. */
export function createRewardFrames(
  createScorer: CreateFrameScorer,
  findState: FindState,
  findPerson: PeoplePort['findPerson'],
  modelId: string,
): Handler<'rewardFrames'> {
  return longRunning(async ({ caller, body, pictures, db, signal }) => {
    const started = performance.now()
    const { dimension = 'aesthetics', version_id, branch_id, include_working = false, person } = body
    if (body.frames.length > rewardedFramesMax) {
      throw new Fault(
        'too_many_frames',
        `a request takes at most ${rewardedFramesMax} frames, not ${body.frames.length}`,
      )
    }
    refuseTwoStates(version_id, branch_id, include_working, '/version_id')
    if (attributes.some(({ name }) => name === dimension)) {
      throw new Fault('unknown_dimension', `${dimension} is measured, not learned: rewards need a learned dimension`)
    }
    const frames = withPictures(body.frames, pictures)
    const state = await findState(db, caller, body.profile_id, requestedState(body))
    if (person !== undefined) await requirePerson({ findPerson }, db, caller.accountId, person)
    const request = { dimensions: [dimension], explain: false, thresholds: state.thresholds, person }
    const scorer = await createScorer(state, request, signal)
    const work: WorkContext = { priority: 'realtime', accountId: caller.accountId, signal }
    const rewarded: FrameReward[] = []
    const rewards = mapInParallel(frames, framesAtOnceMax, async (frame, index) => ({
      index,
      result: await scorer.reward(frame, work),
    }))
    for await (const { index, result } of rewards) rewarded[index] = result
    const centred = centredRewards(rewarded.map(({ reward }, i) => ({ group: body.frames[i]?.group, reward })))
    const answered = rewarded.map((result, i) => ({ ...result, reward: centred[i] ?? null }))
    return { body: { rewards: answered, latency_ms: elapsed(started), model: modelId } }
  })
}
