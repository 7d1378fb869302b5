import { readImages } from '../example-images.ts'
import { findProfileId, profileInput, stateOf } from '../find-profile.ts'
import { imageResult, textResult } from '../results.ts'
import { defineTool } from './tool.ts'

const imagesPerSide = 2
/** A key that may only score cannot read thumbnails. */
const imageScopes = ['read', 'teach', 'write'] as const

export const briefTool = defineTool({
  name: 'palate_brief',
  title: 'Read what the team likes',
  description:
    'Read this before you design or generate anything visual. Returns what the team likes and avoids, its palette and the score to reach, as Markdown, with two good and two bad examples as images.',
  scopes: ['read', 'score', 'teach'],
  input: { profile: profileInput },
  async run({ profile }, context) {
    const { palate, scopes } = context
    const profileId = await findProfileId(context, profile)
    const state = stateOf(context, profileId)
    const text = textResult((await palate.profiles.briefText(profileId, state)).split('\n'))
    if (scopes && !imageScopes.some((scope) => scopes.includes(scope))) return text
    const { examples } = await palate.profiles.brief(profileId, state)
    const shown = (['good', 'bad'] as const).flatMap((label) =>
      examples[label].slice(0, imagesPerSide).map((example) => ({ ...example, label })),
    )
    if (shown.length === 0) return text
    const images = imageResult('Examples:', await readImages(context, shown))
    return { content: [...text.content, ...images.content] }
  },
})
