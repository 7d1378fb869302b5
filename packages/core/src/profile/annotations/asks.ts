import { isId } from '../../ids.ts'
import { type ElementKind, elementKinds, type SentElement } from '../schema.ts'

/** How a person can answer which of two pictures suits better. */
export const askChoices = ['first', 'second', 'no difference', 'both good', 'both bad'] as const
export type AskChoice = (typeof askChoices)[number]

/** How long a question can be answered, and its answer read. */
export const askKeptDays = 7
/** A profile has so many questions. A new one replaces the oldest. */
export const asksPerProfileMax = 100

type SentLists = { readonly [kind in ElementKind]: readonly SentElement[] }

/** The elements of a request by the question that they answer. Other values of `askId` belong to clients. */
export function answersIn(elements: SentLists): ReadonlyMap<string, SentLists> {
  const ids = new Set(elementKinds.flatMap((kind) => elements[kind].flatMap((element) => askIdOf(element) ?? [])))
  const only = (kind: ElementKind, id: string) => elements[kind].filter((element) => askIdOf(element) === id)
  return new Map(
    [...ids].map((id) => [
      id,
      {
        constraints: only('constraints', id),
        exemplars: only('exemplars', id),
        comparisons: only('comparisons', id),
      },
    ]),
  )
}

export function askIdOf({ askId }: SentElement): string | undefined {
  return typeof askId === 'string' && isId('ask', askId) ? askId : undefined
}

type Side = 'first' | 'second'

/**
 * The choice that elements express: one comparison of the two pictures, or the same label for both. Undefined if they
 * are about anything else than what was asked. `sideOf` recognises a picture, in the dimension of its judgement.
 */
export function choiceOf(
  { constraints, exemplars, comparisons }: SentLists,
  sideOf: (url: unknown, dimension: unknown) => Side | undefined,
): AskChoice | undefined {
  if (constraints.length > 0) return undefined
  const [comparison, another] = comparisons
  if (comparison && !another && exemplars.length === 0) {
    const { frameA, frameB, winner, dimension } = comparison
    const [a, b] = [frameOf(frameA), frameOf(frameB)]
    const [sideA, sideB] = [sideOf(a?.url, dimension), sideOf(b?.url, dimension)]
    if (!sideA || !sideB || sideA === sideB) return undefined
    if (winner === 'tie') return 'no difference'
    return winner === a?.id ? sideA : winner === b?.id ? sideB : undefined
  }
  const sides = new Set(exemplars.map(({ url, dimension }) => sideOf(url, dimension)))
  const labels = new Set(exemplars.map(({ label }) => label))
  const isBoth = comparisons.length === 0 && exemplars.length === 2 && sides.has('first') && sides.has('second')
  if (!isBoth || labels.size !== 1) return undefined
  return labels.has('good') ? 'both good' : labels.has('bad') ? 'both bad' : undefined
}

function frameOf(frame: unknown): { readonly id?: unknown; readonly url?: unknown } | undefined {
  return typeof frame === 'object' && frame !== null ? frame : undefined
}
