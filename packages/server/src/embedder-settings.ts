import { fileURLToPath } from 'node:url'

export type EmbedderSettings =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'onnx'; readonly path: string }
  | HttpEmbedderSettings

export interface HttpEmbedderSettings {
  readonly kind: 'http'
  readonly url: string
  readonly model: string
  readonly token?: string
}

export const builtinModelPath = fileURLToPath(new URL('../models/mobilenetv2-trunk.onnx', import.meta.url))

/**
 * What the setting `PALATE_EMBEDDER` means: nothing or `builtin`, `onnx:/path/to/model.onnx`, or the address of an
 * embeddings endpoint, with the model's name as `model` in the query and a bearer token, if it needs one, as password.
 */
export function parseEmbedder(text: string): EmbedderSettings {
  const setting = text.trim()
  if (setting === '' || setting === 'builtin') return { kind: 'builtin' }
  if (setting.startsWith('onnx:')) return parsePath(setting.slice('onnx:'.length))
  if (/^https?:/i.test(setting) && URL.canParse(setting)) return parseEndpoint(new URL(setting))
  throw new Error(`${JSON.stringify(setting.slice(0, 40))} is not an embedder: it takes ${forms}`)
}

const forms = 'builtin, onnx:/path/to/model.onnx or https://host/v1/embeddings?model=NAME'

function parsePath(path: string): EmbedderSettings {
  if (path === '') throw new Error('onnx: needs the path of a model, as in onnx:/path/to/model.onnx')
  return { kind: 'onnx', path: path.startsWith('//') ? path.slice(2) : path }
}

function parseEndpoint(url: URL): EmbedderSettings {
  const model = url.searchParams.get('model')
  if (model === null || model === '') {
    throw new Error('an embeddings endpoint needs the name of its model, as in https://host/v1/embeddings?model=NAME')
  }
  const token = decodeURIComponent(url.password)
  url.searchParams.delete('model')
  url.username = ''
  url.password = ''
  return { kind: 'http', url: url.href, model, ...(token !== '' && { token }) }
}
