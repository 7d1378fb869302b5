/** What is to be backed up or restored is not a store, or it is damaged or has been tampered with. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
