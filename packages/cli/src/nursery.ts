import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const nurseryBytesMax = 12 * 2 ** 20
const lookEveryMs = 100

/**
 * The room for new objects, which `bin/palate.js` held small during the start, grows with the work from now on, but not
 * to the 64 MB and more that it would reach by itself: the larger it is, the longer the pictures that have passed through
 * wait in it to be thrown away. The setting cannot be changed while running; whether it grows can.
 */
export function letNurseryGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  const timer = setInterval(() => {
    const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (!nursery || nursery.space_size < nurseryBytesMax) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, lookEveryMs).unref()
}
