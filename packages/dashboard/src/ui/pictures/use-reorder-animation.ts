import { type RefObject, useLayoutEffect, useRef } from 'react'

const moveMs = 450

/**
 * Animates the children of a list to their new positions when `order` changes. Children are identified by `data-id`.
 * With reduced motion they jump.
 */
export function useReorderAnimation(list: RefObject<HTMLElement | null>, order: string): void {
  const rects = useRef<ReadonlyMap<string, DOMRect>>(new Map())
  // Measure only when the order changes.
  useLayoutEffect(() => {
    const children = [...(list.current?.children ?? [])].filter((child) => child instanceof HTMLElement)
    const now = new Map(children.map((child) => [child.dataset.id ?? '', rectIn(list.current, child)]))
    if (!prefersReducedMotion()) {
      for (const child of children) {
        const from = rects.current.get(child.dataset.id ?? '')
        const to = now.get(child.dataset.id ?? '')
        if (from && to) glide(child, from.x - to.x, from.y - to.y)
      }
    }
    rects.current = now
  }, [order])
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The position relative to the list, so that scrolling does not count as a move. */
function rectIn(list: HTMLElement | null, child: HTMLElement): DOMRect {
  const { x = 0, y = 0 } = list?.getBoundingClientRect() ?? {}
  const rect = child.getBoundingClientRect()
  return new DOMRect(rect.x - x, rect.y - y, rect.width, rect.height)
}

function glide(child: HTMLElement, x: number, y: number): void {
  if (x === 0 && y === 0) return
  child.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], {
    duration: moveMs,
    easing: 'cubic-bezier(0.3, 0.7, 0.2, 1)',
  })
}
