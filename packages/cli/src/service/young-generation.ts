import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const youngGenerationBytesMax = 12 * 2 ** 20
const checkEveryMs = 100

/**
 * Lets V8's young generation grow with the work, up to a limit; `bin/palate.js` has kept it small during the start. V8
 * by itself would let it reach 64 MB and more, and the larger it is, the longer pictures that are done with stay in
 * memory. A running process cannot change the maximum size, but it can stop the growth.
 */
export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  const timer = setInterval(() => {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (!newSpace || newSpace.space_size < youngGenerationBytesMax) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, checkEveryMs).unref()
}
