import type { Profile } from '@palate/client'
import { describeReasons } from '@palate/core/report/reasons.ts'
import { type ReportFrame, scoreReport } from '@palate/core/report/score-report.ts'
import { useMutation } from '@tanstack/react-query'
import { palate } from '../../../../api/palate.ts'
import { saveFile } from '../../../../files/save-file.ts'
import { pictureAddress } from '../../../../ui/pictures/picture.tsx'
import { mediumOf } from '../../../../ui/pictures/picture-sources.ts'
import { dataUrlOf } from '../data-url.ts'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, targetOf } from '../score-states.ts'
import { failuresOf, type RankedItem, type Results } from '../scores.ts'
import { csvOf } from './csv.ts'

/** Maximum number of pictures in a report. The report says so if there are more. */
const picturesMax = 300
/** Reasons are included up to this number of pictures. */
const explainedMax = 100
/** Up to this number, the report says which part of each picture pulls its score down. */
const withRegionsMax = 32

interface Options {
  readonly profile: Profile
  readonly state: StateName
  readonly items: readonly ScoreItem[]
  readonly ranked: readonly RankedItem[]
  readonly results: Results
  readonly dimension: string
  readonly dimensions: readonly string[]
  readonly threshold: number | undefined
  readonly shown: (item: ScoreItem) => string | null
}

/** Saves the results as CSV or as a self-contained HTML page. */
export function useExports(options: Options) {
  const { profile, items, ranked, results, dimension, dimensions } = options
  const report = useMutation({
    mutationFn: async () => saveFile(await reportOf(options), 'text/html', `${fileName(profile.name)}.html`),
  })
  const onCsv = () => {
    const inOrder = [dimension, ...dimensions.filter((name) => name !== dimension)]
    const table = { ranked, failures: failuresOf(items, results), results, dimensions: inOrder }
    saveFile(csvOf(table), 'text/csv', `${fileName(profile.name)}.csv`)
  }
  return { onCsv, onReport: () => report.mutate(), isPending: report.isPending, error: report.error }
}

async function reportOf({ profile, state, ranked, results, dimension, threshold, shown }: Options): Promise<string> {
  const kept = ranked.slice(0, picturesMax)
  const reasons = await explained(profile.id, state, dimension, kept)
  const frames = await Promise.all(
    kept.map(async ({ item }): Promise<ReportFrame> => {
      const thumbnail = await reportPicture(shown(item))
      const found = reasons.get(item.key)
      return {
        name: item.name,
        scores: results.get(item.key)?.scores ?? {},
        ...(thumbnail !== undefined && { thumbnail }),
        ...found,
      }
    }),
  )
  return scoreReport({
    title: profile.name,
    profile,
    dimensions: [dimension],
    ...(threshold !== undefined && { threshold }),
    createdAt: new Date().toISOString(),
    frames,
    ...(ranked.length > picturesMax && { note: `The best ${picturesMax} of ${ranked.length} pictures.` }),
  })
}

/** What the report says about each picture, besides its score. */
async function explained(profileId: string, state: StateName, dimension: string, ranked: readonly RankedItem[]) {
  const exported = ranked.flatMap(({ item }) => (item.url === undefined ? [] : [{ key: item.key, url: item.url }]))
  const reasons = new Map<string, Pick<ReportFrame, 'reasons' | 'verdict' | 'region'>>()
  if (exported.length === 0 || exported.length > explainedMax) return reasons
  const { scores } = await palate.score({
    ...targetOf(profileId, state),
    dimensions: [dimension],
    explain: true,
    verdict: true,
    ...(exported.length <= withRegionsMax && { regions: true }),
    frames: exported.map(({ key, url }) => ({ id: key, url })),
  })
  for (const [i, { key }] of exported.entries()) {
    const { details, verdict, regions } = scores[i] ?? {}
    reasons.set(key, {
      reasons: describeReasons(details?.[dimension]),
      verdict: verdict?.[dimension],
      region: regions?.[dimension]?.words,
    })
  }
  return reasons
}

function fileName(name: string): string {
  return `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'scores'}-scores`
}

const sidePixelsMax = 512

/** A picture as a data URL: the service's medium thumbnail unchanged, or a local file scaled down. */
async function reportPicture(src: string | null): Promise<string | undefined> {
  if (src === null) return undefined
  try {
    const response = await fetch(pictureAddress(mediumOf(src)))
    if (!response.ok) return undefined
    const blob = await response.blob()
    return await dataUrlOf(src.startsWith('blob:') ? await shrunk(blob) : blob)
  } catch {
    // A report may lack a picture.
    return undefined
  }
}

async function shrunk(blob: Blob): Promise<Blob> {
  const whole = await createImageBitmap(blob)
  const scale = Math.min(1, sidePixelsMax / Math.max(whole.width, whole.height))
  const canvas = new OffscreenCanvas(Math.ceil(whole.width * scale), Math.ceil(whole.height * scale))
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  return canvas.convertToBlob({ type: 'image/webp' })
}
