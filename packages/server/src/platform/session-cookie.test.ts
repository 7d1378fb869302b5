import { expect, test } from 'vitest'
import { endedCookie, sessionCookie, sessionIn } from './session-cookie.ts'

test.each([
  [false, '', 'palate_session=t; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict'],
  [true, '', '__Host-palate_session=t; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure'],
  [false, '/tools', 'palate_session=t; Path=/tools; Max-Age=43200; HttpOnly; SameSite=Strict'],
  [true, '/tools', '__Secure-palate_session=t; Path=/tools; Max-Age=43200; HttpOnly; SameSite=Strict; Secure'],
])('the cookie of a session, over https: %s, below "%s"', (isSecure, basePath, cookie) => {
  expect(sessionCookie('t', {}, isSecure, { basePath })).toBe(cookie)
  expect(endedCookie(isSecure, { basePath })).toBe(cookie.replace('=t;', '=;').replace('43200', '0'))
  expect(sessionIn(`a=b;${cookie.split(';')[0]} ;c=d`)).toEqual({ token: 't', isPrefixed: isSecure })
})

test('a cookie that only https can set takes precedence, and other cookies are ignored', () => {
  expect(sessionIn('palate_session=a; __Host-palate_session=b')).toEqual({ token: 'b', isPrefixed: true })
  expect(sessionIn('__host-palate_session=a; not_palate_session=b')).toBeUndefined()
  expect(sessionIn(undefined)).toBeUndefined()
})
