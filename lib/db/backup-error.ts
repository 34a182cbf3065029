/** Why a backup can't be made, read or restored, in words for an operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}
