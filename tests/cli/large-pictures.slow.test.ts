import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { frameBytesMax, uploadBytesMax } from '@palate/core/frames/size.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileBytesMax } from '../../packages/cli/src/api/score/inputs.ts'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

/** A picture of this size with noise, which hardly any format can compress. */
function noisy(width: number, height: number) {
  const noise = { type: 'gaussian' as const, mean: 150, sigma: 60 }
  return sharp({ create: { width, height, channels: 3, background: '#c83', noise } })
}

describe('pictures that are larger than the service scores', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)

  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })

  test('are made smaller before they are sent, with the same score, and are shown in the report', async () => {
    const bytes = await noisy(3600, 2700).jpeg({ quality: 98 }).toBuffer()
    expect(bytes.length).toBeGreaterThan(frameBytesMax)
    expect(bytes.length).toBeLessThan(uploadBytesMax)
    writeFileSync(at('large.jpg'), bytes)
    const key = (await must('keys', 'create', 'CI', '--scopes', 'score')).trim()
    const args = ['score', 'large.jpg', '--json', '--profile', folder.profileId()]
    const { code, stdout } = await palate(args, { env: { PALATE_API_KEY: key } })
    expect(code).toBe(0)
    const [scored] = JSON.parse(stdout).scores
    // The service scores the whole picture from its library.
    const client = new Palate({ url: service.url, apiKey: service.key })
    const { url } = await client.frames.upload(at('large.jpg'), { projectId: 'studio' })
    const { scores } = await client.score({
      profile_id: folder.profileId(),
      frames: [{ id: 'whole', url }],
      dimensions: ['aesthetics'],
    })
    expect(Math.abs(scored.aesthetics - Number(scores[0]?.aesthetics))).toBeLessThan(0.02)
    const { stderr } = await palate(['score', 'large.jpg', '--html', 'report.html'])
    expect(stderr).not.toContain('no thumbnail')
  })

  test('are refused with the reason if they are no pictures, have too many pixels, or too many bytes', async () => {
    writeFileSync(at('text.png'), Buffer.alloc(frameBytesMax + 1))
    const wide = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    writeFileSync(at('wide.png'), wide)
    writeFileSync(at('huge.png'), '')
    truncateSync(at('huge.png'), fileBytesMax + 1)
    const { code, stdout } = await palate(['score', 'text.png', 'wide.png', 'huge.png', '--csv'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^text\.png,,"?[^\n]*not a JPEG/m)
    expect(stdout).toMatch(/^wide\.png,,"?[^\n]*more than 50000000 pixels/m)
    expect(stdout).toContain('huge.png,,the file is larger than 192 MiB')
  })
})
