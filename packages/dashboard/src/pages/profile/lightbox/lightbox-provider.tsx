import type { Profile } from '@palate/client'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Lightbox } from './lightbox.tsx'
import type { LightboxItem } from './lightbox-items.ts'
import { type Label, useLabels } from './use-labels.ts'

interface Opened {
  /** In the order of the arrow keys. */
  readonly items: readonly LightboxItem[]
  readonly key: string | undefined
  /** After a label was given, or removed if it is undefined. */
  readonly onLabelled?: (key: string, label: Label | undefined) => void
}

type OpenPictures = (opened: Opened) => void

const Context = createContext<OpenPictures>(() => {})

/** Opens pictures large, above any page of the profile. */
export function useOpenPictures(): OpenPictures {
  return useContext(Context)
}

export function LightboxProvider({ profile, children }: { readonly profile: Profile; readonly children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  const open = useCallback<OpenPictures>((one) => setOpened(one), [])
  return (
    <Context value={open}>
      {children}
      {opened ? <OpenedLightbox profile={profile} opened={opened} onChange={setOpened} /> : null}
    </Context>
  )
}

interface Props {
  readonly profile: Profile
  readonly opened: Opened
  readonly onChange: (opened: Opened) => void
}

function OpenedLightbox({ profile, opened, onChange }: Props) {
  const labels = useLabels(profile)
  const { items, key, onLabelled } = opened
  const withNotice = onLabelled && {
    ...labels,
    judge(item: LightboxItem, label: Label) {
      labels.judge(item, label)
      onLabelled(item.key, label)
    },
    remove(item: LightboxItem) {
      labels.remove(item)
      onLabelled(item.key, undefined)
    },
  }
  return (
    <Lightbox
      profile={profile}
      items={items}
      labels={withNotice ?? labels}
      open={key}
      onOpen={(next) => onChange({ ...opened, key: next })}
    />
  )
}
