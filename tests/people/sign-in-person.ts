import { expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Ask, Client } from '../harness/client.ts'

/** A page of somebody who is signed in. */
export interface Page {
  readonly cookie: string
  call(method: string, path: string, ask?: Ask & { readonly on?: Client }): Promise<Answer>
}

export interface Invited {
  readonly id: string
  readonly code: string
}

export async function invite(service: Pick<Client, 'call'>, person: object): Promise<Invited> {
  const { body, status } = await service.call('POST', '/api/people', { body: { name: 'Ada', ...person } })
  expect(status).toBe(201)
  return { id: body.person.id, code: codeIn(body.invitation.url) }
}

export function codeIn(url: string): string {
  return url.slice(url.indexOf('#code=') + '#code='.length)
}

/** Invites a person and signs in with the link. */
export async function signInPerson(service: Client, person: object): Promise<Page & Invited> {
  const invited = await invite(service, person)
  const answer = await signInWith(service, invited.code)
  expect(answer.status, answer.text).toBe(200)
  return { ...invited, ...pageOf(service, answer) }
}

export function signInWith(service: Pick<Client, 'call'>, code: string): Promise<Answer> {
  return service.call('POST', '/api/session', { key: null, body: { code } })
}

export function pageOf(service: Client, signedIn: Answer): Page {
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    cookie,
    call: (method, path, { on = service, headers, ...ask } = {}) =>
      on.call(method, path, { key: null, ...ask, headers: { cookie, 'x-palate-request': '1', ...headers } }),
  }
}
