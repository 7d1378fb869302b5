import { z } from 'zod'
import { chooseToolName } from '../app/ask-app.ts'
import { pictureAt, pictureInput } from '../pictures.ts'
import { choiceInput, recordChoice } from '../record-choice.ts'
import { defineTool } from './tool.ts'

/** The page of `palate_ask` calls it. Models do not see it: only the person chooses. */
export const chooseTool = defineTool({
  name: chooseToolName,
  title: 'Record the choice',
  description: 'Records what the person chose on the page of palate_ask, once.',
  scopes: ['teach'],
  teaches: true,
  ui: { visibility: ['app'] },
  input: {
    profile: z.string(),
    ask: z.string(),
    first: pictureInput,
    second: pictureInput,
    dimension: z.string().optional(),
    choice: choiceInput,
  },
  run({ profile: profileId, ask: askId, first, second, dimension, choice }, context) {
    return recordChoice(context, { profileId, askId, pair: [pictureAt(first), pictureAt(second)], dimension }, choice)
  },
})
