import { describe, expect, it } from 'vitest'
import { createProfile } from '../create.ts'
import { type ElementKind, type ElementLists, elementsPerListMax } from '../schema.ts'
import { annotationsPerRequestMax } from './annotation-limit.ts'
import { NewAnnotations } from './annotation-operations.ts'
import { annotate, takeBack } from './annotations.ts'

const now = '2026-01-02T00:00:00.000Z'
const { profile } = createProfile({ projectId: 'p', name: 'n' }, 'prof_1', '2026-01-01T00:00:00.000Z')
const none: ElementLists = { constraints: [], exemplars: [], comparisons: [] }

/** Working changes with these constraints. */
function working(constraints: ElementLists['constraints'], count = constraints.length) {
  const find = (kind: ElementKind, id: string) =>
    kind === 'constraints' ? constraints.find((one) => one.id === id) : undefined
  const cost = (kind: ElementKind, id: string) => (find(kind, id) ? 1 : 0)
  return { find, cost, counts: { constraints: count, exemplars: 0, comparisons: 0 } }
}

describe('annotations', () => {
  it('use budget for new elements but not for replaced or repeated ones', () => {
    const constraints = [{ id: 'same' }, { id: 'other', answer: 1 }, { id: 'new' }]
    const known = working([{ id: 'same' }, { id: 'other', answer: 0 }])
    const { changed, profile: after, events } = annotate(profile, known, { ...none, constraints }, now)
    expect(changed).toEqual({ ...none, constraints: constraints.slice(1) })
    expect(after).toMatchObject({ updatedAt: now, budget: { questions: { used: 1, total: 20 } } })
    expect(events.map(({ type }) => type)).toEqual(['profile.updated'])
    expect(annotate(profile, known, { ...none, constraints: [{ id: 'same' }] }, now)).toEqual({
      profile,
      changed: none,
      free: { constraints: new Set(), exemplars: new Set(), comparisons: new Set() },
      events: [],
    })
  })

  it('are refused if a list of the working changes would be too long', () => {
    const full = working([{ id: 'known', answer: 0 }], elementsPerListMax)
    const add = (id: string) => annotate(profile, full, { ...none, constraints: [{ id }] }, now)
    expect(() => add('new')).toThrow(`more than ${elementsPerListMax}`)
    expect(add('known').changed.constraints).toEqual([{ id: 'known' }])
    const nearlyFull = working([], elementsPerListMax - 1)
    expect(annotate(profile, nearlyFull, { ...none, constraints: [{ id: 'new' }] }, now).events).toHaveLength(1)
  })

  it('are limited to 1,000 in one request', () => {
    const elements = (count: number) => Array.from({ length: count }, () => ({}))
    const lists = { constraints: elements(1), exemplars: elements(annotationsPerRequestMax - 1) }
    expect(NewAnnotations.safeParse(lists).success).toBe(true)
    expect(NewAnnotations.safeParse({ ...lists, comparisons: elements(1) }).success).toBe(false)
    expect(NewAnnotations.safeParse({}).success).toBe(false)
  })

  it('use nothing if they are free, and what the element that they replace has used', () => {
    const free = { constraints: new Set(['new', 'mark']), exemplars: new Set<string>(), comparisons: new Set<string>() }
    const elements = { ...none, constraints: [{ id: 'new' }, { id: 'mark', removed: true }, { id: 'paid', answer: 1 }] }
    const known = working([{ id: 'paid' }])
    const { profile: after, free: used } = annotate(profile, known, elements, now, free)
    expect([after.budget.questions.used, [...used.constraints]]).toEqual([0, ['new', 'mark']])
    const unpaid = { ...known, cost: () => 0 }
    const replaced = { ...none, constraints: [{ id: 'paid', answer: 1 }] }
    expect([...annotate(profile, unpaid, replaced, now).free.constraints]).toEqual(['paid'])
  })

  it('return their budget when they are removed', () => {
    const spent = { ...profile, budget: { ...profile.budget, questions: { used: 1, total: 20 } } }
    const used = (cost: number, from = spent) =>
      takeBack(from, { constraints: cost, exemplars: 0, comparisons: 0 }, now).profile.budget.questions.used
    expect([used(1), used(0), used(1, profile)]).toEqual([0, 1, 0])
  })
})
