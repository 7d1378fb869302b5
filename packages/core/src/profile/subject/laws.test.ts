import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAnnotations, sentAnnotations } from '../annotations/place-annotations.ts'
import { diffStates } from '../history/diff.ts'
import { mergeStates } from '../merge/merge.ts'
import { baseOf } from '../merge/merge-base.ts'
import { byKind, type Element, type ElementKind, type ElementLists, elementKinds, type SentElement } from '../schema.ts'
import { overlay } from '../snapshot.ts'
import { contradictionsIn } from './contradictions.ts'
import { type IdentifyPicture, judgementsOf, personOf } from './subject.ts'

// Few pictures, questions, verdicts and people, so that judgements often meet. `a2` has the same content as `a`.
const identify: IdentifyPicture = (source) => ('url' in source ? source.url : source.frameId).replace('2', '')
const frame = fc.constantFrom('a', 'a2', 'b', 'c')
const dimension = fc.constantFrom(undefined, 'aesthetics', 'mood')
const by = fc.constantFrom(undefined, 'per_ann', 'per_ben')
const sentOf: { readonly [kind in ElementKind]: fc.Arbitrary<SentElement> } = {
  constraints: fc.record({
    question: fc.constantFrom('Warm?', ' warm? ', 'Light?', undefined),
    answer: fc.constantFrom('yes', 'no'),
    dimension,
    by,
  }),
  exemplars: fc.record({ url: frame, label: fc.constantFrom('good', 'bad'), dimension, by }),
  comparisons: fc
    .record({
      frameA: frame,
      frameB: frame,
      isFirst: fc.boolean(),
      repeat: fc.constantFrom(undefined, true),
      dimension,
      by,
    })
    .map(({ isFirst, ...pair }) => ({ ...pair, winner: isFirst ? pair.frameA : pair.frameB })),
}
const ids = ['1', '2', '3', '4', '5']
const state: fc.Arbitrary<ElementLists> = fc.record(
  byKind((kind) =>
    fc.uniqueArray(
      fc.tuple(fc.constantFrom(...ids), sentOf[kind]).map(([id, sent]): Element => ({ ...sent, id })),
      { selector: ({ id }) => id, maxLength: 5 },
    ),
  ),
)
const sent = fc.constantFrom(...elementKinds).chain((kind) => sentOf[kind].map((element) => ({ kind, element })))

/** Teaches one element without an id, as the service does. */
function teach(head: ElementLists, working: ElementLists, kind: ElementKind, element: SentElement): ElementLists {
  const [annotation] = sentAnnotations(kind, [element])
  if (!annotation) throw new Error('nothing was sent')
  const read = judgementsOf(head, identify)
  const judgement = read(kind, annotation.element)
  const sameIn = (lists: ElementLists) =>
    lists[kind].flatMap((one) => {
      const other = read(kind, one)
      return other?.about === judgement?.about && !other?.isRepeat ? one.id : []
    })
  const same = judgement &&
    !judgement.isRepeat && { key: judgement.about, working: sameIn(working), committed: sameIn(head) }
  const known = {
    find: (id: string) => working[kind].find((one) => one.id === id),
    isCommitted: (id: string) => head[kind].some((one) => one.id === id),
  }
  const unused = String(working[kind].length)
  const [placed] = placeAnnotations([annotation], [same || undefined], known, unused)
  const changed = { ...annotation.element, id: placed?.id ?? '' }
  return overlay(working, { ...nothing, [kind]: [changed] })
}

const nothing: ElementLists = { constraints: [], exemplars: [], comparisons: [] }

/** What a state says, without regard to ids: about which things, and what. */
function saidIn(lists: ElementLists): readonly string[] {
  const read = judgementsOf(lists, identify)
  return elementKinds.flatMap((kind) =>
    lists[kind].map((element) => {
      const judgement = read(kind, element)
      return `${kind} ${judgement ? `${judgement.about} ${judgement.says} ${judgement.isRepeat}` : element.id}`
    }),
  )
}

