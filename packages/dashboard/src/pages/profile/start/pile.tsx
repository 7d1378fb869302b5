import type { Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { UploadNotes } from '../../../files/upload-notes.tsx'
import { useFileDrop } from '../../../files/use-file-drop.ts'
import { useUploads } from '../../../files/use-uploads.ts'
import { type PickedFrame, pickFrames } from '../../../state/picked-frames.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { parseAddresses, type ScoreItem } from '../score/score-items.ts'
import { samplePictures } from './sample-pictures.ts'
import styles from './start.module.css'

/** Of more, the first. */
const addressesAtOnceMax = 50

/** Pictures in any order, from anywhere, which are then sorted one after the other by keyboard. */
export function Pile({ profile }: { readonly profile: Profile }) {
  const [, navigate] = useLocation()
  const uploads = useUploads(profile.projectId)
  const [pile, setPile] = useState<readonly PickedFrame[]>([])
  const [addresses, setAddresses] = useState('')
  const latest = useRef(pile)
  const put = (added: readonly PickedFrame[]) => {
    const known = new Set(latest.current.map(({ frame }) => frame.id))
    latest.current = [...latest.current, ...added.filter(({ frame }) => !known.has(frame.id))]
    setPile(latest.current)
  }
  const upload = (files: readonly File[]) =>
    uploads.upload(files, ({ id, url, name }) => put([{ frame: { id, url }, name: pictureName(name ?? 'Picture') }]))
  const mayScore = useMay('score')
  // The service reads them, because this page never loads pictures from other hosts; a score is how it does.
  const reading = useMutation({
    mutationFn: async (items: readonly ScoreItem[]) => {
      const frames = items.map(({ frameId }) => ({ id: frameId, url: frameId }))
      const { scores } = await palate.score({ profile_id: profile.id, dimensions: ['aesthetics'], frames })
      await queries.invalidateQueries({ queryKey: ['recent-frames', profile.projectId] })
      const failed = new Set(scores.flatMap(({ frame_id, error }) => (error ? [frame_id] : [])))
      const read = items.filter(({ frameId }) => !failed.has(frameId))
      put(read.map(({ frameId, name }) => ({ frame: { id: frameId, url: frameId }, name })))
      if (failed.size > 0) showToast(`${counted(failed.size, 'picture')} could not be read.`)
    },
  })
  const takeText = (text: string) => {
    const { items, rejected } = parseAddresses(text)
    if (items.length > 0) reading.mutate(items.slice(0, addressesAtOnceMax))
    else showToast(`Not a URL: ${rejected.slice(0, 3).join(' ')}`)
  }
  useFileDrop({ onFiles: (files) => void upload(files), ...(mayScore && { onText: takeText }) })
  const samples = useMutation({ mutationFn: async () => upload(await samplePictures()) })
  const { mutate: drawSamples } = samples
  const [wanted, setWanted] = useSearchParam('pile', 'replace')
  useEffect(() => {
    if (wanted !== 'samples') return
    setWanted('')
    drawSamples()
  }, [wanted, setWanted, drawSamples])
  const sort = () => {
    pickFrames(profile.id, pile)
    navigate(`/profiles/${profile.id}/teach/label`)
  }
  return (
    <section className={styles.pile} aria-label="One pile">
      <h3>Or everything on one pile</h3>
      <p className={styles.soft}>
        Drop a folder, pictures or addresses anywhere here, then sort them by keyboard: G is good, B is bad.
      </p>
      <UploadNotes uploads={uploads} onRetry={(files) => void upload(files)} />
      <ErrorNote error={samples.error ?? reading.error} />
      <div className={styles.next}>
        <AddPictures isFolder onFiles={(files) => void upload(files)} />
        <Button isPending={samples.isPending} onPress={() => samples.mutate()}>
          Try with sample pictures
        </Button>
      </div>
      {mayScore ? (
        <form
          className={styles.addresses}
          onSubmit={(event) => {
            event.preventDefault()
            takeText(addresses)
            setAddresses('')
          }}
        >
          <TextField label="Addresses of pictures" value={addresses} onChange={setAddresses} placeholder="https://…" />
          <Button type="submit" isPending={reading.isPending} isDisabled={addresses.trim() === ''}>
            Add
          </Button>
        </form>
      ) : null}
      {pile.length === 0 ? null : (
        <div>
          <Button look="primary" isDisabled={uploads.pending > 0} onPress={sort}>
            Sort {counted(pile.length, 'picture')}
          </Button>
        </div>
      )}
    </section>
  )
}
