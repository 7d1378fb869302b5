import { seededRandom } from '../generic/seeded-random.ts'

/** A picture of the library with the embedding of its content. */
export interface EmbeddedFrame {
  readonly id: string
  readonly name: string | null
  /** See capture-time.ts. */
  readonly takenAt: string | null
  readonly embedding: Float32Array
}

/**
 * The squared distance of two pictures, as a share of that of two random pictures of the project: screens of one product
 * resemble each other more than photographs do. Nearly identical pictures are the same one compressed, brightened or
 * cropped by a few percent.
 */
export const nearlyIdentical = 0.07
/**
 * The same for pictures of one burst: taken within a few seconds, or in files numbered in sequence, such as IMG_0012.jpg and
 * IMG_0013.jpg.
 */
export const sameScene = 0.3
/** The squared distance of two random pictures while only a few are known, which counts as this many pictures. */
const [usualDistance, usualCounts] = [0.5, 8] as const
/** Cameras number a burst without gaps; a person may have deleted a frame of it. */
const gapMax = 2
export const burstGapMsMax = 3000

/** Embeddings are compared in this many numbers, which keep a distance to about a tenth. */
const sketchLength = 192

interface Member {
  readonly id: string
  readonly name: string | null
  readonly takenMs: number | undefined
  readonly sketch: Float32Array
}

/**
 * Finds stacks among frames that are added sorted by `byFileName`. A frame belongs to the first stack whose first frame it
 * nearly equals, or to that of an earlier one if both are of one burst. So a row of pictures, each a little different from
 * the one before, is a stack only if it was taken as one.
 */
export class Stacks {
  readonly #members: Member[] = []
  readonly #sum = new Float64Array(sketchLength)
  #squares = 0
  readonly #sketch = sketcher()

  add({ id, name, takenAt, embedding }: EmbeddedFrame): void {
    const sketch = this.#sketch(embedding)
    for (let i = 0; i < sketchLength; i++) this.#sum[i] = (this.#sum[i] as number) + (sketch[i] as number)
    this.#squares += sketch.reduce((sum, value) => sum + value * value, 0)
    this.#members.push({ id, name, takenMs: takenAt === null ? undefined : Date.parse(`${takenAt}Z`), sketch })
  }

  /** The ids of each stack of two or more frames. Yields after every frame, because thousands take long. */
  *find(): Generator<undefined, readonly (readonly string[])[]> {
    const usual = this.#distance()
    const stacks: Member[][] = []
    const moments = new Moments()
    let before: Stacked | undefined
    for (const member of this.#members) {
      const isOfScene = (other: Stacked) => isNear(other.member, member, sameScene * usual)
      const isNext = before && areInSequence(before.member.name, member.name) && isOfScene(before)
      const found =
        (isNext ? before : moments.near(member).find(isOfScene))?.stack ??
        stacks.find(([first]) => first && isNear(first, member, nearlyIdentical * usual))
      const stack = found ?? []
      if (!found) stacks.push(stack)
      stack.push(member)
      before = { member, stack }
      moments.add(before)
      yield
    }
    return stacks.flatMap((stack) => (stack.length > 1 ? [stack.map(({ id }) => id)] : []))
  }

  /** The mean squared distance of two of the pictures is twice their variance. */
  #distance(): number {
    const count = this.#members.length
    const squaredMean = this.#sum.reduce((sum, value) => sum + (value / Math.max(1, count)) ** 2, 0)
    const own = Math.max(0, 2 * (this.#squares / Math.max(1, count) - squaredMean))
    return (count * own + usualCounts * usualDistance) / (count + usualCounts)
  }
}

interface Stacked {
  readonly member: Member
  readonly stack: Member[]
}

/** Frames by when they were taken. */
class Moments {
  readonly #bySpan = new Map<number, Stacked[]>()

  add(stacked: Stacked): void {
    const { takenMs } = stacked.member
    if (takenMs === undefined) return
    const span = Math.floor(takenMs / burstGapMsMax)
    const same = this.#bySpan.get(span)
    if (same) same.push(stacked)
    else this.#bySpan.set(span, [stacked])
  }

  /** Those taken a few seconds before or after it. */
  near({ takenMs }: Member): readonly Stacked[] {
    if (takenMs === undefined) return []
    const span = Math.floor(takenMs / burstGapMsMax)
    const around = [span - 1, span, span + 1].flatMap((one) => this.#bySpan.get(one) ?? [])
    return around.filter(({ member }) => Math.abs((member.takenMs ?? 0) - takenMs) <= burstGapMsMax)
  }
}

const collator = new Intl.Collator('en', { numeric: true })

/** In the order of a camera's numbers. */
export function byFileName(one: Pick<EmbeddedFrame, 'name'>, other: Pick<EmbeddedFrame, 'name'>): number {
  return collator.compare(one.name ?? '', other.name ?? '')
}

function areInSequence(before: string | null, name: string | null): boolean {
  const [first, second] = [before, name].map(numbered)
  if (!first || !second || first.prefix !== second.prefix) return false
  const step = second.number - first.number
  return step > 0 && step <= gapMax
}

/** The last number of a file name, and what precedes it. */
function numbered(name: string | null | undefined) {
  const [, prefix = '', digits] = /^(.*?)(\d{2,9})(?:\.\w{1,5})?$/.exec(name ?? '') ?? []
  return digits === undefined ? undefined : { prefix, number: Number(digits) }
}

function isNear(one: Member, other: Member, distanceMax: number): boolean {
  let distance = 0
  for (let i = 0; i < sketchLength; i++) {
    const difference = (one.sketch[i] as number) - (other.sketch[i] as number)
    distance += difference * difference
    // Most pictures differ within the first few numbers.
    if (distance > distanceMax) return false
  }
  return true
}

/** Adds up the numbers of an embedding of length 1 in groups, with random signs. */
function sketcher(): (embedding: Float32Array) => Float32Array {
  const random = seededRandom(1)
  const signs: number[] = []
  return (embedding) => {
    while (signs.length < embedding.length) signs.push(random() < 0.5 ? -1 : 1)
    const length = Math.sqrt(embedding.reduce((sum, value) => sum + value * value, 0)) || 1
    const sketch = new Float32Array(sketchLength)
    for (let i = 0; i < embedding.length; i++) {
      const place = i % sketchLength
      sketch[place] = (sketch[place] as number) + ((signs[i] as number) * (embedding[i] as number)) / length
    }
    return sketch
  }
}
