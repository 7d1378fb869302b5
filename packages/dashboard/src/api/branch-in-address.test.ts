import { expect, test } from 'vitest'
import { withViewedBranch } from './branch-in-address.ts'

test('the viewed branch stays in the address within a profile, unless a link names another', () => {
  const at = (pathname: string, search: string) => (to: string) => withViewedBranch(to, { pathname, search })
  const bold = at('/prefix/profiles/p/history', '?branch=b2&view=all')
  expect(
    [
      '/prefix/profiles/p/score',
      '/prefix/profiles/p/score?min=0.5#x',
      '/prefix/profiles/p?branch=main',
      '/prefix/profiles/q/score',
      '/prefix/profiles',
      '/keys',
    ].map(bold),
  ).toEqual([
    '/prefix/profiles/p/score?branch=b2',
    '/prefix/profiles/p/score?min=0.5&branch=b2#x',
    '/prefix/profiles/p?branch=main',
    '/prefix/profiles/q/score',
    '/prefix/profiles',
    '/keys',
  ])
  expect(at('/profiles/p', '')('/profiles/p/score')).toBe('/profiles/p/score')
  expect(at('/keys', '?branch=b2')('/profiles/p/score')).toBe('/profiles/p/score')
})
