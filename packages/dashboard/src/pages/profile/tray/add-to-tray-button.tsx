import { addToTray, type TrayPicture } from '../../../state/tray.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toaster.tsx'

interface Props {
  readonly projectId: string
  readonly pictures: readonly TrayPicture[]
}

/** Puts pictures aside, to do something with several from different pages. */
export function AddToTrayButton({ projectId, pictures }: Props) {
  return <Button onPress={() => putIntoTray(projectId, pictures)}>To the tray</Button>
}

export function putIntoTray(projectId: string, pictures: readonly TrayPicture[]): void {
  // The tray itself shows what was added.
  if (addToTray(projectId, pictures) === 0) showToast('In the tray already.')
}
