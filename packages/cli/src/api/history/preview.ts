import type { Palate, Preview, PreviewRequest } from '@palate/client'
import { inOrderOf, type Ranks, rankFrames } from '@palate/core/report/ranking.ts'
import type { Lines } from '../../output.ts'
import { dim, green, red, table } from '../../terminal/text.ts'

export const previewOption = ['--preview', 'only preview the effect: recent frames, ranked before and after'] as const

const dimension = 'aesthetics'

/** Scores frames that the service chooses, in two states. Nothing is changed or recorded. */
export function previewOf(palate: Palate, id: string, states: Pick<PreviewRequest, 'from' | 'to'>): Promise<Preview> {
  return palate.profiles.preview(id, { ...states, dimensions: [dimension] })
}

/** The frames in their new order, with rank and score before and after. */
export function describePreview({ frames }: Preview): Lines {
  if (frames.length === 0) {
    return 'No frames to preview. Score or upload some in this project; up to twelve are ranked here.'
  }
  const ranked = rankFrames(
    frames.map(({ id, name, from, to, error }) => ({
      ...{ id, name, error },
      before: from?.[dimension] ?? null,
      after: to[dimension] ?? null,
    })),
  )
  const head = ['rank', '', dimension, 'picture', ''].map((cell) => dim(cell))
  const rows = inOrderOf('after', ranked).map((frame) => [
    `${rankText(frame.rankBefore)} → ${rankText(frame.rankAfter)}`,
    describeRise(frame),
    `${scoreOf(frame.before)} → ${scoreOf(frame.after)}`,
    frame.name ?? frame.id,
    frame.error ? red(frame.error.message) : '',
  ])
  return table([head, ...rows])
}

function rankText(rank: number | null): string {
  return (rank === null ? '–' : String(rank)).padStart(2)
}

function describeRise({ rise }: Ranks): string {
  if (rise === 0) return '='
  return rise > 0 ? green(`▲${rise}`) : red(`▼${-rise}`)
}

function scoreOf(score: number | null): string {
  return score === null ? '  –   ' : score.toFixed(4)
}
