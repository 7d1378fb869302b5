import type { Disagreements } from '@palate/client'

/** How many pictures everybody judges in a round. */
export const roundPicturesMax = 12
/** An address of a round stays one that every chat program takes. */
const urlCharactersMax = 300

type JudgedPicture = Disagreements['judged'][number]
type LikelyPicture = Disagreements['likely'][number]

/** How much the people differ: the share of pairs of them who said different things. */
export function splitOf(votes: JudgedPicture['votes']): number {
  const pairs = (votes.length * (votes.length - 1)) / 2
  const good = votes.filter(({ label }) => label === 'good').length
  return pairs === 0 ? 0 : (good * (votes.length - good)) / pairs
}

/** The addresses of the most divisive pictures: those that were judged, and those that probably would divide. */
export function roundOf({ judged, likely }: Pick<Disagreements, 'judged' | 'likely'>): readonly string[] {
  const divisive = [
    ...judged.map(({ picture, votes }) => ({ url: picture.url, split: splitOf(votes) })),
    ...likely.map(({ frame, split }: LikelyPicture) => ({ url: frame.url, split })),
  ]
  const urls = divisive
    .toSorted((a, b) => b.split - a.split)
    .flatMap(({ url }) => (url === null || url.startsWith('data:') || url.length > urlCharactersMax ? [] : [url]))
  return [...new Set(urls)].slice(0, roundPicturesMax)
}

/** As in the address of the page: ids of the library, and other addresses as they are. */
export function formatRound(urls: readonly string[]): string {
  return urls.map((url) => encodeURIComponent(url.replace(/^frame:(?=frm_)/, ''))).join(',')
}

export function parseRound(text: string): readonly string[] {
  const urls = text.split(',').flatMap((part) => {
    const url = decoded(part)
    if (/^frm_\w+$/.test(url)) return [`frame:${url}`]
    return /^(?:https?:\/\/|frame:)\S+$/.test(url) ? [url] : []
  })
  return [...new Set(urls)].slice(0, roundPicturesMax)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
