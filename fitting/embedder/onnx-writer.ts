/** Writes ONNX models. By hand, because six message types suffice; a protobuf library would need all of ONNX's schema. */

export type Attribute = number | string | readonly number[]
export type Node = {
  readonly op: string
  /** Omitted for ONNX's own operators. */
  readonly domain?: 'com.microsoft'
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: Readonly<Record<string, Attribute>>
}
export type Tensor = {
  readonly name: string
  readonly shape: readonly number[]
  readonly data: Float32Array | Uint8Array | Int8Array | Int32Array
}
export type ValueInfo = {
  readonly name: string
  readonly shape: readonly (number | string)[]
  readonly type?: 'float32' | 'uint8'
}
export type Graph = {
  readonly name: string
  readonly nodes: readonly Node[]
  readonly initializers: readonly Tensor[]
  readonly inputs: readonly ValueInfo[]
  readonly outputs: readonly ValueInfo[]
}

const irVersion = 8
const opsetVersion = 13
const elementType = { float32: 1, uint8: 2, int8: 3, int32: 6 } as const
const attributeType = { int: 2, string: 3, ints: 7 } as const

export function encodeOnnx(graph: Graph, metadata: Readonly<Record<string, string>>): Uint8Array {
  const properties = Object.entries(metadata).map(([key, value]) => message(14, text(1, key), text(2, value)))
  return join([
    integer(1, irVersion),
    text(2, 'palate build-embedder'),
    message(7, ...graphFields(graph)),
    message(8, text(1, ''), integer(2, opsetVersion)),
    message(8, text(1, 'com.microsoft'), integer(2, 1)),
    ...properties,
  ])
}

function graphFields(graph: Graph): Uint8Array[] {
  return [
    ...graph.nodes.map((node) => message(1, ...nodeFields(node))),
    text(2, graph.name),
    ...graph.initializers.map((tensor) => message(5, ...tensorFields(tensor))),
    ...graph.inputs.map((value) => message(11, ...valueFields(value))),
    ...graph.outputs.map((value) => message(12, ...valueFields(value))),
  ]
}

function nodeFields(node: Node): Uint8Array[] {
  return [
    ...node.inputs.map((name) => text(1, name)),
    ...node.outputs.map((name) => text(2, name)),
    text(3, node.outputs.join('+')),
    text(4, node.op),
    ...(node.domain ? [text(7, node.domain)] : []),
    ...Object.entries(node.attributes ?? {}).map(([name, value]) => message(5, ...attributeFields(name, value))),
  ]
}

function attributeFields(name: string, value: Attribute): Uint8Array[] {
  if (typeof value === 'number') return [text(1, name), integer(3, value), integer(20, attributeType.int)]
  if (typeof value === 'string') return [text(1, name), text(4, value), integer(20, attributeType.string)]
  return [text(1, name), ...value.map((item) => integer(8, item)), integer(20, attributeType.ints)]
}

function tensorFields({ name, shape, data }: Tensor): Uint8Array[] {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return [...shape.map((size) => integer(1, size)), integer(2, elementTypeOf(data)), text(8, name), bytes(9, raw)]
}

function elementTypeOf(data: Tensor['data']): number {
  if (data instanceof Float32Array) return elementType.float32
  if (data instanceof Uint8Array) return elementType.uint8
  return data instanceof Int8Array ? elementType.int8 : elementType.int32
}

function valueFields({ name, shape, type = 'float32' }: ValueInfo): Uint8Array[] {
  const dimensions = shape.map((size) => message(1, typeof size === 'number' ? integer(1, size) : text(2, size)))
  const tensorType = message(1, integer(1, elementType[type]), message(2, ...dimensions))
  return [text(1, name), message(2, tensorType)]
}

function integer(field: number, value: number): Uint8Array {
  return join([varint(field << 3), varint(value)])
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, new TextEncoder().encode(value))
}

function message(field: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return bytes(field, join(parts))
}

function bytes(field: number, value: Uint8Array): Uint8Array {
  return join([varint((field << 3) | 2), varint(value.length), value])
}

function varint(value: number): Uint8Array {
  const out: number[] = []
  let rest = value
  while (rest > 127) {
    out.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...out, rest])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
