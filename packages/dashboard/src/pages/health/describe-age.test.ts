import { expect, test } from 'vitest'
import { describeAge } from './describe-age.ts'

test('an age is given in its largest whole unit', () => {
  expect([0.2, 12.5, 200, 7_300, 200_000].map(describeAge)).toEqual(['under a second', '12 s', '3 min', '2 h', '2 d'])
})
