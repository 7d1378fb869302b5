import { Fault } from '@palate/core/fault.ts'
import { largeBodyBytesMax } from '@palate/core/route.ts'
import { expect, test } from 'vitest'
import { profileBytesMax, refuseLargeProfile, refuseLargeState, stateBytesMax } from './profile-size.ts'

test('a state may be twice as large as the largest body, and is refused above its limit', () => {
  expect(stateBytesMax).toBeGreaterThan(2 * largeBodyBytesMax)
  expect(() => refuseLargeState(stateBytesMax, '/profileData/workingChanges')).not.toThrow()
  expect(faultOf(() => refuseLargeState(stateBytesMax + 1, '/profileData/workingChanges'))).toMatchObject({
    status: 422,
    code: 'profile_too_large',
    extras: { errors: [{ path: '/profileData/workingChanges' }] },
  })
})

test('a profile may be as large as a hundred of the largest bodies; a larger one may shrink but not grow', () => {
  expect(profileBytesMax).toBeGreaterThan(100 * largeBodyBytesMax)
  expect(() => refuseLargeProfile(profileBytesMax, 1, '/profileData')).not.toThrow()
  expect(() => refuseLargeProfile(profileBytesMax + 1, -1, '/profileData')).not.toThrow()
  expect(() => refuseLargeProfile(profileBytesMax + 1, 0, '/profileData')).not.toThrow()
  expect(faultOf(() => refuseLargeProfile(profileBytesMax + 1, 1, '/profileData'))).toMatchObject({
    code: 'profile_too_large',
    extras: { errors: [{ path: '/profileData' }] },
  })
})

function faultOf(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    return error
  }
  return undefined
}
