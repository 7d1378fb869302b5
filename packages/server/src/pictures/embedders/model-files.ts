import { fileURLToPath } from 'node:url'

// The files of the models directory that the service reads.

export const builtinModelPath = fileURLToPath(new URL('../../../models/mobilenetv2-trunk.onnx', import.meta.url))
export const builtinPriorPath = fileURLToPath(new URL('../../../models/mobilenetv2-trunk.prior.json', import.meta.url))
export const interfaceQualitiesPath = fileURLToPath(
  new URL('../../../models/mobilenetv2-trunk.interfaces.json', import.meta.url),
)
export const builtinLikenessPath = fileURLToPath(
  new URL('../../../models/mobilenetv2-trunk.likeness.json', import.meta.url),
)
export const int8ProbePath = fileURLToPath(new URL('../../../models/eight-bit-probe.onnx', import.meta.url))
