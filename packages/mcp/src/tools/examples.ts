import { readImages } from '../example-images.ts'
import { findProfileId, profileInput } from '../find-profile.ts'
import { pictureInput, readPicture } from '../pictures.ts'
import { imageResult, textResult } from '../results.ts'
import { defineTool } from './tool.ts'

const imagesMax = 6

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
    const images = await readImages(context, examples)
    const heading = picture
      ? `Nearest to ${picture.name}, nearest first:`
      : 'Typical of what the team likes and rejects:'
    return imageResult(heading, images)
  },
})
