import type { Command } from 'commander'
import { print } from '../../output.ts'
import { printable, withStyles } from '../../printable.ts'
import { KeyReader } from '../../terminal/key-reader.ts'
import { isInteractive } from '../../terminal/prompts.ts'
import { bold, dim, plural, table } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { describeSaying, describeSubject } from '../history/describe-elements.ts'
import { type Held, heldJudgements } from './held.ts'
import { type NameOfFrame, nameFrames } from './name-frames.ts'
import { removeJudgements } from './remove-judgements.ts'

export function contradictionsCommand(): Command {
  return profileCommand(
    'contradictions',
    'list judgements that contradict each other; on a terminal, settle each with one key',
    ['contradictions', 'contradictions --json'],
  ).action(withClient(contradictions))
}

/** Judgements about the same thing, by what they say. */
interface Contradiction {
  readonly about: string
  readonly sayings: ReadonlyMap<string, readonly Held[]>
}

async function contradictions({ palate, options, show }: Context<ApiOptions>): Promise<void> {
  const profile = await readProfile(palate, options)
  const { contradictions: listed } = await palate.profiles.diagnostics(profile.id, { includeWorking: 'true' })
  if (options.json || listed.length === 0) return show({ contradictions: listed }, () => 'No contradictions.')
  const held = heldJudgements(profile)
  const nameOf = await nameFrames(
    palate,
    profile.projectId,
    held.map(({ element }) => element),
  )
  const found = listed.flatMap(({ kind, elements }) => {
    const same = held.filter(({ list, id }) => list === kind && elements.includes(id))
    return same[0] ? [contradictionOf(same[0], same, nameOf)] : []
  })
  if (!isInteractive()) return print(found.flatMap(describe).concat(advice))
  const settled = await settleAll(found, (losing, words) => removeJudgements(palate, profile.id, losing, words))
  const left = found.length - settled
  print(`Settled ${settled} of ${plural(found.length, 'contradiction')}.${settled > 0 ? ` ${commitAdvice}` : ''}`)
  if (left > 0) print(advice)
}

const advice = 'To settle one, remove what is wrong: palate remove ID'
const commitAdvice = 'To commit: palate commit -m "…"'

function contradictionOf({ element }: Held, same: readonly Held[], nameOf: NameOfFrame): Contradiction {
  return {
    about: describeSubject(element, nameOf),
    sayings: Map.groupBy(same, (one) => describeSaying(one.element, nameOf)),
  }
}

function describe({ about, sayings }: Contradiction): string[] {
  const rows = [...sayings].flatMap(([saying, held]) => held.map(({ id }) => [`  ${saying}`, dim(id)]))
  return [bold(about), ...table(rows)]
}

/** Asks for one key each, and removes what says something else. Returns how many were settled. */
async function settleAll(
  found: readonly Contradiction[],
  remove: (losing: readonly Held[], words: string) => Promise<void>,
): Promise<number> {
  const keys = new KeyReader(process.stdin)
  let settled = 0
  try {
    keys.resume()
    for (const [i, { about, sayings }] of found.entries()) {
      const options = [...sayings.keys()]
      const hints = [...options.map((saying, place) => `${place + 1} ${saying}`), 'Space skip', 'q quit']
      tell(`${dim(`${i + 1} of ${found.length}`)} ${bold(about)}   ${hints.join('   ')}`)
      const key = await readChoice(keys, options.length)
      if (key === 'quit') break
      const kept = key === 'skip' ? undefined : options[key]
      if (kept === undefined) continue
      const losing = [...sayings].flatMap(([saying, held]) => (saying === kept ? [] : held))
      await remove(losing, `settled ${about}: ${kept}`)
      tell(`  ${kept}`)
      settled++
    }
  } finally {
    keys.close()
  }
  return settled
}

async function readChoice(keys: KeyReader, count: number): Promise<number | 'skip' | 'quit'> {
  for (;;) {
    const key = await keys.read()
    if (!key || key.name === 'q' || key.name === 'escape') return 'quit'
    if (key.name === 'space') return 'skip'
    const number = Number(key.name)
    if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1
  }
}

/** To the terminal in raw mode, beside the output. */
function tell(line: string): void {
  process.stderr.write(`${withStyles(printable(line))}\r\n`)
}
