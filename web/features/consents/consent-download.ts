import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { saveFile } from '../../ui/plain/save-file.ts'
import type { ConsentListFilter } from './consent-list-query.ts'

const exportUrl = '/api/clinic/consents.csv'

/** What the server answers where it gives no file. */
async function readErrorResponse(answer: Response): Promise<Error> {
  const body = (await answer.json().catch(() => null)) as ErrorEnvelope | null
  return new Error(body?.message ?? 'The file could not be made. Please try again.')
}

/** Keeps the consents that a list shows, or those named, as a file; throws with the reason where there is none. */
export async function downloadConsents(filter: ConsentListFilter | { consentIds: string }): Promise<void> {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const answer = await fetch(`${exportUrl}?${new URLSearchParams(given)}`)
  if (!answer.ok) throw await readErrorResponse(answer)
  saveFile('consents.csv', await answer.blob())
}
