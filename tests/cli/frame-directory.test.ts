import { Palate } from '@palate/client'
import { expect, it } from 'vitest'
import { FrameDirectory } from '../../packages/cli/src/api/teaching/frame-directory.ts'
import { openTerminalPicture } from '../../packages/cli/src/terminal/pictures/terminal-picture.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { openStage, scoresOf } from '../scoring/scoring-service.ts'

it("a frame that was only scored is shown by the service's thumbnail", async () => {
  const stage = await openStage('sqlite')
  try {
    const id = await createProfile(stage.service)
    const frame = { id: 'cover', url: await stage.picture('warm', 1) }
    await scoresOf(stage.service, id, [frame])
    const palate = new Palate({ url: stage.service.url, apiKey: stage.service.key })
    const { projectId } = await palate.profiles.get(id)
    // Thumbnails are stored shortly after the response.
    const open = async () => {
      const found = await new FrameDirectory(palate, projectId).find(frame)
      const bytes = await found.load()
      return { name: found.name, picture: bytes && (await openTerminalPicture(bytes)) }
    }
    await expect.poll(open).toMatchObject({ name: 'cover', picture: { format: 'webp' } })
    expect(await new FrameDirectory(palate, projectId).findKnown('cover')).toEqual({
      id: 'cover',
      url: null,
      name: 'cover',
    })
    expect(await new FrameDirectory(palate, projectId).findKnown('other')).toBe(undefined)
  } finally {
    await stage.close()
  }
})
