import { contract } from '../../contract/index.ts'
import { day_ms, hour_ms, minute_ms } from '../platform/clock.ts'
import { done, passTo, reach } from './demo-year-context.ts'
import { openOnPhone, type Given } from './demo-year-forms.ts'

const link_days = 30

/** Found to be of the wrong tooth soon after it was sent. */
export async function makeVoid({ context, consent, consentId }: Given): Promise<void> {
  if (!reach(context, consent.at.sent + 40 * minute_ms)) return
  const reason = 'Made out for the wrong tooth'
  await context.owner.call(contract.consents.void, { consentId, reason }, done)
  await context.app.jobs.drain()
}

/** The reminders that come by themselves until the patient looks. */
export async function remindUntil({ context, consent }: Given, until_ms: number): Promise<void> {
  for (const days of [2, 5]) {
    const due = consent.at.sent + days * day_ms + minute_ms
    if (due < until_ms) await passTo(context, 'reminders', due)
  }
}

/** Nobody answers, whatever reminds them. */
export async function expire(given: Given): Promise<false> {
  const { consent, context } = given
  const over = consent.at.sent + link_days * day_ms + hour_ms
  await remindUntil(given, over)
  await passTo(context, 'consents.expired', over)
  return false
}

/** The patient rings to say no, and is told what may follow. */
export async function refuse({ context, consent, consentId, clinician, key }: Given): Promise<false> {
  if (!reach(context, consent.at.finalised)) return false
  const refusal = { consentId, ...consent.refusal }
  await clinician.call(contract.consents.recordRefusal, refusal, { key: `${key}-refusal`, ...done })
  await context.app.jobs.drain()
  return false
}

/** Signed, and taken back before it is countersigned. */
export async function withdraw(given: Given): Promise<false> {
  const { context, consent, consentId } = given
  if (!reach(context, consent.at.finalised)) return false
  const { phone } = await openOnPhone(given)
  await phone.call(contract.signing.withdraw, { consentId, reason: consent.withdrawal }, done)
  await context.app.jobs.drain()
  return false
}
