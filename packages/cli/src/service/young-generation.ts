import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const youngGenerationBytesMax = 12 * 2 ** 20
const checkEveryMs = 100

/**
 * Lets V8's young generation grow with the load, up to a limit; `bin/palate.js` keeps it small during the start. By
 * default V8 lets it grow to 64 MB and more, and a larger one keeps unused pictures in memory for longer. A running
 * process cannot change the maximum size, but it can stop the growth.
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
