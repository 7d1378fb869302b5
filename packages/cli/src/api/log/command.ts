import type { HistoryEntry, Palate, Profile } from '@palate/client'
import { ancestorsOf, childrenFirst } from '@palate/core/profile/history/version-graph.ts'
import { type Command, Option } from 'commander'
import { ago, dim } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { describeVersion } from '../history/describe-version.ts'
import { findHeadId, rangeIn } from '../history/versions.ts'
import { positiveWholeNumber } from '../option-values.ts'
import { drawGraph, type GraphRow } from './graph.ts'

export function logCommand(): Command {
  return profileCommand('log', 'show the commits of a branch as a graph, newest first', [
    'log',
    'log --all --oneline',
    'log try/bold -n 5',
    'log main..try/bold',
  ])
    .argument(
      '[commits]',
      'a branch or version, or FROM..TO: what TO has and FROM has not (default: the current branch)',
    )
    .option('--all', 'show the commits of all branches')
    .option('--oneline', 'one line per commit')
    .addOption(new Option('-n, --limit <number>', 'maximum number of commits').argParser(positiveWholeNumber))
    .action(withClient(log))
}

type LogOptions = ApiOptions & { readonly all?: boolean; readonly oneline?: boolean; readonly limit?: number }

async function log({ palate, options, show }: Context<LogOptions>, wanted?: string): Promise<void> {
  const { all, oneline, limit, json } = options
  const { id, profileData } = await readProfile(palate, options)
  const { heads, known, none } = startOf(profileData, all ? undefined : (wanted ?? 'HEAD'))
  const history = childrenFirst(profileData.versions, heads).filter((version) => !known.has(version.id))
  const shown = history.slice(0, limit)
  const entries = oneline && !json ? new Map() : await readEntries(palate, id, new Set(shown.map((one) => one.id)))
  show({ versions: shown.flatMap((version) => entries.get(version.id) ?? []) }, () => {
    if (shown.length === 0) return none
    // Draw the whole history: lines also lead to commits that are not shown.
    const rows = drawGraph(history)
    return shown.flatMap((version, i) => {
      const text = describeVersion(version, profileData)
      return linesOf(rows[i] as GraphRow, text, oneline ? undefined : secondLine(version, entries.get(version.id)))
    })
  })
}

/** Where the history begins, and what it leaves out. `wanted` is undefined for all branches. */
function startOf(data: Profile['profileData'], wanted: string | undefined) {
  const range = wanted === undefined ? undefined : rangeIn(data, wanted)
  const from = range && findHeadId(data, range[0])
  const to = range?.[1] ?? wanted
  const heads = to === undefined ? data.branches.map(({ headVersionId }) => headVersionId) : [findHeadId(data, to)]
  const versions = new Map(data.versions.map((version) => [version.id, version]))
  const none = range ? `${range[1]} has no commits that ${range[0]} has not.` : 'No commits yet.'
  return { heads: heads.flatMap((id) => id ?? []), known: ancestorsOf(versions, from), none }
}

/** The commits with their authors and numbers of changes. */
async function readEntries(palate: Palate, id: string, wanted: ReadonlySet<string>) {
  const found = new Map<string, HistoryEntry>()
  if (wanted.size === 0) return found
  for await (const entry of palate.profiles.history(id)) {
    if (wanted.has(entry.id)) found.set(entry.id, entry)
    if (found.size === wanted.size) break
  }
  return found
}

function secondLine(
  { createdAt }: Profile['profileData']['versions'][number],
  entry: HistoryEntry | undefined,
): string {
  const by = entry?.author ? ` by ${entry.author.name}` : ''
  return dim(`${ago(createdAt)}${by}`)
}

/** The second line of text goes next to the first line below the commit. */
function linesOf({ before, own, after, rest }: GraphRow, first: string, second: string | undefined): readonly string[] {
  if (second === undefined) return [...before, `${own} ${first}`, ...after]
  const [beside = rest, ...below] = after
  return [...before, `${own} ${first}`, `${beside || ' '} ${second}`, ...below]
}
