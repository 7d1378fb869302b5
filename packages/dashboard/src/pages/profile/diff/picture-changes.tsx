import type { Exemplar, ExemplarDiff } from '@palate/client'
import { PictureWall, type WallPicture } from '../../../ui/pictures/picture-wall.tsx'
import type { LightboxItem } from '../lightbox/lightbox-items.ts'
import { useOpenPictures } from '../lightbox/lightbox-provider.tsx'
import { AgentNote } from './agent-note.tsx'
import { ChangeGroup } from './change-group.tsx'
import { otherChanges } from './describe-elements.ts'
import { DiscardButton } from './discard.tsx'
import type { DiffPictures, ElementPictures } from './element-pictures.ts'

interface Props {
  readonly diff: ExemplarDiff
  readonly pictures: DiffPictures
}

/** Pictures that were added, removed or relabelled. */
export function PictureChanges({ diff, pictures: { before, after } }: Props) {
  const open = useOpenPictures()
  const { added, removed, changed } = diff
  const flipped = changed.filter(({ from, to }) => from.label !== to.label)
  const edited = changed.filter(({ from, to }) => from.label === to.label)
  const show = (exemplar: Exemplar, caption?: string) => wallPicture(exemplar, after, caption)
  const groups = [
    ['Added as good', added.filter(({ label }) => label === 'good').map((one) => show(one))],
    ['Added as bad', added.filter(({ label }) => label === 'bad').map((one) => show(one))],
    ['Added without a label', added.filter(({ label }) => label == null).map((one) => show(one))],
    ['Flipped', flipped.map(({ from, to }) => show(to, `${from.label ?? 'no label'} → ${to.label ?? 'no label'}`))],
    [
      'Changed',
      edited.map(({ from, to }) => show(to, otherChanges(from, to, ['id', 'label', 'source', 'quote']).join('; '))),
    ],
    ['Removed', removed.map((one) => wallPicture(one, before, `was ${one.label ?? 'unlabelled'}`))],
  ] as const
  const items = groups.flatMap(([, shown]) => shown.map(({ item }) => item))
  return groups.map(([title, wall]) => (
    <ChangeGroup key={title} title={title} items={wall}>
      {(shown) => <PictureWall label={title} pictures={shown} onOpen={(key) => open({ items, key })} />}
    </ChangeGroup>
  ))
}

function wallPicture(
  exemplar: Exemplar,
  pictures: ElementPictures,
  caption?: string,
): WallPicture & { readonly item: LightboxItem } {
  return {
    id: exemplar.id ?? '',
    src: pictures.ofExemplar(exemplar),
    alt: `${exemplar.label ?? 'unlabelled'}: ${pictures.nameOf(exemplar)}`,
    caption: (
      <>
        {caption || captionOf(exemplar, pictures)}
        <AgentNote element={exemplar} />
        <DiscardButton id={exemplar.id} name={pictures.nameOf(exemplar)} />
      </>
    ),
    tone: exemplar.label ?? undefined,
    item: pictures.itemOf(exemplar),
  }
}

function captionOf(exemplar: Exemplar, { nameOf }: ElementPictures): string {
  const dimension = exemplar.dimension == null ? [] : [exemplar.dimension]
  return [nameOf(exemplar), ...dimension].join(' · ')
}