/** Judgements by what they are about, without repeats, as `kind about`. */
function bySubject(lists: ElementLists): ReadonlyMap<string, readonly Element[]> {
  const read = judgementsOf(lists, identify)
  const judged = elementKinds.flatMap((kind) =>
    lists[kind].flatMap((element) => {
      const judgement = read(kind, element)
      return judgement && !judgement.isRepeat ? [{ subject: `${kind} ${judgement.about}`, element }] : []
    }),
  )
  const groups = Map.groupBy(judged, ({ subject }) => subject)
  return new Map(Array.from(groups, ([subject, same]) => [subject, same.map(({ element }) => element)]))
}

describe('teaching', () => {
  it('the same thing twice is like teaching it once', () => {
    fc.assert(
      fc.property(state, sent, (head, { kind, element }) => {
        const once = teach(head, nothing, kind, element)
        expect(teach(head, once, kind, element)).toEqual(once)
      }),
    )
  })

  it('two judgements about the same thing leaves the second one', () => {
    fc.assert(
      fc.property(sent, fc.array(sent), ({ kind, element }, more) => {
        let working = teach(nothing, nothing, kind, element)
        for (const one of more) working = teach(nothing, working, one.kind, one.element)
        const last = teach(nothing, working, kind, element)
        const [annotation] = sentAnnotations(kind, [element])
        const own = annotation && judgementsOf(last, identify)(kind, annotation.element)
        if (!own || own.isRepeat) return
        const left = bySubject(last).get(`${kind} ${own.about}`) ?? []
        expect(left.map(({ id: _, ...content }) => content)).toEqual([{ ...element }])
      }),
    )
  })

  it('never judges one thing twice, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 20 }), (all) => {
        const working = all.reduce((lists, { kind, element }) => teach(nothing, lists, kind, element), nothing)
        expect([...bySubject(working).values()].filter((same) => same.length > 1)).toEqual([])
      }),
    )
  })
})

describe('a comparison', () => {
  it('with its frames swapped is about the same thing and says the same', () => {
    fc.assert(
      fc.property(state, sentOf.comparisons, ({ exemplars }, pair) => {
        const read = judgementsOf({ exemplars }, identify)
        const swapped = { ...pair, frameA: pair.frameB, frameB: pair.frameA }
        expect(read('comparisons', { ...swapped, id: 'b' })).toEqual(read('comparisons', { ...pair, id: 'a' }))
      }),
    )
  })
})

