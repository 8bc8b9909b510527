import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicContactOf, timeZoneOf } from '../clinics/index.ts'
import { findConsent } from '../consents/index.ts'
import {
  dayText,
  composeFixedMessage,
  queueMessage,
  textLanguageOf,
  type Composer,
} from '../messages/index.ts'
import { findPatient } from '../patients/index.ts'
import { isShareable, invitationStateOf, type SupporterSecrets } from './supporter-rules.ts'
import { lockSupporter, findSupporterOfMessage, updateSupporter } from './supporter-store.ts'

/** Queues the message that carries a supporter's link, once; a patient may not write messages themselves. */
export const sendSupporterLink = (runJob: RunJob, { clinicId, supporterId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const supporter = await lockSupporter(scope, supporterId!)
    if (!supporter || supporter.by === 'own' || supporter.messageId !== null) return
    if (invitationStateOf(supporter, scope.now) !== 'open') return
    const { consentId: aboutId, contact: recipient, by: channel } = supporter
    const messageId = await queueMessage(scope, { kind: 'supporter-link', aboutId, recipient, channel })
    await updateSupporter(scope, supporter.id, { messageId })
  })

/** Composes it. It names neither the patient nor what it is about: whoever gets it knows who told them to expect it. */
export const supporterComposer =
  ({ address, secrets }: { address: string; secrets: SupporterSecrets }): Composer =>
  async (scope, { id, channel, aboutId }) => {
    const supporter = await findSupporterOfMessage(scope, id)
    const consent = await findConsent(scope, aboutId)
    if (!supporter || !consent || !isShareable(consent.status)) return null
    if (invitationStateOf(supporter, scope.now) !== 'open') return null
    const patient = (await findPatient(scope, consent.patientId))!
    const { name, phone } = await clinicContactOf(scope)
    const language = textLanguageOf(patient.language)
    return composeFixedMessage(
      { kind: 'supporter-link', channel: channel === 'sms' ? 'sms' : 'email', language },
      {
        practiceName: name,
        practicePhone: phone,
        link: `${address}/supporter/${secrets.tokenOf(supporter.id)}`,
        expires: dayText(language, supporter.expiresAt, await timeZoneOf(scope)),
        greetingName: '',
      },
    )
  }
