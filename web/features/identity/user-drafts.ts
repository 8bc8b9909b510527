import type { SessionUser } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { drafts } from '../../ui/plain/draft-store.ts'

/** Whose drafts are open in this tab, by account and clinic. */
let draftOwner: string | undefined

/** Opens what this person typed in this tab and did not send. Without the key it lasts as long as the page. */
export async function openUserDrafts({ uid, clinicId }: SessionUser): Promise<void> {
  const person = `${uid} ${clinicId}`
  // Where it fails it is asked for again at the next step.
  if (draftOwner !== person && (await openDrafts())) draftOwner = person
}

/** Opens what whoever is signed in typed in this tab and did not send; false where the key is not to be had now. */
export const openDrafts = (): Promise<boolean> =>
  api.account
    .draftKey({})
    .then((owner) => drafts.open(owner))
    .then(
      () => true,
      () => false,
    )

/** The session has ended: whoever signs in again in this tab finds their own text. */
export function closeDrafts(): void {
  draftOwner = undefined
  drafts.close()
}

/** Somebody signed out: their text is gone. */
export function deleteDrafts(): void {
  draftOwner = undefined
  drafts.clear()
}
