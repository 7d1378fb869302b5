import type { Palate } from '@palate/client'
import { listProfiles } from '../find-profile.ts'
import { textResult } from '../results.ts'
import { defineTool } from './tool.ts'

/** The newest. */
const profilesShownMax = 20
/** Each takes a whole brief. The others are measured by later calls. */
export const profilesMeasuredMax = 5
const measurementsKeptMax = 1000

/** What is known of profiles, by id and time of their last change. */
const measured = new Map<string, Standing>()

interface Standing {
  readonly branch: string
  /** Null if there are too few judgements. */
  readonly accuracy: number | null
}

export const profilesTool = defineTool({
  name: 'palate_profiles',
  title: 'List taste profiles',
  description:
    'List the profiles with their project, their branch and how well each predicts its owner. Call it if you need an id.',
  scopes: ['read'],
  input: {},
  async run(_args, { palate }) {
    const all = await listProfiles(palate)
    const profiles = []
    let left = profilesMeasuredMax
    for (const profile of all.slice(0, profilesShownMax)) {
      const key = `${profile.id} ${profile.updatedAt}`
      if (!measured.has(key) && left-- > 0) keep(key, await measure(palate, profile.id))
      const { id, name, projectId: project } = profile
      profiles.push({ id, name, project, ...(measured.get(key) ?? (await branchOf(palate, id))) })
    }
    if (profiles.length === 0) return textResult(['There is no profile yet.'], { profiles })
    const lines = profiles.map(({ id, name, project, branch, ...standing }) => {
      return `${id} “${name}” (project ${project}, branch ${branch}) predicts: ${describe(standing)}`
    })
    const others = all.length - profiles.length
    return textResult([...lines, ...(others > 0 ? [`and ${others} older profiles`] : [])], { profiles, others })
  },
})

function describe({ accuracy }: Partial<Standing>): string {
  if (accuracy === undefined) return 'not measured yet; call again'
  return accuracy === null ? 'has too few judgements to say' : `${accuracy.toFixed(2)} of its owner’s judgements`
}

async function measure(palate: Palate, id: string): Promise<Standing> {
  const { predicts } = await palate.profiles.brief(id)
  return { ...(await branchOf(palate, id)), accuracy: predicts?.accuracy ?? null }
}

async function branchOf(palate: Palate, id: string): Promise<{ readonly branch: string }> {
  const { branches, currentBranchId } = (await palate.profiles.get(id, { snapshots: 'omit' })).profileData
  return { branch: branches.find((one) => one.id === currentBranchId)?.name ?? currentBranchId }
}

/** The oldest measurement makes room. */
function keep(key: string, standing: Standing): void {
  const [oldest] = measured.keys()
  if (measured.size >= measurementsKeptMax && oldest !== undefined) measured.delete(oldest)
  measured.set(key, standing)
}
