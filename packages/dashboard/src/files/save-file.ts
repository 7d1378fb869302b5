/** Offers a text as a download. */
export function saveFile(text: string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by the time the click is handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
