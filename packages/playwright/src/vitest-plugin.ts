import type { BrowserCommand } from 'vitest/node'
import { judgePicture } from './judge-picture.ts'
import type { Judgement, SuitOptions } from './judgement.ts'

const judgeWithPalate: BrowserCommand<[picture: string, options: SuitOptions], Promise<Judgement>> = (
  _context,
  picture,
  options,
) => judgePicture(Buffer.from(picture, 'base64'), options)

/**
 * Adds `toSuit` to Vitest's browser mode. Screenshots are taken in the browser and scored in Node, so that no page sees
 * the key.
 *
 * @example
 * // vitest.config.ts
 * import { palate } from '@palate/playwright/vitest-plugin'
 *
 * export default defineConfig({ plugins: [palate()], test: { browser: { … } } })
 */
export function palate() {
  return {
    name: 'palate',
    config: () => ({
      test: { setupFiles: ['@palate/playwright/vitest'], browser: { commands: { judgeWithPalate } } },
    }),
  }
}
