import { recordedByAgent } from '@palate/core/profile/recorded-by-agent.ts'
import type { Command } from 'commander'
import { ago, bold, dim, green, inOneLine, yellow } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { nameFrames } from '../judgements/name-frames.ts'
import { agentNote, describeCounts, describeElement } from './describe-elements.ts'
import { currentBranch, shortId } from './versions.ts'

/** Listed one by one, because a person should check them before the commit. */
const agentJudgementsShownMax = 5

export function statusCommand(): Command {
  return profileCommand('status', 'show the profile in use, its branch, and uncommitted changes', ['status']).action(
    withClient(status),
  )
}

async function status({ palate, options, show }: Context<ApiOptions>): Promise<void> {
  const profile = await readProfile(palate, options)
  const { profileData } = profile
  const { id, projectId, name } = profile
  const branch = currentBranch(profileData)
  const head = profileData.versions.find((version) => version.id === branch.headVersionId)
  const { workingChanges, budget } = profileData
  const recorded = [...workingChanges.exemplars, ...workingChanges.comparisons, ...workingChanges.constraints].filter(
    (element) => recordedByAgent(element) !== undefined,
  )
  const shown = recorded.slice(0, agentJudgementsShownMax)
  const nameOf = await nameFrames(palate, projectId, options.json ? [] : shown)
  show({ id, projectId, name, branch, head: head ?? null, workingChanges, budget }, () => {
    const changes = describeCounts(workingChanges)
    return [
      `${bold(name)} ${dim(`(${id}, project ${projectId})`)} on branch ${green(branch.name)}`,
      head
        ? `Last commit: ${yellow(shortId(head.id))} ${inOneLine(head.message)} ${dim(ago(head.createdAt))}`
        : 'No commits yet.',
      changes === 'nothing' ? 'Nothing to commit.' : `Not committed: ${changes}. To commit: palate commit -m "…"`,
      ...shown.map((element) => `  ${describeElement(element, nameOf)}${agentNote(element)}`),
      ...(recorded.length > shown.length
        ? [`  and ${recorded.length - shown.length} more that an agent recorded: palate diff`]
        : []),
      `Budget: ${Object.entries(budget)
        .map(([counter, { used, total }]) => `${used} of ${total} ${counter}`)
        .join(', ')}`,
    ]
  })
}
