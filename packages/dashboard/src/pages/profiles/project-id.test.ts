import { expect, test } from 'vitest'
import { projectIdFrom } from './project-id.ts'

test('a name with spaces becomes an id', () => {
  expect(projectIdFrom('Our Website (2026)')).toBe('Our-Website-2026-')
  expect(projectIdFrom('Café')).toBe('Cafe')
  expect(projectIdFrom('  studio')).toBe('studio')
  expect(projectIdFrom('studio.main_1:a-b')).toBe('studio.main_1:a-b')
  expect(projectIdFrom('x'.repeat(200))).toHaveLength(128)
})
