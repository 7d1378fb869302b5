import type { Profile } from '@palate/client'
import { Link } from 'wouter'
import { useMay } from '../../api/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { BranchSwitch } from './header/branch-switch.tsx'
import styles from './header/header.module.css'
import { ProfileMenu } from './header/profile-menu.tsx'
import { uncommittedCount } from './uncommitted.ts'

/** The profile, the branch, and the number of uncommitted changes. */
export function ProfileHeader({ profile }: { readonly profile: Profile }) {
  const uncommitted = uncommittedCount(profile.profileData.workingChanges)
  const mayWrite = useMay('write')
  return (
    <header className={styles.header}>
      <nav aria-label="Breadcrumb" className={styles.trail}>
        <Link href="/profiles">Profiles</Link>
        <span aria-hidden="true">/</span>
        <Link href={`/profiles?project=${encodeURIComponent(profile.projectId)}`}>{profile.projectId}</Link>
      </nav>
      <div className={styles.line}>
        <h1 className={styles.name} title={profile.name}>
          {profile.name}
        </h1>
        <BranchSwitch profile={profile} />
        {uncommitted === 0 ? null : (
          <Link href={`/profiles/${profile.id}/history/uncommitted`} className={styles.uncommitted}>
            <Icon name="commit" size={16} />
            <span>
              {uncommitted}
              <span className={styles.words}>
                {' '}
                {uncommitted === 1 ? 'change' : 'changes'} {mayWrite ? 'to save' : 'not saved'}
              </span>
            </span>
          </Link>
        )}
        <ProfileMenu profile={profile} />
      </div>
    </header>
  )
}
