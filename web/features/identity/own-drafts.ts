import type { SessionUser } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { drafts } from '../../ui/plain/draft-store.ts'

/** Whose drafts are open in this tab, by account and clinic. */
let openFor: string | undefined

/** Opens what this person typed in this tab and did not send. Without the key it lasts as long as the page. */
export async function openOwnDrafts({ uid, clinicId }: SessionUser): Promise<void> {
  const person = `${uid} ${clinicId}`
  if (openFor === person) return
  try {
    await drafts.open(await api.account.draftKey({}))
    openFor = person
  } catch {
    // It is asked for again at the next step.
  }
}

/** The session has ended: whoever signs in again in this tab finds their own text. */
export function closeDrafts(): void {
  openFor = undefined
  drafts.close()
}

/** Somebody signed out: their text is gone. */
export function forgetDrafts(): void {
  openFor = undefined
  drafts.clear()
}
