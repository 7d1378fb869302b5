import { expect, test } from 'vitest'
import { parseEmbedder } from './embedder-settings.ts'

test('an embedder is the built-in one, a file or an endpoint', () => {
  expect(parseEmbedder('')).toEqual({ kind: 'builtin' })
  expect(parseEmbedder(' builtin ')).toEqual({ kind: 'builtin' })
  expect(parseEmbedder('onnx:/models/clip.onnx')).toEqual({ kind: 'onnx', path: '/models/clip.onnx' })
  expect(parseEmbedder('onnx:models/clip.onnx')).toEqual({ kind: 'onnx', path: 'models/clip.onnx' })
  expect(parseEmbedder('onnx:///models/clip.onnx')).toEqual({ kind: 'onnx', path: '/models/clip.onnx' })
  expect(parseEmbedder('onnx:/models/clip.onnx?preset=clip')).toEqual({
    kind: 'onnx',
    path: '/models/clip.onnx',
    preset: 'clip',
  })
  expect(parseEmbedder('http://localhost:7997/embeddings?model=org/clip')).toEqual({
    kind: 'http',
    url: 'http://localhost:7997/embeddings',
    model: 'org/clip',
  })
  expect(parseEmbedder('https://palate:s%2Fcret@host/v1/embeddings?a=1&model=m')).toEqual({
    kind: 'http',
    url: 'https://host/v1/embeddings?a=1',
    model: 'm',
    token: 's/cret',
  })
})

test('another embedder may be used without the prior', () => {
  const onnx = { kind: 'onnx', path: '/m/clip.onnx', prior: 'off' }
  expect(parseEmbedder('onnx:/m/clip.onnx?prior=off')).toEqual(onnx)
  expect(parseEmbedder('onnx:/m/clip.onnx?preset=clip&prior=off')).toEqual({ ...onnx, preset: 'clip' })
  expect(parseEmbedder('onnx:/m/clip.onnx?prior=on')).toEqual({ kind: 'onnx', path: '/m/clip.onnx' })
  expect(parseEmbedder('https://host/v1/embeddings?model=m&prior=off')).toEqual({
    kind: 'http',
    url: 'https://host/v1/embeddings',
    model: 'm',
    prior: 'off',
  })
})

test.each([
  ['clip', '"clip" is not an embedder: use builtin, onnx:/path/to/model.onnx or https://host/v1/embeddings?model=NAME'],
  [
    'ftp://host/m',
    '"ftp://host/m" is not an embedder: use builtin, onnx:/path/to/model.onnx or https://host/v1/embeddings?model=NAME',
  ],
  ['onnx:/models/m.onnx?preset=resnet', '"resnet" is not a preset: use one of clip, siglip, dinov2'],
  ['onnx:/models/m.onnx?prior=no', 'prior= is either on or off'],
  ['https://host/v1/embeddings?model=m&prior=', 'prior= is either on or off'],
  ['onnx:', 'onnx: requires the path of a model, as in onnx:/path/to/model.onnx'],
  [
    'https://user:secret@host/v1/embeddings',
    'an embeddings endpoint requires the name of its model, as in https://host/v1/embeddings?model=NAME',
  ],
])('%s is refused in one line', (text, message) => {
  expect(() => parseEmbedder(text)).toThrow(new Error(message))
})
