import { expect, test } from 'vitest'
import { modelIdOf } from './model-id.ts'

test('the id is short, and differs if the parameters or the embedder do', () => {
  const id = modelIdOf(['a', 'b'], 'builtin.1')
  expect(id).toMatch(/^[0-9a-z]{12}$/)
  expect(modelIdOf(['a', 'b'], 'builtin.1')).toBe(id)
  expect(new Set([id, modelIdOf(['a', 'c'], 'builtin.1'), modelIdOf(['a', 'b'], 'other.1')]).size).toBe(3)
})
