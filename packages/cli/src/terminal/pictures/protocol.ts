import { ConfigError } from '@palate/server/config/config-error.ts'

/** How a terminal shows pictures. */
export interface Protocol {
  readonly kind: 'kitty' | 'iterm2' | 'blocks' | 'none'
  readonly colours: 'truecolor' | '256'
  /** What is sent to the outer terminal has to be wrapped. */
  readonly isInTmux: boolean
}

type Env = Readonly<Record<string, string | undefined>>

const kinds: readonly string[] = ['kitty', 'iterm2', 'blocks', 'none'] satisfies Protocol['kind'][]

/**
 * From the environment alone: a question to the terminal could remain unanswered. `PALATE_IMAGES` overrides. tmux passes
 * pictures on only if it is set up so, which nobody can see from inside.
 */
export function protocolOf(env: Env): Protocol {
  const isInTmux = Boolean(env.TMUX)
  return { kind: wantedKind(env) ?? detectedKind(env), colours: coloursOf(env), isInTmux }
}

function wantedKind({ PALATE_IMAGES: wanted }: Env): Protocol['kind'] | undefined {
  if (!wanted) return undefined
  if (!kinds.includes(wanted)) throw new ConfigError(`PALATE_IMAGES must be one of ${kinds.join(', ')}`)
  return wanted as Protocol['kind']
}

function detectedKind(env: Env): Protocol['kind'] {
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL = '' } = env
  if (TERM === 'dumb') return 'none'
  const isMultiplexed = Boolean(env.TMUX) || /^(tmux|screen)/.test(TERM)
  if (!isMultiplexed) {
    if (env.KITTY_WINDOW_ID || /kitty|ghostty/.test(TERM) || TERM_PROGRAM === 'ghostty') return 'kitty'
    // LC_TERMINAL comes along over SSH.
    if (/^(iTerm\.app|WezTerm)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2') return 'iterm2'
  }
  return env.NO_COLOR ? 'none' : 'blocks'
}

function coloursOf({ COLORTERM = '', TERM = '' }: Env): Protocol['colours'] {
  return /truecolor|24bit/i.test(COLORTERM) || /direct|kitty|ghostty/.test(TERM) ? 'truecolor' : '256'
}
