export type EmbedderSettings =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'onnx'; readonly path: string; readonly preset?: EmbedderPreset; readonly prior?: 'off' }
  | HttpEmbedderSettings

/** Model families whose exports expect the same input. */
export const embedderPresets = ['clip', 'siglip', 'dinov2'] as const
export type EmbedderPreset = (typeof embedderPresets)[number]

export interface HttpEmbedderSettings {
  readonly kind: 'http'
  readonly url: string
  readonly model: string
  readonly token?: string
  /** Without the prior the built-in embedder does not run. */
  readonly prior?: 'off'
}

/**
 * Parses `PALATE_EMBEDDER`: empty or `builtin`, `onnx:/path/to/model.onnx` (with `?preset=clip` or similar if the model
 * belongs to such a family), or the URL of an embeddings endpoint. The URL's `model` query parameter names the model.
 * If the endpoint needs a bearer token, it is the URL's password. `prior=off` leaves the built-in embedder out.
 */
export function parseEmbedder(text: string): EmbedderSettings {
  const setting = text.trim()
  if (setting === '' || setting === 'builtin') return { kind: 'builtin' }
  if (setting.startsWith('onnx:')) return parsePath(setting.slice('onnx:'.length))
  if (/^https?:/i.test(setting) && URL.canParse(setting)) return parseEndpoint(new URL(setting))
  throw new Error(`${JSON.stringify(setting.slice(0, 40))} is not an embedder: use ${forms}`)
}

const forms = 'builtin, onnx:/path/to/model.onnx or https://host/v1/embeddings?model=NAME'

function parsePath(text: string): EmbedderSettings {
  const [path = '', query = ''] = text.split(/\?(?=(?:preset|prior)=[^/]*$)/)
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('preset')
  const preset = wanted === null ? undefined : parsePreset(wanted)
  if (path === '') throw new Error('onnx: requires the path of a model, as in onnx:/path/to/model.onnx')
  return {
    kind: 'onnx',
    path: path.startsWith('//') ? path.slice(2) : path,
    ...(preset && { preset }),
    ...parsePrior(parameters),
  }
}

export function parsePreset(text: string): EmbedderPreset {
  const preset = embedderPresets.find((one) => one === text)
  if (!preset)
    throw new Error(`${JSON.stringify(text.slice(0, 40))} is not a preset: use one of ${embedderPresets.join(', ')}`)
  return preset
}

function parsePrior(parameters: URLSearchParams): { readonly prior?: 'off' } {
  const prior = parameters.get('prior') ?? 'on'
  if (prior !== 'on' && prior !== 'off') throw new Error('prior= is either on or off')
  return prior === 'off' ? { prior } : {}
}

function parseEndpoint(url: URL): EmbedderSettings {
  const model = url.searchParams.get('model')
  if (model === null || model === '') {
    throw new Error(
      'an embeddings endpoint requires the name of its model, as in https://host/v1/embeddings?model=NAME',
    )
  }
  const token = decodeURIComponent(url.password)
  const prior = parsePrior(url.searchParams)
  url.searchParams.delete('model')
  url.searchParams.delete('prior')
  url.username = ''
  url.password = ''
  return { kind: 'http', url: url.href, model, ...(token !== '' && { token }), ...prior }
}
