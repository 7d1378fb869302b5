import { expect, test } from 'vitest'
import { emailIn, groupsIn, nameIn, parseRoleRules, rightsOf } from './sign-on.ts'

const rules = parseRoleRules('leads=owner, designers = x=editor@site+shop,agency=editor@web, *=viewer')

test('rules are pairs of a group and a role, which may be limited to projects', () => {
  expect(rules).toEqual([
    { group: 'leads', role: 'owner', projects: null },
    { group: 'designers = x', role: 'editor', projects: ['site', 'shop'] },
    { group: 'agency', role: 'editor', projects: ['web'] },
    { group: null, role: 'viewer', projects: null },
  ])
})

test.each([
  'leads',
  'leads=',
  '=owner',
  'leads=admin',
  'leads=owner@',
  'leads=owner@a b',
  'leads=owner@a++b',
  'cn=a,dc=b',
])('is no rule: %s', (text) => {
  expect(() => parseRoleRules(text)).toThrow(RangeError)
})

test('the highest role counts, in the projects of its rules', () => {
  expect(rightsOf(['agency', 'designers = x'], rules)).toEqual({ role: 'editor', projects: ['site', 'shop', 'web'] })
  expect(rightsOf(['agency', 'leads'], rules)).toEqual({ role: 'owner', projects: null })
  expect(rightsOf(['*', 'Leads'], rules)).toEqual({ role: 'viewer', projects: null })
  expect(rightsOf(['others'], rules.slice(0, 3))).toBeUndefined()
})

test('groups are a list or a name, in a claim or at a path', () => {
  expect(groupsIn({ groups: ['a', 1, null, 'b'] }, 'groups')).toEqual(['a', 'b'])
  expect(groupsIn({ groups: 'a' }, 'groups')).toEqual(['a'])
  expect(groupsIn({ 'https://example.com/groups': ['a'] }, 'https://example.com/groups')).toEqual(['a'])
  expect(groupsIn({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a'])
  expect(groupsIn({ groups: { a: true } }, 'groups')).toEqual([])
  expect(groupsIn({}, 'constructor.name')).toEqual([])
})

test('a new person has a name that can be stored, and an e-mail address if there is one', () => {
  expect(nameIn({ name: '  ', preferred_username: ' ada ' }, 'sub')).toBe('ada')
  expect(nameIn({ name: 7, email: 'ada@example.com' }, 'sub')).toBe('ada@example.com')
  expect(nameIn({}, 'sub')).toBe('sub')
  expect(nameIn({ name: 'a\0b\ud800' }, 'sub')).toBe('ab\ufffd')
  expect(Array.from(nameIn({ name: '😀'.repeat(300) }, 'sub'))).toHaveLength(255)
  expect(emailIn({ email: 'ada@example.com' })).toBe('ada@example.com')
  for (const email of ['ada', 7, `${'x'.repeat(250)}@b.de`, 'a b@c.de', 'a\0@b.de'])
    expect(emailIn({ email })).toBeUndefined()
})
