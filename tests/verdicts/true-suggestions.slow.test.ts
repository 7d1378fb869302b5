import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { type AttributeName, attributes, type Pixels } from '@palate/core/taste/attributes.ts'
import { understand } from '@palate/core/taste/constraints.ts'
import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import type { Change } from '@palate/core/taste/verdict/gain.ts'
import { phrases } from '@palate/core/taste/verdict/phrases.ts'
import { defaultLimits } from '@palate/core/taste/verdict/threshold.ts'
import { verdictOf } from '@palate/core/taste/verdict/verdict.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../../fitting/seeded.ts'
import { edits } from '../../fitting/suggestions/edits.ts'
import { follow } from '../../fitting/suggestions/follow.ts'
import { featuresOf } from '../../fitting/suggestions/picture-features.ts'
import { drawScene } from './scene.ts'

const sceneCount = 90
const draftsPerProfile = 5
const sentences = ['dark and moody', 'bright, airy and calm', 'vivid colours, no clutter', 'soft and muted', 'warm']
const learner = createLearner(openBuiltinPrior({ kind: 'builtin' }), openBuiltinLikeness({ kind: 'builtin' }))

/** Somebody who cares about one attribute, or about any. */
interface Owner {
  readonly name: string
  readonly attribute?: AttributeName
  readonly wantsMore?: boolean
}

/** One for each suggestion, and some random ones. */
const owners: readonly Owner[] = [
  ...edits.map(({ attribute, wantsMore }) => ({
    ...{ attribute, wantsMore, name: `prefers ${wantsMore ? 'more' : 'less'} ${attribute}` },
  })),
  ...Array.from({ length: 20 }, (_, i) => ({ name: `is random (${i})` })),
]

interface Drawn {
  readonly pixels: Pixels
  readonly features: PictureFeatures
}

const suggestions = attributes.flatMap(({ name }) => [phrases[name].addMore, phrases[name].useLess]).filter(Boolean)

test('every suggestion has an edit of the pixels that follows it', () => {
  expect(new Set(edits.map(phraseOf))).toEqual(new Set(suggestions))
})

describe('a suggestion', async () => {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const drawn: Drawn[] = []
  const followed = new Map<string, number>()

  beforeAll(async () => {
    for (let seed = 0; seed < sceneCount; seed++) {
      const pixels = await drawScene(seed)
      drawn.push({ pixels, features: await featuresOf(embedder, pixels) })
    }
  })
  afterAll(async () => {
    await embedder.close()
    // So that the property is about something.
    expect([...followed.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(80)
    expect(followed.size).toBeGreaterThan(20)
  })

  test.each(owners)('raises the score when it is followed, if the owner $name', async (owner) => {
    const { input, drafts } = profileOf(drawn, owner, seeded(owners.indexOf(owner)))
    const model = learner.learn(input)
    const basis = { tendencies: model.tendencies, rejected: [] }
    for (const { pixels, features } of drafts) {
      const explanation = learner.explain(model, features)
      const asked: Change[] = []
      const verdict = verdictOf(
        ...([basis, defaultLimits, input.wishes, explanation, features.attributes] as const),
        (change) => {
          asked.push(change)
          return learner.gainOf(model, features, explanation, change)
        },
      )
      for (const suggestion of verdict.suggestions) {
        const edit = edits.find((one) => phraseOf(one) === suggestion)
        const change = asked.find((one) => phraseOf(one) === suggestion)
        const edited = edit && change && (await follow(pixels, edit, change.wanted))
        if (!edited) continue
        followed.set(suggestion, (followed.get(suggestion) ?? 0) + 1)
        const score = learner.predict(model, await featuresOf(embedder, edited))
        expect(score, `${suggestion} (${input.dimension})`).toBeGreaterThan(explanation.probability)
      }
    }
  })
})

function phraseOf({ attribute, wantsMore }: Omit<Change, 'wanted'>): string | undefined {
  return phrases[attribute][wantsMore ? 'addMore' : 'useLess']
}

/**
 * Somebody who prefers pictures by one, two or all attributes, labels some, and perhaps says something else. An owner
 * who cares about one given attribute says nothing.
 */
function profileOf(drawn: readonly Drawn[], owner: Owner, random: () => number) {
  const of = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
  const cared = of([1, 1, 2, 2, attributes.length])
  const factors = owner.attribute
    ? new Map([[owner.attribute, owner.wantsMore ? 1 : -1]])
    : new Map(Array.from({ length: cared }, () => [of(attributes).name, random() < 0.5 ? -1 : 1]))
  const utilityOf = ({ features }: Drawn) =>
    [...factors].reduce((sum, [name, factor]) => sum + factor * percentileRank(name, features.attributes[name]), 0)
  const ascending = drawn
    .map((one) => ({ one, utility: utilityOf(one), draw: random() }))
    .sort((a, b) => a.utility - b.utility)
  const shuffled = (from: number, to: number) =>
    ascending
      .slice(from, to)
      .sort((a, b) => a.draw - b.draw)
      .map(({ one }) => one)
  const third = Math.floor(drawn.length / 3)
  const count = owner.attribute ? 12 : of([3, 6, 12, 20])
  const [low, high] = [shuffled(0, third), shuffled(drawn.length - third, drawn.length)]
  const labelled = [
    ...low.slice(0, count).map(({ features }) => ({ features, good: random() < 0.05 })),
    ...high.slice(0, count).map(({ features }) => ({ features, good: random() >= 0.05 })),
  ]
  const input: FitInput = {
    dimension: of(['aesthetics', 'aesthetics', 'likeness', 'calm']),
    wishes: !owner.attribute && random() < 0.4 ? understand({ answer: of(sentences) }).wishes : [],
    pictures: labelled.map(({ features }) => features),
    labels: labelled.map(({ good }, picture) => ({ picture, good, weight: 1, elementId: `e${picture}` })),
    comparisons: [],
  }
  return { input, drafts: low.slice(count, count + draftsPerProfile) }
}
