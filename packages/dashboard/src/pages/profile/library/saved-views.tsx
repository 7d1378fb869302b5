import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { usePerson, useSession } from '../../../api/session.ts'
import { type SavedView, usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import styles from './library.module.css'

const nameCharactersMax = 60
const viewsMax = 50
/** The parameters of the address that are part of a view. */
const parameters = ['q', 'label', 'tag', 'range', 'sort'] as const

/** Filters and orders that a person keeps, in this browser. */
export function SavedViews({ projectId }: { readonly projectId: string }) {
  const { views, save, remove } = useViews(projectId)
  const [isEditing, setEditing] = useState(false)
  const [location, navigate] = useLocation()
  const query = viewIn(useSearch())
  const current = views.find((view) => view.query === query)
  const show = (name: string) => {
    const view = views.find((one) => one.name === name)
    if (view) navigate(view.query === '' ? location : `${location}?${view.query}`)
  }
  return (
    <>
      <Menu
        button={
          <Button look="quiet" aria-label={current ? `View: ${current.name}` : 'Views'}>
            <span className={styles.viewName}>{current?.name ?? 'Views'}</span>
            <Icon name="chevron" size={16} />
          </Button>
        }
        aria-label="Views"
        onAction={(key) => (key === 'edit' ? setEditing(true) : show(String(key).slice(1)))}
      >
        {views.map(({ name }) => (
          <MenuItem key={name} id={`=${name}`} textValue={name}>
            {name}
          </MenuItem>
        ))}
        {views.length > 0 ? <MenuLine /> : null}
        <MenuItem id="edit">Save or delete views…</MenuItem>
      </Menu>
      <ViewsDialog
        views={views}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        onSave={(name) => {
          save({ name, query })
          setEditing(false)
          showToast(`Saved the view “${name}” in this browser.`)
        }}
        onRemove={remove}
      />
    </>
  )
}

interface DialogProps {
  readonly views: readonly SavedView[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSave: (name: string) => void
  readonly onRemove: (name: string) => void
}

function ViewsDialog({ views, isOpen, onClose, onSave, onRemove }: DialogProps) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const isFull = views.length >= viewsMax && !views.some((view) => view.name === wanted)
  return (
    <Dialog title="Views of the library" isOpen={isOpen} onClose={onClose}>
      <Form
        onSubmit={() => {
          if (wanted === '' || isFull) return
          onSave(wanted)
          setName('')
        }}
      >
        <TextField
          label="Name"
          autoFocus
          value={name}
          maxLength={nameCharactersMax}
          onChange={setName}
          hint="Keeps the search, the filters and the order, in this browser. The same name replaces a view."
          error={isFull ? `You can keep ${viewsMax} views. Delete one first.` : undefined}
        />
        <Button type="submit" look="primary" isDisabled={wanted === '' || isFull}>
          Save this view
        </Button>
      </Form>
      {views.length === 0 ? null : (
        <ul className={styles.chips} aria-label="Your views">
          {views.map((view) => (
            <li key={view.name}>
              <Button look="quiet" onPress={() => onRemove(view.name)}>
                Delete “{view.name}”
              </Button>
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The views of this person in this project. Others who use the browser do not see them. */
function useViews(projectId: string) {
  const [preferences, change] = usePreferences()
  const account = useSession().data?.account ?? ''
  const person = usePerson()?.id ?? ''
  const owner = [account, person, projectId].join(' ')
  const views = preferences.views[owner] ?? []
  const keep = (kept: readonly SavedView[]) => change({ views: { ...preferences.views, [owner]: kept } })
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (view: SavedView) => keep([...without(view.name), view].sort((a, b) => a.name.localeCompare(b.name))),
    remove: (name: string) => keep(without(name)),
  }
}

/** The part of an address that makes a view, always in the same order. */
function viewIn(search: string): string {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of parameters) {
    const value = given.get(name)
    if (value !== null && value !== '') kept.set(name, value)
  }
  return kept.toString()
}
