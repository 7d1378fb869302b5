/** `npm run python-types`: writes the types of the Python package. */
import { writeFileSync } from 'node:fs'
import { makePythonTypes, pythonTypesPath } from './python-types.ts'

writeFileSync(pythonTypesPath, makePythonTypes())
