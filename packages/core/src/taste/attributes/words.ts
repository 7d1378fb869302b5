import { type AttributeName, attributes } from './catalogue.ts'
import { type Kind, kindOf, rankAmongKind } from './kinds.ts'

type Measured = Readonly<Record<AttributeName, number>>
type Words = readonly [low: string, high: string]

/** What people call a picture of one kind, where the words of the catalogue belong to the other. */
const wordsByKind: Readonly<Record<Kind, Partial<Record<AttributeName, Words>>>> = {
  photograph: {
    white_space: ['filled to the edges', 'with empty areas'],
    figure_ground_contrast: ['faint', 'with clear outlines'],
    straightness: ['of organic shapes', 'of straight lines'],
  },
  screen: {
    shadows: ['free of dark areas', 'full of dark areas'],
    edge_density: ['sparse in detail', 'dense in detail'],
    texture: ['flat', 'textured'],
    sharpness: ['soft-edged', 'crisp'],
    white_space: ['dense', 'spacious'],
    text_density: ['short on text', 'text-heavy'],
    straightness: ['of round shapes', 'rectilinear'],
  },
}

/** Nobody describes pictures of the kind by these: lines of text and a grid are parts of screens, the thirds of photographs. */
const unusedByKind: Readonly<Record<Kind, ReadonlySet<AttributeName>>> = {
  photograph: new Set(['text_density', 'grid_alignment']),
  screen: new Set(['thirds_energy']),
}

const catalogued = new Map(attributes.map(({ name, low, high }) => [name, [low, high] satisfies Words]))

export function isUsedFor(attribute: AttributeName, kind: Kind | undefined): boolean {
  return kind === undefined || !unusedByKind[kind].has(attribute)
}

/** What to call a picture of a kind that has much of an attribute, or little. */
export function wordFor(attribute: AttributeName, isMuch: boolean, kind: Kind | undefined): string {
  const [low, high] = (kind && wordsByKind[kind][attribute]) ?? (catalogued.get(attribute) as Words)
  return isMuch ? high : low
}

/** A picture is called bright if it is brighter than this share of its kind, and dark if it is darker. */
const rankMin = 0.6
/** What is said in strong words has to be as rare as this. */
const strongRankMin = 0.85

/** Words for the extremes, with what to say instead of a picture that is only on their side. */
const milder: ReadonlyMap<string, string> = new Map([
  ['nearly colourless', 'restrained in colour'],
  ['free of deep shadows', 'light on shadows'],
  ['full of deep shadows', 'with deep shadows'],
  ['free of dark areas', 'with few dark areas'],
  ['full of dark areas', 'with dark areas'],
  ['free of glaring colours', 'low on glaring colours'],
  ['neon', 'with glaring colours'],
  ['free of pastels', 'low on pastels'],
  ['pastel', 'with pastel colours'],
  ['without text', 'short on text'],
  ['text-heavy', 'rich in text'],
  ['full of edges', 'rich in outlines'],
  ['filled to the edges', 'mostly filled'],
  ['of one hue', 'of few hues'],
  ...['red', 'yellow or orange', 'green', 'blue', 'purple'].map(
    (colour) => [`without ${colour}`, `with little ${colour}`] as const,
  ),
])

/** What a picture is like among pictures of its kind; undefined if that is nothing special. */
export function describe(attribute: AttributeName, measured: Measured) {
  const kind = kindOf([measured])
  const rank = rankAmongKind(attribute, measured)
  const isMuch = rank > 0.5
  const distance = Math.max(rank, 1 - rank)
  if (!isUsedFor(attribute, kind) || distance < rankMin) return undefined
  const word = wordFor(attribute, isMuch, kind)
  return { isMuch, rank, word: distance < strongRankMin ? (milder.get(word) ?? word) : word }
}
