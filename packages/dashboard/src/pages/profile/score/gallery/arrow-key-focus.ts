import type { KeyboardEvent } from 'react'

/** Arrow keys move the focus: by one, or to the row above or below. */
export function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const cards = [...(list?.querySelectorAll<HTMLElement>('[data-gallery-item]') ?? [])]
  const at = cards.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: inNextRow(cards, at, 1),
    ArrowUp: inNextRow(cards, at, -1),
    Home: 0,
    End: cards.length - 1,
  }[event.key]
  if (to === undefined) return
  event.preventDefault()
  cards[to]?.focus()
}

function inNextRow(cards: readonly HTMLElement[], at: number, direction: 1 | -1): number {
  const from = cards[at]?.getBoundingClientRect()
  if (!from) return at
  let best = at
  let row: number | undefined
  for (let i = at + direction; i >= 0 && i < cards.length; i += direction) {
    const rect = cards[i]?.getBoundingClientRect()
    if (!rect || Math.abs(rect.top - from.top) < 2) continue
    row ??= rect.top
    if (Math.abs(rect.top - row) > 2) break
    const distance = Math.abs(rect.left - from.left)
    const bestDistance = best === at ? Infinity : Math.abs((cards[best]?.getBoundingClientRect().left ?? 0) - from.left)
    if (distance < bestDistance) best = i
  }
  return best
}
