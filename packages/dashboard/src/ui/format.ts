/** "1 picture", "3 pictures". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** "warm, bright and calm". */
export function listed(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`
}

/** "74 %". */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** Reasons of the service are fragments: "the host does not answer". */
export function capitalised(fragment: string): string {
  return fragment.charAt(0).toUpperCase() + fragment.slice(1)
}
