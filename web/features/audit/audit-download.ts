import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { saveFile } from '../../ui/plain/save-file.ts'

/** What the server answers where it gives no file. */
async function readErrorResponse(answer: Response): Promise<Error> {
  const body = (await answer.json().catch(() => null)) as ErrorEnvelope | null
  return new Error(body?.message ?? 'The file could not be made. Please try again.')
}

/** Keeps the entries of a search as a file; throws with the reason where there is none. */
export async function downloadAuditFile(href: string): Promise<void> {
  const answer = await fetch(href)
  if (!answer.ok) throw await readErrorResponse(answer)
  saveFile('audit-log.csv', await answer.blob())
}
