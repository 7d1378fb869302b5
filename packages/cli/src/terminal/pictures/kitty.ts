import type { Size } from '../full-screen.ts'

const esc = '\u001b'
/** The protocol's own limit. */
const base64PerChunkMax = 4096

/**
 * A PNG in kitty's graphics protocol, at the cursor, which stays where it is. One side is given: the terminal, which
 * knows the size of its characters, chooses the other so that the proportions are kept. It sends no answers (`q=2`),
 * which would look like keys.
 */
export function kittyPicture(png: Uint8Array, side: Partial<Size>): string {
  const text = Buffer.from(png).toString('base64')
  const size = side.columns === undefined ? `r=${side.rows}` : `c=${side.columns}`
  const count = Math.max(1, Math.ceil(text.length / base64PerChunkMax))
  const chunks = Array.from({ length: count }, (_, i) => {
    const control = i === 0 ? `a=T,f=100,t=d,q=2,C=1,${size},` : 'q=2,'
    const part = text.slice(i * base64PerChunkMax, (i + 1) * base64PerChunkMax)
    return `${esc}_G${control}m=${i === count - 1 ? 0 : 1};${part}${esc}\\`
  })
  return chunks.join('')
}

/** Removes all pictures from the screen, and from the terminal's memory. Clearing the text leaves them. */
export const kittyClear = `${esc}_Ga=d,d=A,q=2${esc}\\`
