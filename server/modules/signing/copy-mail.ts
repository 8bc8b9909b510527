import { copies_a_day_max } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import type { JobData, PatientScope, StaffScope } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { findConsent } from '../consents/index.ts'
import { countMessages, queueMessage } from '../messages/index.ts'
import { contactRefusal, findPatient, contactDetailsOf } from '../patients/index.ts'
import { maskEmailAddress } from './link-code-rules.ts'

/** Where a patient's mail goes, who asks for it in person; '' where nothing is on file, or they are ours no longer. */
async function patientEmailOf(scope: StaffScope | PatientScope, patientId: string): Promise<string> {
  const patient = await findPatient(scope, patientId)
  return !patient || contactRefusal(patient) ? '' : contactDetailsOf(patient, scope.now).email
}

/** Hands the wish for a copy on; answers where it goes, as its owner knows it. */
export async function requestCopy(
  scope: PatientScope,
  consentId: string,
): Promise<{ to: string } | 'not-found' | 'wrong-state' | 'no-email' | 'too-many'> {
  const consent = await findConsent(scope, consentId)
  if (!consent) return 'not-found'
  if (consent.status !== 'signed' && consent.status !== 'finalised') return 'wrong-state'
  const address = await patientEmailOf(scope, consent.patientId)
  if (address === '') return 'no-email'
  const sinceYesterday = new Date(scope.now.getTime() - day_ms)
  const sent = await countMessages(scope, { aboutId: consentId, kind: 'signed-copy', since: sinceYesterday })
  if (sent >= copies_a_day_max) return 'too-many'
  scope.enqueue('signing.mail-copy', { clinicId: scope.clinicId, consentId })
  return { to: maskEmailAddress(address) }
}

/** Queues the message with the link to the copy, whatever the patient agrees to otherwise: they asked for it. */
export const queueCopyMail = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const consent = await findConsent(scope, consentId!)
    const recipient = consent ? await patientEmailOf(scope, consent.patientId) : ''
    if (recipient) await queueMessage(scope, { kind: 'signed-copy', aboutId: consentId!, recipient })
  })
