import type { Profile } from '@palate/client'
import { describeReasons, type Reason } from '@palate/core/report/reasons.ts'
import { type ReportFrame, scoreReport } from '@palate/core/report/score-report.ts'
import { useMutation } from '@tanstack/react-query'
import { palate } from '../../../../api/palate.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorNote } from '../../../../ui/states.tsx'
import styles from '../score.module.css'
import { useStateOptions } from '../score-bar.tsx'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, stateLabel, targetOf } from '../score-states.ts'
import { failuresOf, type RankedItem, type Results } from '../scores.ts'
import { csvOf } from './csv.ts'
import { smallPicture } from './small-picture.ts'

/** Maximum number of pictures in a report. The report says so if there are more. */
const picturesMax = 500
/** Reasons are included up to this number of pictures. */
const explainedMax = 100

interface Props {
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

/** Exports the results as CSV or as a self-contained HTML page. */
export function Exports({ profile, state, items, ranked, results, dimension, dimensions, threshold, shown }: Props) {
  const options = useStateOptions(profile)
  const failures = failuresOf(items, results)
  const inOrder = [dimension, ...dimensions.filter((name) => name !== dimension)]
  const report = useMutation({
    mutationFn: async () => {
      const reasons = await reasonsOf(profile.id, state, dimension, ranked)
      const frames = await Promise.all(
        ranked.slice(0, picturesMax).map(async ({ item }): Promise<ReportFrame> => {
          const thumbnail = await smallPicture(shown(item))
          const found = reasons.get(item.key)
          return {
            name: item.name,
            scores: results.get(item.key)?.scores ?? {},
            ...(thumbnail !== undefined && { thumbnail }),
            ...(found && { reasons: found }),
          }
        }),
      )
      const failed = failures.map(({ item, error }) => ({ name: item.name, scores: {}, error: error.message }))
      const page = scoreReport({
        title: `${profile.name}: ${dimension.replaceAll('_', ' ')}`,
        profile,
        state: stateLabel(state, options),
        dimensions: inOrder,
        ...(threshold !== undefined && { threshold }),
        createdAt: new Date().toISOString(),
        frames: [...frames, ...failed],
        ...(ranked.length > picturesMax && { note: `The best ${picturesMax} of ${ranked.length} pictures are shown.` }),
      })
      save(page, 'text/html', `${fileName(profile.name)}.html`)
    },
  })
  return (
    <div className={styles.exports}>
      <ErrorNote error={report.error} />
      <Button
        look="quiet"
        onPress={() =>
          save(csvOf({ ranked, failures, results, dimensions: inOrder }), 'text/csv', `${fileName(profile.name)}.csv`)
        }
      >
        Save as CSV
      </Button>
      <Button look="quiet" isPending={report.isPending} onPress={() => report.mutate()}>
        Save a report
      </Button>
    </div>
  )
}

async function reasonsOf(profileId: string, state: StateName, dimension: string, ranked: readonly RankedItem[]) {
  const asked = ranked.flatMap(({ item }) => (item.url === undefined ? [] : [{ key: item.key, url: item.url }]))
  const reasons = new Map<string, readonly Reason[]>()
  if (asked.length === 0 || asked.length > explainedMax) return reasons
  const { scores } = await palate.score({
    ...targetOf(profileId, state),
    dimensions: [dimension],
    explain: true,
    frames: asked.map(({ key, url }) => ({ id: key, url })),
  })
  for (const [i, { key }] of asked.entries()) reasons.set(key, describeReasons(scores[i]?.details?.[dimension]))
  return reasons
}

function fileName(name: string): string {
  return `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'scores'}-scores`
}

function save(text: string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by the time the click is handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
