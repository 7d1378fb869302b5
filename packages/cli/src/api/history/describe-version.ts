import type { Profile } from '@palate/client'
import { cyan, dim, inOneLine, yellow } from '../../terminal/text.ts'
import { shortId } from './versions.ts'

interface Described {
  readonly id: string
  readonly message: string
  readonly mergedFrom?: string
}

/** One line: the short id, the branches whose head it is, and the message. */
export function describeVersion({ id, message, mergedFrom }: Described, data: Profile['profileData']): string {
  const names = data.branches
    .filter(({ headVersionId }) => headVersionId === id)
    .map((branch) => (branch.id === data.currentBranchId ? `HEAD → ${branch.name}` : branch.name))
  const labels = names.length > 0 ? ` ${cyan(`(${names.join(', ')})`)}` : ''
  const merged = mergedFrom === undefined ? '' : ` ${dim(`merges ${shortId(mergedFrom)}`)}`
  return `${yellow(shortId(id))}${labels} ${inOneLine(message)}${merged}`
}
