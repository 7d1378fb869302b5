import { useEffect, useReducer, useRef } from 'react'
import { pictureAddress } from '../../../ui/pictures/picture.tsx'

export type Decoding = 'loading' | 'ready' | 'failed'

interface Loaded {
  readonly image: HTMLImageElement
  state: Decoding
}

/** Loads and decodes pictures before they are shown, and keeps them as long as they are requested. */
export function useDecoded(sources: readonly (string | null)[]): (source: string | null) => Decoding {
  const loaded = useRef(new Map<string, Loaded>())
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const wanted = [...new Set(sources.filter((source) => source !== null))]
  const names = wanted.join('\n')
  useEffect(() => {
    const all = names === '' ? [] : names.split('\n')
    for (const source of loaded.current.keys()) if (!all.includes(source)) loaded.current.delete(source)
    for (const source of all) {
      if (loaded.current.has(source)) continue
      const entry: Loaded = { image: new Image(), state: 'loading' }
      loaded.current.set(source, entry)
      const finish = (state: Decoding) => {
        entry.state = state
        redraw()
      }
      entry.image.src = pictureAddress(source)
      entry.image.decode().then(
        () => finish('ready'),
        () => finish('failed'),
      )
    }
  }, [names])
  return (source) => (source === null ? 'failed' : (loaded.current.get(source)?.state ?? 'loading'))
}
