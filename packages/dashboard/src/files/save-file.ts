/** Offers a text or a file as a download. */
export function saveFile(content: string | Blob, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by the time the click is handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
