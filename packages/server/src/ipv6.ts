import { isIPv6 } from 'node:net'

/** The eight 16-bit groups of an IPv6 address; undefined for anything else, scoped addresses included. */
export function ipv6Groups(address: string): readonly number[] | undefined {
  if (!isIPv6(address) || address.includes('%')) return undefined
  const [left = '', right] = address.split('::')
  const head = groupsOf(left)
  if (right === undefined) return head
  const tail = groupsOf(right)
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function groupsOf(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
