import { z } from 'zod'

export const Regions = z.object({
  rows: z.int().meta({ description: '4 to 8, by the proportions of the picture' }),
  columns: z.int(),
  effects: z.array(z.number()).meta({
    description:
      'For each cell, row by row, how much of the score is due to it: the score minus that of the picture with the cell hidden behind its blurred surroundings. A negative cell pulls the score down',
  }),
  words: z.string().optional().meta({
    description:
      'Where the cell is that pulls the score down most, and what it is like: "mostly the upper left: busy". Absent if none stands out',
  }),
})
export type Regions = Readonly<z.infer<typeof Regions>>
