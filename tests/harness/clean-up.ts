import { afterAll } from 'vitest'
import { removeFolders } from './temporary-folder.ts'

// Runs before each test file, so that this hook runs after all of the file's own hooks.
afterAll(removeFolders)
