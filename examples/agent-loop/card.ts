/** What the maker can change about the card. From 0 to 1. */
export interface Knobs {
  readonly light: number
  readonly colour: number
  readonly clutter: number
}

/** A card as a page. It stands for whatever a model would write. */
export function drawCard({ light, colour, clutter }: Knobs): string {
  const ground = `hsl(28 ${Math.round(70 * colour)}% ${Math.round(10 + 80 * light)}%)`
  const ink = light > 0.5 ? '#1b1a18' : '#f3efe8'
  const badges = Array.from({ length: Math.round(24 * clutter) }, (_, i) => {
    const at = `left:${(i * 137) % 520}px;top:${(i * 89) % 330}px;background:hsl(${(i * 47) % 360} ${70 * colour}% 55%)`
    return `<b style="position:absolute;padding:4px 10px;border-radius:9px;color:#fff;${at}">New</b>`
  })
  return `<body style="margin:0;font:18px/1.5 Georgia,serif;background:${ground};color:${ink}">
    <main style="width:600px;height:400px;position:relative;box-sizing:border-box;padding:56px">
      <h1 style="font-weight:400;font-size:44px;margin:0 0 16px">The evening issue</h1>
      <p style="max-width:360px">Six slow essays about light, and the people who wait for it.</p>
      ${badges.join('\n')}
    </main>
  </body>`
}

/** How the maker follows a suggestion. Unknown ones change nothing. */
const moves: readonly (readonly [words: RegExp, change: Partial<Knobs>])[] = [
  [/more light|lift the shadows/i, { light: 0.2 }],
  [/less light|deepen the shadows/i, { light: -0.2 }],
  [/purer|more colours/i, { colour: 0.2 }],
  [/mute|fewer colours/i, { colour: -0.2 }],
  [/fewer elements|more empty space|smooth/i, { clutter: -0.25 }],
  [/more elements|add texture|fill more/i, { clutter: 0.25 }],
]

/** The next draft: one change, for the first suggestion that the maker understands. Undefined if there is none. */
export function revise(knobs: Knobs, suggestions: readonly string[]): Knobs | undefined {
  for (const suggestion of suggestions) {
    const change = moves.find(([words]) => words.test(suggestion))?.[1]
    if (change) return apply(knobs, change)
  }
  return undefined
}

function apply(knobs: Knobs, change: Partial<Knobs>): Knobs {
  const turned = Object.entries(change).map(([name, by]) => {
    const value = knobs[name as keyof Knobs] + by
    return [name, Math.min(1, Math.max(0, value))]
  })
  return { ...knobs, ...Object.fromEntries(turned) }
}
