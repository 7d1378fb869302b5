import { setFlagsFromString } from 'node:v8'

/** From now on the room for new objects grows with the work, as it does by itself; `bin/palate.js` held it small. */
export function letNurseryGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
