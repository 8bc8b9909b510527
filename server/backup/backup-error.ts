/** Why an archive, or the place it should be restored into, is refused. */
export type BackupProblem =
  | 'no-key'
  | 'wrong-key'
  | 'not-an-archive'
  | 'damaged'
  | 'newer'
  | 'incomplete'
  | 'place-not-empty'
  | 'does-not-match'
  | 'file-taken'
  | 'no-archive'
  | 'no-such-moment'
  | 'not-running'

/** Thrown for what a person can act on; the message is for them, and holds nothing of a patient. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly problem: BackupProblem
  constructor(problem: BackupProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
