import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toaster.tsx'

/** The address of the round, for the others. */
export function CopyAddress() {
  const copy = async () => {
    const isCopied = await copyText(location.href)
    showToast(
      isCopied
        ? 'Address copied. Send it to the team.'
        : 'The browser did not allow copying. Copy the address of the page.',
    )
  }
  return (
    <Button onPress={() => void copy()}>
      <Icon name="copy" size={16} />
      Copy the address
    </Button>
  )
}
