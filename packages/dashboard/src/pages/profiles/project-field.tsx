import type { ProfileSummary } from '@palate/client'
import { useProjects } from '../../api/profiles.ts'
import { useSession } from '../../api/session.ts'
import { ComboField } from '../../ui/forms/combo-field.tsx'
import { projectIdFrom } from './project-id.ts'

interface Props {
  readonly value: string
  readonly onChange: (projectId: string) => void
  /** What an empty field means. */
  readonly emptyMeans?: string
}

/** A project by name, existing or new. A key that is limited to one project offers no choice. */
export function ProjectField({ value, onChange, emptyMeans }: Props) {
  const only = useSession().data?.projectId
  const projects = useProjects()
  if (only != null) return null
  return (
    <ComboField
      label="Project"
      value={value}
      onChange={(text) => onChange(projectIdFrom(text))}
      options={(projects.data?.projects ?? []).map(({ id }) => id)}
      hint={emptyMeans ?? 'Choose one or type a new name.'}
      placeholder={emptyMeans === undefined ? 'website' : 'Every project'}
    />
  )
}

/** The most likely project for a new profile, key or webhook. */
export function useUsualProject(profiles: readonly ProfileSummary[]): string {
  return useSession().data?.projectId ?? profiles[0]?.projectId ?? ''
}
