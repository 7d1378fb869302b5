import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { WallBox } from './wall-layout.ts'

/** A shorter movement is a click. */
const dragMin = 6

/** The boxes that a rectangle touches, by index. */
export function boxesIn(boxes: readonly WallBox[], area: WallBox): readonly number[] {
  return boxes.flatMap((box, i) => {
    const isApart =
      box.x > area.x + area.width ||
      box.x + box.width < area.x ||
      box.y > area.y + area.height ||
      box.y + box.height < area.y
    return isApart ? [] : [i]
  })
}

/** A rectangle drawn with the mouse over a wall of pictures. Calls `onSelect` with the indices of those it touches. */
export function useMarquee(
  list: RefObject<HTMLElement | null>,
  boxes: readonly WallBox[],
  onSelect: ((indices: readonly number[], isAdding: boolean) => void) | undefined,
) {
  const [area, setArea] = useState<WallBox>()
  const start = useRef<{ x: number; y: number }>(undefined)
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const { left = 0, top = 0 } = list.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  if (!onSelect) return { area: undefined, handlers: {} }
  return {
    area,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' && event.button === 0) start.current = placeOf(event)
      },
      onPointerMove: (event: PointerEvent) => {
        const from = start.current
        if (!from || event.buttons !== 1) return
        const to = placeOf(event)
        if (!area && Math.hypot(to.x - from.x, to.y - from.y) < dragMin) return
        // From here on the pictures get no click.
        if (!area) event.currentTarget.setPointerCapture(event.pointerId)
        const drawn = {
          ...{ x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) },
          ...{ width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) },
        }
        setArea(drawn)
        onSelect(boxesIn(boxes, drawn), event.shiftKey || event.metaKey || event.ctrlKey)
      },
      onPointerUp: () => {
        start.current = undefined
        setArea(undefined)
      },
      onPointerCancel: () => {
        start.current = undefined
        setArea(undefined)
      },
    },
  }
}
