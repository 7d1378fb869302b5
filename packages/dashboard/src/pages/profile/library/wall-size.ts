import { wallGap } from '../../../ui/pictures/wall-layout.ts'

/** The fewest and the most pictures on a screen that can be chosen. */
export const [onScreenMin, onScreenMax] = [10, 240] as const

/** The part of a screen of 1440 × 900 pixels that the wall has, and the shape of most photographs. */
const screen = { width: 1160, height: 780, ratio: 3 / 2 }
const [rowHeightMin, rowHeightMax] = [32, 400] as const
/** Names are not legible under lower pictures. */
const captionedMin = 96
const [captionHeight, taggedCaptionHeight] = [32, 54] as const

export interface WallSize {
  readonly rowHeight: number
  /** 0 if there are no captions. */
  readonly captionHeight: number
}

/** The height of rows with which about this many pictures are on a screen. */
export function wallSizeFor(pictures: number, hasTags: boolean): WallSize {
  let rowHeight: number = rowHeightMin
  while (rowHeight < rowHeightMax && countOnScreen(rowHeight) > pictures) rowHeight += 2
  const caption = hasTags ? taggedCaptionHeight : captionHeight
  return { rowHeight, captionHeight: rowHeight < captionedMin ? 0 : caption }
}

function countOnScreen(rowHeight: number): number {
  const gap = wallGap(rowHeight, screen.width)
  const caption = rowHeight < captionedMin ? 0 : captionHeight
  const inRow = (screen.width + gap) / (screen.ratio * rowHeight + gap)
  return (inRow * (screen.height + gap)) / (rowHeight + caption + gap)
}

/** Positions of the slider, the largest pictures last: each step has the same effect on the size. */
export const sizeSteps = 12

export function picturesAt(step: number): number {
  return Math.round(onScreenMax * (onScreenMin / onScreenMax) ** (step / sizeSteps))
}

export function stepOf(pictures: number): number {
  const step = (sizeSteps * Math.log(pictures / onScreenMax)) / Math.log(onScreenMin / onScreenMax)
  return Number.isFinite(step) ? Math.min(sizeSteps, Math.max(0, Math.round(step))) : sizeSteps / 2
}
