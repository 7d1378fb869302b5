import { reduceKernels } from '@palate/server/scoring/pictures/kernels/reduce-kernels.ts'
import { expect, test } from 'vitest'
import { assembleKernels } from '../../scripts/build-kernels.ts'

test('the picture kernels were assembled from their text (npm run build:kernels)', async () => {
  expect(reduceKernels).toBe(await assembleKernels())
})
