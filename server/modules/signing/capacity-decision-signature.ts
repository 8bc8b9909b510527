import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { CapacityDecision } from '../capacity/index.ts'
import { settingsOf } from '../clinics/index.ts'
import { hashMark, isExpired, transitionConsent, validityEnd, type ConsentRecord } from '../consents/index.ts'
import type { CapacityDecisionSignature } from './signing-schema.ts'
import { insertStaffSignature, revokeConsentLinks } from './signing-store.ts'

type SignedDecision = { decision: CapacityDecision; name: string; idempotencyKey: string }

/**
 * Signs a locked consent with what was decided for a patient who cannot decide it. The mark is the decision's own
 * fingerprint: the patient's hand, their statements and their choice of treatments are not there, since nobody gave them.
 * False where the text waits no longer.
 */
export async function signWithCapacityDecision(
  scope: ClinicScope,
  consent: ConsentRecord,
  { decision, name, idempotencyKey }: SignedDecision,
): Promise<boolean> {
  if (isExpired(consent, scope.now)) return false
  const { id: consentId, content, contentHash } = consent
  const { form, number, hash: decisionHash } = decision
  const mark: CapacityDecisionSignature = {
    ...{ kind: 'decided', form, decision: number, hash: decisionHash },
    takenAt: scope.now.toISOString(),
    takenBy: scope.actor.name,
  }
  const hash = hashMark(mark)
  const signerRole = 'decision-maker'
  await insertStaffSignature(scope, {
    ...{ consentId, idempotencyKey, name, signerRole, mark, markHash: hash },
    ...{ contentHash: contentHash!, statements: [], declined: [], at: scope.now },
  })
  const { validity } = await settingsOf(scope)
  const details = { name, signerRole, kind: mark.kind, contentHash, markHash: hash, decision: number }
  const signed = await transitionConsent(scope, consent, 'sign', {
    details,
    set: { validUntil: validityEnd(scope.now, content!, validity) },
  })
  await revokeConsentLinks(scope, consentId)
  return signed !== null
}
