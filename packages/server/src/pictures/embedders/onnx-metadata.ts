/**
 * Reads the free-form properties of an ONNX file, which the runtime does not expose. A protobuf message is a list of
 * numbered fields. The properties are field 14; all others are skipped. That is too little to need a protobuf library.
 */
export function readOnnxMetadata(model: Uint8Array): Readonly<Record<string, string>> {
  const properties = fieldsOf(model).filter(({ number }) => number === propertyField)
  return Object.fromEntries(
    properties.map(({ content }) => {
      const parts = fieldsOf(content)
      return [textOf(parts, 1), textOf(parts, 2)]
    }),
  )
}

const propertyField = 14

interface Field {
  readonly number: number
  /** Empty for numbers. */
  readonly content: Uint8Array
}

/** Reads as many fields as it can. Ignores malformed data, because the runtime rejects it. */
function fieldsOf(message: Uint8Array): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; at < message.length; scale *= 128) {
      const byte = message[at] ?? 0
      at += 1
      value += (byte & 127) * scale
      if (byte < 128) break
    }
    return value
  }
  while (at < message.length) {
    const tag = varint()
    const wireType = tag % 8
    const length = wireType === 2 ? varint() : (fixedLengths.get(wireType) ?? 0)
    if (wireType === 0) varint()
    const end = Math.min(at + length, message.length)
    fields.push({ number: Math.floor(tag / 8), content: message.subarray(at, end) })
    at = end
  }
  return fields
}

const fixedLengths: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 4],
])

function textOf(fields: readonly Field[], number: number): string {
  return new TextDecoder().decode(fields.find((field) => field.number === number)?.content)
}
