import Negotiator from 'negotiator'

/**
 * Whether an Accept header names this type, with at least the weight of the usual one. Three rules differ from
 * negotiator's own choice: wildcards mean the usual type, parameters such as `charset` do not matter, and of two types
 * with the same weight `type` wins wherever it appears in the header.
 */
export function prefers(accept: string | undefined, type: string, usual: string): boolean {
  if (!accept) return false
  const ranges = accept.split(',')
  return [ranges, ranges.toReversed()].some((order) => {
    const byWeight = new Negotiator({ headers: { accept: order.join(',') } }).mediaTypes()
    return byWeight.map((name) => name.toLowerCase()).find((name) => name === type || name === usual) === type
  })
}
