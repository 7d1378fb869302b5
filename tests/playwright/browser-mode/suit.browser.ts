import type {} from '@palate/playwright/vitest'
import { beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'

const profile = inject('profile')

beforeEach(() => {
  document.body.innerHTML = '<main style="height:300px;background:#2060f0"></main>'
  document.body.style.background = '#f4a040'
})

test('a page that suits', async () => {
  document.body.innerHTML = ''
  await expect(page).toSuit({ profile })
})

test('an element that does not suit', () => expect(document.querySelector('main')).not.toSuit({ profile }))

test('fails: a locator that does not suit', () => expect(page.getByRole('main')).toSuit({ profile }))

test('fails: a missing element', () => expect(page.getByRole('navigation')).toSuit({ profile }))

test('fails: an unknown profile suits neither way', () =>
  expect(page).not.toSuit({ profile: 'prof_00000000000000000000000000' }))