describe('merging', () => {
  it('never gives two judgements about one thing unless one of the sides has them', () => {
    fc.assert(
      fc.property(state, state, state, fc.constantFrom('ours', 'theirs'), (base, ours, theirs, strategy) => {
        const merged = mergeStates(baseOf(base), ours, theirs, strategy, {}, identify).state
        const has = (side: ElementLists, elements: readonly Element[], subject: string) => {
          const there = bySubject(side).get(subject) ?? []
          return elements.every(({ id }) => there.some((one) => one.id === id))
        }
        for (const [subject, same] of bySubject(merged)) {
          if (same.length > 1) expect(has(ours, same, subject) || has(theirs, same, subject)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('with sides and strategy swapped says the same', () => {
    fc.assert(
      fc.property(state, state, state, (base, a, b) => {
        const there = mergeStates(baseOf(base), a, b, 'ours', {}, identify).state
        const back = mergeStates(baseOf(base), b, a, 'theirs', {}, identify).state
        expect(saidIn(there).toSorted()).toEqual(saidIn(back).toSorted())
      }),
      { numRuns: 1000 },
    )
  })

  it('with an unchanged side gives the other', () => {
    fc.assert(
      fc.property(state, state, (base, changed) => {
        expect(mergeStates(baseOf(base), changed, base, 'fail', {}, identify)).toEqual({
          state: changed,
          conflicts: [],
        })
        const theirs = mergeStates(baseOf(base), base, changed, 'fail', {}, identify)
        expect(theirs.conflicts).toEqual([])
        expect(saidIn(theirs.state).toSorted()).toEqual(saidIn(changed).toSorted())
      }),
      { numRuns: 1000 },
    )
  })

  it('settles every conflict with a resolution for its id', () => {
    fc.assert(
      fc.property(state, state, state, fc.constantFrom('ours', 'theirs'), (base, ours, theirs, side) => {
        const { conflicts } = mergeStates(baseOf(base), ours, theirs, 'fail', {}, identify)
        const resolutions = byKind((kind) =>
          Object.fromEntries(conflicts.filter((one) => one.kind === kind).map(({ id }) => [id, side])),
        )
        const resolved = mergeStates(baseOf(base), ours, theirs, 'fail', resolutions, identify)
        expect(resolved.conflicts).toEqual([])
        expect(resolved.state).toEqual(mergeStates(baseOf(base), ours, theirs, side, {}, identify).state)
      }),
    )
  })
})

/** The judgements of one person, or the team's own. */
function judgedBy(lists: ElementLists, person: string | undefined): ElementLists {
  return byKind((kind) => lists[kind].filter((element) => personOf(element) === person))
}

/** The same elements under ids that no other person's elements have. */
function withOwnIds(lists: ElementLists): ElementLists {
  return byKind((kind) => lists[kind].map((element) => ({ ...element, id: `${personOf(element)} ${element.id}` })))
}

describe('the judgements of two people', () => {
  it('are all there after a merge of the one with the other, without a conflict', () => {
    fc.assert(
      fc.property(state, state, state, (base, one, other) => {
        const [ann, ben] = [judgedBy(withOwnIds(one), 'per_ann'), judgedBy(withOwnIds(other), 'per_ben')]
        const start = judgedBy(withOwnIds(base), undefined)
        const [ours, theirs] = [overlay(start, ann), overlay(start, ben)]
        const merged = mergeStates(baseOf(start), ours, theirs, 'fail', {}, identify)
        expect(merged.conflicts).toEqual([])
        expect(saidIn(merged.state).toSorted()).toEqual(saidIn(overlay(ours, theirs)).toSorted())
      }),
      { numRuns: 1000 },
    )
  })

  it('are lost in no merge whose other side left them as they were', () => {
    fc.assert(
      fc.property(state, state, fc.constantFrom('ours', 'theirs'), (base, ours, strategy) => {
        const changed = overlay(judgedBy(withOwnIds(ours), 'per_ann'), judgedBy(withOwnIds(base), 'per_ben'))
        const start = judgedBy(withOwnIds(base), 'per_ben')
        const other = judgedBy(withOwnIds(base), 'per_ann')
        const merged = mergeStates(baseOf(start), changed, overlay(start, other), strategy, {}, identify).state
        const ben = (lists: ElementLists) => saidIn(judgedBy(lists, 'per_ben')).toSorted()
        expect(ben(merged)).toEqual(ben(start))
      }),
      { numRuns: 1000 },
    )
  })

  it('never contradict each other', () => {
    fc.assert(
      fc.property(state, (judged) => {
        for (const { kind, elements } of contradictionsIn(judged, identify)) {
          const people = judged[kind].filter(({ id }) => elements.includes(id)).map(personOf)
          expect(new Set(people).size).toBe(1)
        }
      }),
    )
  })
})

describe('a diff', () => {
  it('never lists a thing as both added and removed', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const diff = diffStates(from, to, identify)
        for (const kind of elementKinds) {
          const added = bySubject({ ...to, ...nothing, exemplars: to.exemplars, [kind]: diff[kind].added })
          const removed = bySubject({ ...from, ...nothing, exemplars: from.exemplars, [kind]: diff[kind].removed })
          const both = [...added.keys()].filter((subject) => subject.startsWith(kind) && removed.has(subject))
          expect(both).toEqual([])
        }
      }),
    )
  })
})
