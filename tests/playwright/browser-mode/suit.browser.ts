import type {} from '@palate/playwright/vitest'
import { beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'

const profile = inject('profile')
const pageOf = (picture: string) => `<main><img src="${picture}" style="display:block;width:100vw;height:100vh"></main>`

beforeEach(() => {
  document.body.style.margin = '0'
  document.body.innerHTML = pageOf(inject('cold'))
})

test('a page that suits', async () => {
  document.body.innerHTML = pageOf(inject('warm'))
  await expect(page).toSuit({ profile })
})

test('an element that does not suit', () => expect(document.querySelector('main')).not.toSuit({ profile }))

test('fails: a locator that does not suit', () => expect(page.getByRole('main')).toSuit({ profile }))

test('fails: a missing element', () => expect(page.getByRole('navigation')).toSuit({ profile }))

test('fails: an unknown profile suits neither way', () =>
  expect(page).not.toSuit({ profile: 'prof_00000000000000000000000000' }))
