import { findProfileId, profileInput } from '../find-profile.ts'
import { textResult } from '../results.ts'
import { defineTool } from './tool.ts'

export const briefTool = defineTool({
  name: 'palate_brief',
  title: 'Read what the team likes',
  description:
    'Read this before you design or generate anything visual. Returns what the team likes and avoids, its palette and the score to reach, as Markdown.',
  scopes: ['read', 'score', 'teach'],
  input: { profile: profileInput },
  async run({ profile }, context) {
    const brief = await context.palate.profiles.briefText(await findProfileId(context, profile))
    return textResult(brief.split('\n'))
  },
})
