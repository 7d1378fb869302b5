import { randomUUID } from 'node:crypto'
import type { Action, ElementName } from '../../journal.ts'

/** A judgement: elements with ids, so that sending them twice adds them once. */
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

const lists = ['constraints', 'exemplars', 'comparisons'] as const

export function elementsOf({ elements }: Judgement): readonly ElementName[] {
  return lists.flatMap((list) => (elements[list] ?? []).map(({ id }) => ({ list, id })))
}

export function actionOf(judgement: Judgement): Action {
  return { kind: 'judge', elements: elementsOf(judgement) }
}

/** `frameA` is the picture shown on the left. */
export function comparison(a: JudgedFrame, b: JudgedFrame, winner: 'a' | 'b' | 'tie', dimension?: string): Judgement {
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
