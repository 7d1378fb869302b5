import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useRoute } from 'wouter'
import { useBoards } from '../../api/boards.ts'
import { useLibrary } from '../../api/library.ts'
import { useProfile } from '../../api/profile.ts'
import { useProfiles } from '../../api/profiles.ts'
import { mayAny, type Scope, useMay, useSession } from '../../api/session.ts'
import type { Command } from './find-commands.ts'

export interface Destination extends Command {
  readonly to: string
}

interface Page {
  readonly label: string
  readonly to: string
  readonly kind?: string
  readonly scopes: readonly Scope[]
  /** A person may go there without the scopes. */
  readonly isOpenToPeople?: true
}

const seen: readonly Scope[] = ['read', 'teach', 'write']

const pages: readonly Page[] = [
  { label: 'Profiles', to: '/profiles', scopes: seen },
  { label: 'API keys', to: '/keys', scopes: ['admin'] },
  { label: 'People', to: '/people', scopes: ['admin'], isOpenToPeople: true },
  { label: 'Webhooks', to: '/webhooks', scopes: ['admin'] },
  { label: 'Events', to: '/events', scopes: ['read'] },
  { label: 'Audit log', to: '/audit', scopes: ['admin'] },
  { label: 'Library', to: '/library', scopes: seen },
  { label: 'Boards', to: '/boards', scopes: seen },
  { label: 'Reviews', to: '/reviews', scopes: ['read', 'write'] },
  { label: 'Health', to: '/health', scopes: ['read', 'score', 'teach', 'write', 'admin'] },
  { label: 'New profile', to: '/profiles?dialog=new', kind: 'Action', scopes: ['write'] },
  { label: 'Import a profile', to: '/profiles?dialog=import', kind: 'Action', scopes: ['write'] },
  { label: 'Invite a person', to: '/people?dialog=invite', kind: 'Action', scopes: ['admin'] },
  { label: 'New API key', to: '/keys?dialog=new', kind: 'Action', scopes: ['admin'] },
]

/** Below the address of a profile. */
const profilePages: readonly Page[] = [
  { label: 'Overview', to: '', scopes: seen },
  { label: 'Compare', to: '/teach/compare', scopes: ['teach', 'write'] },
  { label: 'Label', to: '/teach/label', scopes: ['teach', 'write'] },
  { label: 'Answer questions', to: '/teach/answer', scopes: ['teach', 'write'] },
  { label: 'History', to: '/history', scopes: seen },
  { label: 'All branches', to: '/history?view=all', scopes: seen },
  { label: 'Score', to: '/score', scopes: ['score'] },
  { label: 'Where we differ', to: '/differ', scopes: ['read', 'write'] },
  { label: 'Library', to: '/library', scopes: seen },
  { label: 'Boards', to: '/boards', scopes: seen },
  { label: 'Reviews', to: '/shares', scopes: ['read', 'write'] },
  { label: 'Contradictions', to: '/contradictions', scopes: seen },
  { label: 'Save version', to: '/history/uncommitted', kind: 'Action', scopes: ['write'] },
]

/** Everything that the key may go to, what belongs to the open profile first. */
export function useCommands(hasTyped: boolean): readonly Destination[] {
  const session = useSession().data
  const may = ({ scopes, isOpenToPeople }: Page) =>
    mayAny(session?.scopes, scopes) || (isOpenToPeople === true && session?.person !== undefined)
  const [, open] = useRoute('/profiles/:id/*?')
  const profiles = useProfiles(useMay(...seen)).data ?? []
  const profile = profiles.find(({ id }) => id === open?.id)
  const base = `/profiles/${profile?.id}`
  const { versions, branches } = useHistory(profile?.id)
  const boards = useBoards().data ?? []
  const frames = useLibrary(profile?.projectId ?? '', hasTyped && profile !== undefined).data ?? []
  return [
    ...(profile ? profilePages.filter(may).map((page) => commandOf(page, profile.name, base)) : []),
    ...pages.filter(may).map((page) => commandOf(page)),
    ...profiles.map(({ id, name, projectId }) => ({
      id: `profile ${id}`,
      label: `${name} (${projectId})`,
      kind: 'Profile',
      to: `/profiles/${id}`,
    })),
    ...boards.map(({ id, name, profileId }) => ({
      id: `board ${id}`,
      label: name,
      kind: 'Board',
      to: `/profiles/${profileId}/boards/${id}`,
    })),
    ...branches.map(({ id, name, headVersionId }) => ({
      id: `branch ${id}`,
      label: name,
      kind: 'Branch',
      to: headVersionId == null ? `${base}/history` : `${base}/history/${encodeURIComponent(headVersionId)}`,
    })),
    ...versions.map(({ id, message }) => ({
      id: `version ${id}`,
      label: message.trim() || 'No message',
      kind: 'Version',
      to: `${base}/history/${encodeURIComponent(id)}`,
    })),
    ...frames.flatMap(({ id, name }) => {
      if (name == null) return []
      const label = pictureName(name)
      return [{ id: `picture ${id}`, label, kind: 'Picture', to: `${base}/library?q=${encodeURIComponent(label)}` }]
    }),
  ]
}

/** The branches of the open profile, and its versions, newest first. */
function useHistory(profileId: string | undefined) {
  const data = useProfile(profileId ?? '', profileId !== undefined).data?.profileData
  return { branches: data?.branches ?? [], versions: data?.versions.toReversed() ?? [] }
}

function commandOf({ label, to, kind = 'Page' }: Page, profileName?: string, base = ''): Destination {
  const path = base + to
  return { id: path, label: profileName === undefined ? label : `${label} · ${profileName}`, kind, to: path }
}
