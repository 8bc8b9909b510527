import { contract } from '../../../contract/index.ts'
import { reminder_interval_hours } from '../../../contract/limits.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { minute_ms } from '../../platform/clock.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { actionRules, lockConsent } from '../consents/index.ts'
import { listMessagesAbout } from '../messages/index.ts'
import { agreedChannelsOf, findPatient, contactDetailsOf } from '../patients/index.ts'
import { sendLink } from '../signing/index.ts'
import { workingChannel } from './reminder-ladder-rules.ts'
import { beforeAppointment, isAskedFor } from './reminder-rules.ts'
import { insertReminder, policyOf, remindersFor, remindersOf, savePolicy } from './reminder-store.ts'

const apart_ms = reminder_interval_hours * 60 * minute_ms

/** Whether what was planned still holds: once it is opened, only an appointment is a reason to remind. */
const isStillToCome = ({ status, nextStep }: { status: ConsentStatus; nextStep: string | null }): boolean =>
  status === 'sent' || (status === 'viewed' && (nextStep === beforeAppointment || isAskedFor(nextStep)))

/** The operations of `contract/reminders.ts`. */
export const reminderHandlers = {
  policy: handle(contract.reminders.policy, async (scope) => ({ answer: await policyOf(scope) })),

  changePolicy: handle(contract.reminders.changePolicy, async (scope, policy) => {
    const before = await policyOf(scope)
    await savePolicy(scope, policy)
    scope.enqueue('reminders.replan', { clinicId: scope.clinicId })
    return { answer: policy, subject: scope.clinicId, details: { before, after: policy } }
  }),

  remindNow: handle(contract.reminders.remindNow, async (scope, { consentId, by }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const patient = await findPatient(scope, consent.patientId)
    if (!patient || actionRules.remind({ ...consent, now: scope.now })) return refuse('wrong-state')
    const reach = contactDetailsOf(patient, scope.now)
    if (!reach.mayContact) return refuse('not-contactable')
    const last = (await remindersOf(scope, consentId)).at(-1)
    if (last && scope.now.getTime() - last.at.getTime() < apart_ms) return refuse('too-soon')
    const channel = by ?? workingChannel(agreedChannelsOf(reach), await listMessagesAbout(scope, consentId))
    const sent = await sendLink(scope, consent, channel, 'reminder')
    if (typeof sent === 'string') return refuse(sent)
    await insertReminder(scope, { consentId, step: `by-hand-${sent.messageId}`, messageId: sent.messageId })
    return {
      answer: { by: sent.by, at: scope.now.toISOString() },
      subject: consentId,
      details: { step: 'by hand', by: sent.by },
    }
  }),

  list: handle(contract.reminders.list, async (scope, { consentIds }) => ({
    answer: (await remindersFor(scope, consentIds)).map((row) => ({
      consentId: row.consentId,
      sent: row.sent,
      lastAt: row.lastAt?.toISOString() ?? null,
      nextAt: isStillToCome(row) ? (row.nextAt?.toISOString() ?? null) : null,
    })),
  })),
}
