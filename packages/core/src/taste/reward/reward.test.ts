import { expect, test } from 'vitest'
import { centredRewards, rewardOf } from './reward.ts'

const familiar = { probability: 0.5, deviation: 0, strangeness: 0 }

test('a reward is the score in log odds', () => {
  expect(rewardOf(familiar)).toBe(0)
  expect(rewardOf({ ...familiar, probability: 0.9 })).toBeCloseTo(Math.log(9))
  expect(rewardOf({ ...familiar, probability: 1 })).toBeCloseTo(-rewardOf({ ...familiar, probability: 0 }))
})

test('uncertainty and distance from everything judged lower it', () => {
  expect(rewardOf({ ...familiar, deviation: 1 })).toBeLessThan(0)
  expect(rewardOf({ ...familiar, strangeness: 1 })).toBeLessThan(0)
  expect(rewardOf({ ...familiar, strangeness: 2 })).toBeLessThan(rewardOf({ ...familiar, strangeness: 1 }))
})

test('within a group rewards are centred, others stay, and what could not be scored is left out', () => {
  const rewards = [
    { group: 'a', reward: 1 },
    { group: 'b', reward: 5 },
    { group: 'a', reward: 2 },
    { group: 'a', reward: null },
    { reward: 7 },
  ]
  expect(centredRewards(rewards)).toEqual([-0.5, 0, 0.5, null, 7])
  expect(centredRewards([{ group: 'a', reward: null }])).toEqual([null])
})
