import type { ClinicScope } from '../../platform/database/transaction.ts'
import { settingsOf } from '../clinics/index.ts'
import type { ConsentRecord } from '../consents/index.ts'
import { recordPrintedLetter } from '../messages/index.ts'
import { linkExpiry } from './signing-rules.ts'
import { insertLink, revokeUnopenedLinks } from './signing-store.ts'

/**
 * A link to print in a letter. The one of a letter printed before, which lies about or was thrown away, stops working
 * unless the patient has opened it.
 */
export async function createLetterLink(
  scope: ClinicScope,
  consent: Pick<ConsentRecord, 'id' | 'status' | 'expiresAt'>,
): Promise<{ token: string; linkId: string; expiresAt: Date }> {
  await revokeUnopenedLinks(scope, consent.id, 'letter')
  const messageId = await recordPrintedLetter(scope, consent.id)
  const expiresAt = linkExpiry(scope.now, consent, await settingsOf(scope))
  const { link, token } = await insertLink(scope, { consentId: consent.id, expiresAt, messageId })
  return { token, linkId: link.id, expiresAt }
}
