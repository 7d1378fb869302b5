/** `npm run client-types`: writes the types of `@palate/client`. */
import { writeFileSync } from 'node:fs'
import { clientTypesPath, makeClientTypes } from './client-types.ts'

writeFileSync(clientTypesPath, await makeClientTypes())
