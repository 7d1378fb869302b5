import { findProfileId, profileInput } from '../find-profile.ts'
import { pictureInput, readPicture } from '../pictures.ts'
import { imageResult, textResult, type WebpImage } from '../results.ts'
import { defineTool } from './tool.ts'

const imagesMax = 6
/** Together. Clients refuse results that are much larger. */
const imageBytesMax = 200_000

export const examplesTool = defineTool({
  name: 'palate_examples',
  title: 'See examples',
  description:
    'See pictures that the team called good and bad: those nearest to a picture of yours, or the most typical ones. Returns up to six small images.',
  scopes: ['read', 'teach'],
  input: { near: pictureInput.optional(), profile: profileInput },
  async run({ near, profile }, context) {
    const profileId = await findProfileId(context, profile)
    const picture = near === undefined ? undefined : await readPicture(context, near)
    const { examples } = await context.palate.profiles.examples(profileId, {
      limit: imagesMax,
      ...(picture && { url: picture.url }),
    })
    if (examples.length === 0) return textResult(['This profile has no pictures yet.'])
    const images: WebpImage[] = []
    let bytesLeft = imageBytesMax
    for (const [index, { label, name, elementId, thumbnail }] of examples.entries()) {
      const read = async (size: 'chat' | 'small') =>
        new Uint8Array(await (await context.palate.frames.thumbnailAt(thumbnail, { size })).arrayBuffer())
      // An equal share of what is left, so that none is left out because of those before.
      let bytes = await read('chat')
      if (bytes.length > bytesLeft / (examples.length - index)) bytes = await read('small')
      if (bytes.length > bytesLeft) continue
      bytesLeft -= bytes.length
      images.push({ caption: `${label}: ${name ?? elementId}`, bytes })
    }
    const heading = picture
      ? `Nearest to ${picture.name}, nearest first:`
      : 'Typical of what the team likes and rejects:'
    return imageResult(heading, images)
  },
})
