/** A place to go to or something to do. */
export interface Command {
  readonly id: string
  readonly label: string
  /** What kind of thing it is: "Profile", "Board", "Picture", "Branch", "Version", "Page", "Action". */
  readonly kind: string
}

const shownMax = 8

/** The commands that match what was typed, the best first; the first ones if nothing was typed. */
export function findCommands<One extends Command>(commands: readonly One[], typed: string): readonly One[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return commands
    .map((command, place) => ({ command, place, score: scoreOf(command, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, shownMax)
    .map(({ command }) => command)
}

/** 0 if a word does not match. */
function scoreOf({ label, kind }: Command, words: readonly string[]): number {
  const text = `${label} ${kind}`.toLowerCase()
  const scores = words.map((word) => matchOf(text, word))
  return scores.includes(0) ? 0 : 1 + scores.reduce((sum, score) => sum + score, 0)
}

/** Better at the start of the text or of a word than within one, and than letters that only occur in this order. */
function matchOf(text: string, word: string): number {
  if (text.startsWith(word)) return 4
  if (text.includes(` ${word}`)) return 3
  if (text.includes(word)) return 2
  let from = 0
  for (const letter of word) {
    from = text.indexOf(letter, from) + 1
    if (from === 0) return 0
  }
  return 1
}
