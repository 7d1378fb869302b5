import { rowKernels } from '@palate/core/taste/linear-algebra/kernels/row-kernels.ts'
import { reduceKernels } from '@palate/server/pictures/decoding/kernels/reduce-kernels.ts'
import { expect, test } from 'vitest'
import { allKernels, assemble } from '../../scripts/build-kernels.ts'

test('the kernels were assembled from their text (npm run build:kernels)', async () => {
  expect([reduceKernels, rowKernels]).toEqual(await Promise.all(allKernels.map(assemble)))
})
