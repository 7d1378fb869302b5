/** Strokes on a 20 × 20 grid, in the colour of the surrounding text. */
const paths = {
  logo: 'M7.5 3.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M13 8a4.5 4.5 0 1 1-4.6 4.6',
  profiles: 'M3 4h6v6H3zM11 4h6v6h-6zM3 12h6v4H3zM11 12h6v4h-6z',
  library: 'M3 4h4v12H3zM8.5 4h4v12h-4zM14 4.5l3-.8l2 12l-3 .6z',
  boards: 'M3 3h6v9H3zM11 3h6v5h-6zM11 10h6v7h-6zM3 14h6v3H3z',
  review: 'M3 4h14v9H9l-4 4v-4H3zM7 8.5l2 2l4-4',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  people:
    'M7.5 4a3 3 0 1 0 0 6a3 3 0 0 0 0-6M2.5 16.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5M13 4.5a2.7 2.7 0 0 1 0 5.2M14.5 12.3c2 .5 3 2 3 4.2',
  out: 'M8 4H4v12h4M9 10h8M14 7l3 3l-3 3',
  theme: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16.5 11.5A7 7 0 0 1 8.5 3.5a7 7 0 1 0 8 8',
  plus: 'M10 4v12M4 10h12',
  share:
    'M8 9l5-3M8 11l5 3M6 8a2 2 0 1 0 0 4a2 2 0 0 0 0-4M15 3a2 2 0 1 0 0 4a2 2 0 0 0 0-4M15 13a2 2 0 1 0 0 4a2 2 0 0 0 0-4',
  close: 'M5 5l10 10M15 5L5 15',
  check: 'M4 10.5l4 4l8-9',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M13 13l4 4',
  branch: 'M6 3v10M6 13a2 2 0 1 0 0 4a2 2 0 0 0 0-4M14 3a2 2 0 1 0 0 4a2 2 0 0 0 0-4M14 7c0 4-8 2-8 6',
  commit: 'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M2 10h4.5M13.5 10H18',
  chevron: 'M5 8l5 5l5-5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  good: 'M7 9l3-6c1.5 0 2 1 2 2l-.5 3H16l-1.2 8H7zM4 9h3v7H4z',
  bad: 'M7 11l3 6c1.5 0 2-1 2-2l-.5-3H16l-1.2-8H7zM4 4h3v7H4z',
} as const

export type IconName = keyof typeof paths

/** Decorative: the adjacent text or the button's label carries the meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
