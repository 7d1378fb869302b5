import type { Profile } from '@palate/client'
import { expect, test } from 'vitest'
import { describeChangeByOthers } from './changes-by-others.ts'

const profileAt = (currentBranchId: string, headVersionId: string | null, versions: readonly string[]) =>
  ({
    profileData: {
      currentBranchId,
      branches: [
        { id: 'main', name: 'main', headVersionId },
        { id: 'b1', name: 'bold', headVersionId: 'v1' },
      ],
      versions: versions.map((id) => ({ id })),
    },
  }) as unknown as Profile

test('a switch, a commit and a roll-back by somebody else are named', () => {
  const before = profileAt('main', 'v2', ['v1', 'v2'])
  expect(describeChangeByOthers(before, profileAt('b1', 'v2', ['v1', 'v2']))).toMatch(
    /^Somebody else made bold current/,
  )
  expect(describeChangeByOthers(before, profileAt('main', 'v3', ['v1', 'v2', 'v3']))).toMatch(/saved a version on main/)
  expect(describeChangeByOthers(before, profileAt('main', 'v1', ['v1', 'v2']))).toMatch(/rolled back main/)
  expect(describeChangeByOthers(before, before)).toBeUndefined()
})
