import { afterAll, vi } from 'vitest'
import { removeFolders } from './temporary-folder.ts'

// Runs before each test file, so that these hooks run after all of the file's own hooks.
afterAll(removeFolders)
// Files of a worker share its globals: a clock that is left stopped would make the next file wait for ever.
afterAll(() => void vi.useRealTimers())
