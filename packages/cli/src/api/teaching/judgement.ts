import { randomUUID } from 'node:crypto'
import type { Palate } from '@palate/client'

/** A judgement. The ids of its elements identify it on this machine; most are sent without them. */
export interface Judgement {
  /** A description, such as "a.png over b.png". */
  readonly words: string
  readonly elements: Elements
  /** A file to upload first. Exemplars without a URL get its URL. */
  readonly file?: string
}

export interface Elements {
  readonly constraints?: readonly Element[]
  readonly exemplars?: readonly Element[]
  readonly comparisons?: readonly Element[]
}

export type Element = { readonly id: string } & Readonly<Record<string, unknown>>

/** A picture that can be judged. Without a URL, it can only be compared. */
export interface JudgedFrame {
  readonly id: string
  readonly url: string | null
  readonly name: string
}

type Annotations = Parameters<Palate['annotations']['add']>[1]

/** Identifies a judgement on this machine. */
export function keyOf({ elements }: Judgement): string {
  return Object.values(elements)
    .flat()
    .map(({ id }) => id)
    .join(' ')
}

/**
 * Without ids, elements replace earlier judgements about the same things, and sending them twice changes nothing. A
 * repeated comparison replaces nothing, so it keeps its id.
 */
export function withoutIds(elements: Elements): Annotations {
  const lists = Object.entries(elements).map(([list, judgements]) => [
    list,
    (judgements as readonly Element[]).map(({ id, ...content }) =>
      content.repeat === true ? { id, ...content } : content,
    ),
  ])
  return Object.fromEntries(lists)
}

export interface ComparisonOptions {
  readonly dimension?: string | undefined
  /** The pair was judged before and is asked again on purpose. */
  readonly repeat?: true | undefined
}

/** `frameA` is the picture shown on the left. */
export function comparison(
  a: JudgedFrame,
  b: JudgedFrame,
  winner: 'a' | 'b' | 'tie',
  { dimension, repeat }: ComparisonOptions = {},
): Judgement {
  const [better, worse] = winner === 'b' ? [b, a] : [a, b]
  return {
    words: winner === 'tie' ? `${a.name} and ${b.name} tie` : `${better.name} over ${worse.name}`,
    elements: {
      comparisons: [
        {
          id: newId('cmp'),
          frameA: reference(a),
          frameB: reference(b),
          winner: winner === 'tie' ? 'tie' : better.id,
          ...(dimension !== undefined && { dimension }),
          ...(repeat && { repeat }),
        },
      ],
    },
  }
}

export function labels(frames: readonly JudgedFrame[], label: 'good' | 'bad', dimension?: string): Judgement {
  return {
    words: `${frames.map(({ name }) => name).join(' and ')}: ${label}`,
    elements: {
      exemplars: frames.map(({ id, url, name }) => ({
        id: newId('ex'),
        label,
        ...(url !== null && { url, frameId: id }),
        name,
        ...(dimension !== undefined && { dimension }),
      })),
    },
  }
}

/** A file on this machine, which is uploaded when the judgement is sent. */
export function fileLabel(file: string, name: string, label: 'good' | 'bad', dimension?: string): Judgement {
  return { ...labels([{ id: '', url: null, name }], label, dimension), file }
}

export interface AskedQuestion {
  readonly id?: string
  readonly category?: string
  readonly question: string
}

export function answer({ id, category, question }: AskedQuestion, text: string, dimension?: string): Judgement {
  return {
    words: `${question} ${text}`,
    elements: {
      constraints: [
        {
          id: newId('ans'),
          ...(id !== undefined && { questionId: id }),
          ...(category !== undefined && { category }),
          question,
          answer: text,
          ...(dimension !== undefined && { dimension }),
        },
      ],
    },
  }
}

function reference({ id, url }: JudgedFrame): string | { readonly id: string; readonly url: string } {
  return url === null ? id : { id, url }
}

function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}
