import type { Profile } from '@palate/client'
import { attributes } from '@palate/core/taste/attributes/catalogue.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { type NamedFrame, shownFrame } from '../../../api/project-frames.ts'
import { noticeError } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { type Moved, moves, type Ranked } from './learned.ts'
import { roundSize } from './progress.ts'

const picturesMax = 12
/** The pictures are taken from so many of the newest ones, spread evenly. */
const newestMax = 120

export interface Learned {
  /** How many judgements it was. */
  readonly judgements: number
  readonly isLoading: boolean
  readonly error?: unknown
  /** Empty if the key may not score, or the project has no pictures. */
  readonly pictures: readonly Moved[]
  /** How well the profile predicts its owner, in words. */
  readonly statement?: string | undefined
}

/**
 * Scores the same pictures of the project before the first judgement and after each five of them. `settled`: what
 * was judged is stored.
 */
export function useLearned(profile: Profile, dimension: string, settled: () => Promise<void>) {
  const mayScore = useMay('score')
  const [learned, setLearned] = useState<Learned>()
  const before = useRef<Promise<readonly Ranked[]>>(undefined)
  const count = useRef(0)
  const chosen = useRef<Promise<readonly ChosenFrame[]>>(undefined)
  const { id, projectId } = profile
  const take = useCallback(async () => {
    if (!mayScore) return []
    chosen.current ??= chooseFrames(projectId)
    return scorePictures(id, dimension, await chosen.current)
  }, [id, projectId, dimension, mayScore])

  useEffect(() => {
    before.current = take()
    before.current.catch(() => undefined)
  }, [take])

  const show = useCallback(
    async (judgements: number) => {
      setLearned({ judgements, isLoading: true, pictures: [] })
      try {
        await settled()
        const now = take()
        const statement = predictionOf(id, dimension)
        const old = await before.current?.catch(() => [])
        const pictures = moves(old ?? [], await now)
        before.current = now
        setLearned({ judgements, isLoading: false, pictures, statement: await statement })
      } catch (error) {
        noticeError(error)
        setLearned({ judgements, isLoading: false, pictures: [], error })
      }
    },
    [id, dimension, settled, take],
  )

  /** Counts a judgement, or with −1 one that was taken back. */
  const counted = useCallback(
    (change: 1 | -1) => {
      count.current = Math.max(0, count.current + change)
      if (change > 0 && count.current % roundSize === 0) void show(count.current)
    },
    [show],
  )
  return { learned, counted, count: count.current, close: useCallback(() => setLearned(undefined), []) }
}

interface ChosenFrame {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly small: string | null
}

async function scorePictures(
  profileId: string,
  dimension: string,
  frames: readonly ChosenFrame[],
): Promise<readonly Ranked[]> {
  if (frames.length === 0) return []
  const { scores } = await palate.score({
    profile_id: profileId,
    include_working: true,
    dimensions: [dimension, ...attributes.map(({ name }) => name)],
    frames: frames.map(({ id, url }) => ({ id, url })),
  })
  return scores.flatMap((result, i) => {
    const frame = frames[i]
    const score = result[dimension]
    if (!frame || typeof score !== 'number') return []
    const measured = Object.fromEntries(attributes.map(({ name }) => [name, Number(result[name] ?? 0)]))
    return [{ id: frame.url, name: frame.name, small: frame.small, score, measured }]
  })
}

async function chooseFrames(projectId: string): Promise<readonly ChosenFrame[]> {
  const [library, recent] = await Promise.all([
    palate.frames.list({ projectId, limit: newestMax }),
    palate.frames.recent({ projectId, limit: newestMax }),
  ])
  const all = new Map<string, ChosenFrame>()
  const add = (frame: NamedFrame, name: string) => {
    if (frame.url === null || frame.url.startsWith('data:') || all.has(frame.url)) return
    all.set(frame.url, { id: frame.id, url: frame.url, name, small: shownFrame(frame, recent.frames).small })
  }
  for (const frame of library.frames) add(frame, frame.name ?? 'One of them')
  for (const frame of recent.frames) add(frame, frame.id)
  const frames = [...all.values()]
  const step = Math.max(1, frames.length / picturesMax)
  return frames.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)).slice(0, picturesMax)
}

async function predictionOf(profileId: string, dimension: string): Promise<string | undefined> {
  const { dimensions } = await palate.profiles.diagnostics(profileId, { includeWorking: 'true' })
  return dimensions.find(({ name }) => name === dimension)?.selfPrediction?.statement
}
