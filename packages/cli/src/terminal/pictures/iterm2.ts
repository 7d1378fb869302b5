import type { Size } from '../full-screen.ts'

/** A picture file in iTerm2's protocol, scaled to fit this many characters. */
export function iterm2Picture(file: Uint8Array, { columns, rows }: Size): string {
  const options = `inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`
  return `\u001b]1337;File=${options}:${Buffer.from(file).toString('base64')}\u0007`
}
