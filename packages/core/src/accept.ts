/**
 * Does an Accept header ask for this type, by name and with no less weight than for the usual one? Wildcards take what
 * is usual.
 */
export function prefers(accept: string | undefined, type: string, usual: string): boolean {
  const weights = new Map((accept ?? '').split(',').map(readRange))
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get(usual) ?? 0)
}

function readRange(range: string): readonly [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.map((parameter) => /^q\s*=\s*([0-9.]+)$/.exec(parameter)?.[1]).find((q) => q !== undefined)
  return [type, weight === undefined ? 1 : Number(weight)]
}
