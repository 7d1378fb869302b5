import { expect, test } from 'vitest'
import { clientText } from './content.ts'

test.each([
  [
    'Similar to what you rejected, but it is warm, which you tend to prefer.',
    'Similar to what was rejected, but it is warm, which this taste tends to prefer.',
  ],
  [
    'Does not match your wish: no neon, but similar to what you preferred, such as you.png.',
    'Does not match a wish: no neon, but similar to what was preferred, such as you.png.',
  ],
  [
    'In light, colour and texture, it looks like your good exemplars.',
    'In light, colour and texture, it looks like the good examples.',
  ],
  [
    'It seems to be about dogs: you like pictures of dogs.',
    'It seems to be about dogs: this taste likes pictures of dogs.',
  ],
  ['Matches your wish: what you rejected in your studio', 'Matches a wish: what you rejected in your studio'],
])('a client reads “%s” in words that do not take them for the owner', (text, expected) => {
  expect(clientText(text)).toBe(expected)
})
