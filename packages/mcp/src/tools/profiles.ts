import type { Palate, ProfileSummary } from '@palate/client'
import { z } from 'zod'
import { listProfiles } from '../find-profile.ts'
import { percent, textResult } from '../results.ts'
import { defineTool } from './tool.ts'

/** The newest. Each is read to find its branch and how well it predicts its owner. */
const profilesShownMax = 20

export const profilesTool = defineTool({
  name: 'palate_profiles',
  title: 'List taste profiles',
  description:
    'List the profiles with their project, their branch and how well each predicts its owner. Call it if you need an id.',
  scopes: ['read'],
  input: z.object({}),
  async run(_args, { palate }) {
    const all = await listProfiles(palate)
    const profiles = await Promise.all(all.slice(0, profilesShownMax).map((profile) => describe(palate, profile)))
    if (profiles.length === 0) return textResult(['There is no profile yet.'], { profiles })
    const lines = profiles.map(({ id, name, project, branch, accuracy }) => {
      const known =
        accuracy === null ? 'has too few judgements to say' : `${percent(accuracy)} of its owner’s judgements`
      return `${id} “${name}” (project ${project}, branch ${branch}) predicts: ${known}`
    })
    const others = all.length - profiles.length
    return textResult([...lines, ...(others > 0 ? [`and ${others} older profiles`] : [])], { profiles, others })
  },
})

async function describe(palate: Palate, { id, name, projectId }: ProfileSummary) {
  const [{ profileData }, { predicts }] = await Promise.all([
    palate.profiles.get(id, { snapshots: 'omit' }),
    palate.profiles.brief(id),
  ])
  const { branches, currentBranchId } = profileData
  const branch = branches.find((one) => one.id === currentBranchId)?.name ?? currentBranchId
  return { id, name, project: projectId, branch, accuracy: predicts?.accuracy ?? null }
}
