/** Whether it worked. Pages not served over https have no clipboard API. */
export async function copyText(text: string): Promise<boolean> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return copied ?? false
}
