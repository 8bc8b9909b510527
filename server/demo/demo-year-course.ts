import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import { minute_ms } from '../platform/clock.ts'
import { acceptedRisks } from './demo-consent-steps.ts'
import { demoPlaceholders } from './demo-consents.ts'
import { emailLocalPart } from './demo-people.ts'
import { done, reach, type YearContext } from './demo-year-context.ts'
import { expire, makeVoid, refuse, remindUntil, withdraw } from './demo-year-endings.ts'
import { openOnPhone, signAnyhow, type Given } from './demo-year-forms.ts'
import type { YearConsent, YearCourse } from './demo-year-plan.ts'
import { treat } from './demo-year-treatment.ts'

const noHealthProblems = ['warfarin', 'doac', 'bleeding-disorder'] as const
const no = (factor: string) => ({ factor, answer: 'no' as const, fields: {}, teeth: null })
const smokes = { factor: 'smoker', answer: 'yes' as const, fields: { perDay: '10' }, teeth: null }

/** What one patient came for, from their first visit to what they thought of it later. */
export async function runCourse(context: YearContext, course: YearCourse): Promise<void> {
  const first = course.consents[0]!.at.sent - 25 * minute_ms
  if (!reach(context, first)) return
  const patientId = await addPatient(context, course)
  for (const [place, consent] of course.consents.entries()) {
    if (!reach(context, consent.at.sent)) return
    context.clock.set(consent.at.sent - 20 * minute_ms)
    await runConsent(context, { course, consent, patientId, isFirst: place === 0 })
  }
}

async function addPatient(
  context: YearContext,
  { number, patient, isLargePrint }: YearCourse,
): Promise<string> {
  const today = dateInTimeZone(context.clock.now())
  const details = {
    ...patient,
    email: emailLocalPart(`${patient.firstName}.${patient.lastName}@example.org`),
    ...{ needsAskedOn: today, contactAskedOn: today },
    accessNeeds: isLargePrint ? ['large-print' as const] : [],
  }
  const key = `demo-year-patient-${number}`
  return (await context.colleague('manager').call(contract.patients.create, details, { key }))!.id
}

type ConsentRun = { course: YearCourse; consent: YearConsent; patientId: string; isFirst: boolean }

/** The health of a patient is gone through before each plan. */
async function reviewHistory(
  context: YearContext,
  { course, consent, patientId, isFirst }: ConsentRun,
): Promise<void> {
  const { caller } = await context.member(consent.by)
  if (!isFirst) {
    const key = `demo-year-${consent.number}-history`
    return void (await caller.call(contract.histories.review, { patientId, version: 1 }, { key, ...done }))
  }
  const facts = [...noHealthProblems.map(no), course.isSmoker ? smokes : no('smoker')]
  const answers = { patientId, version: 0, source: 'patient', facts, isReviewed: true } as const
  await caller.call(contract.histories.save, answers, done)
}

/** The plan as it was made with the patient. */
async function planOf(context: YearContext, { course, consent, patientId }: ConsentRun) {
  const { case: known, teeth, diagnosis, by } = consent
  const { caller, staffId } = await context.member(by)
  const templateId = await context.templateId(known.template)
  const { placeholders } = (await context.owner.call(contract.templates.get, { templateId }))!
  const asked = Object.entries(demoPlaceholders).filter(([name]) => placeholders.includes(name))
  const personalRisks = await acceptedRisks(context, caller, patientId, { templateId, teeth })
  return {
    ...{ patientId, clinicianId: staffId, diagnosis, personalRisks },
    items: [{ templateId, teeth, placeholders: Object.fromEntries(asked), pricePence: known.pricePence }],
    ...{ options: known.options, recommended: 0, recommendedWhy: known.recommendedWhy },
    noPersonalRisks: personalRisks.length === 0 ? 'Nothing in the history adds to the usual risks.' : '',
    format: course.isLargePrint ? ('large-print' as const) : ('standard' as const),
  }
}

const talkAbout = (context: YearContext, { matters }: YearConsent) => ({
  on: context.clock.now().toISOString(),
  mode: 'in-person' as const,
  note: 'Went through the treatment, its risks, the other ways to go and what it costs.',
  whatMatters: matters,
  understanding: 'explained-back' as const,
})

/** One consent: talked about and made out, given or not, and what followed. */
async function runConsent(context: YearContext, run: ConsentRun): Promise<void> {
  const { consent, course, patientId } = run
  const { at, number, outcome } = consent
  const key = `demo-year-${number}`
  await reviewHistory(context, run)
  const { caller: clinician, name: clinicianName } = await context.member(consent.by)
  const plan = await planOf(context, run)
  const consentId = (await clinician.call(contract.consents.create, plan, { key: `${key}-create` }))!.id
  context.clock.set(at.sent)
  const person = { ...course.patient, name: `${course.patient.firstName} ${course.patient.lastName}` }
  const given: Given = { context, consent, consentId, key, clinician, clinicianName, person }
  if (outcome === 'verbal') {
    await agreeVerbally(given)
    return treat(given, { patientId, plan, at: at.sent + 20 * minute_ms })
  }
  await send(given)
  if (outcome === 'voided') return makeVoid(given)
  if (await isGiven(given)) await treat(given, { patientId, plan, at: at.treated })
}

async function agreeVerbally({ context, consent, consentId, clinician, key }: Given): Promise<void> {
  const witness = {
    ...{ name: 'Siân Rees', capacity: 'Practice manager' },
    statement: 'I heard the patient agree to the treatment.',
  }
  const spoken = { consentId, discussion: talkAbout(context, consent), witnesses: [witness] }
  await clinician.call(contract.consents.recordVerbal, spoken, { key: `${key}-verbal`, ...done })
}

async function send({ context, consent, consentId, clinician, key }: Given): Promise<void> {
  const talk = { consentId, discussion: talkAbout(context, consent) }
  await clinician.call(contract.consents.recordDiscussion, talk, { key: `${key}-talk`, ...done })
  const isHere = consent.outcome === 'kiosk' || consent.outcome === 'paper'
  const sending = {
    consentId,
    by: isHere ? ('link' as const) : ('email' as const),
    unaskedAcknowledged: true,
  }
  await clinician.call(contract.consents.send, sending, { key: `${key}-send`, ...done })
  await context.app.jobs.drain()
}

/** Waits for the patient, with reminders; then a consent is given and countersigned, or comes to another end. */
async function isGiven(given: Given): Promise<boolean> {
  const { context, consent, consentId, clinician, clinicianName, key } = given
  const { outcome, at } = consent
  const link = outcome === 'remote' ? await clinician.call(contract.signing.createLink, { consentId }) : null
  if (outcome === 'expired') return expire(given)
  const isHere = outcome === 'kiosk' || outcome === 'paper'
  if (!isHere) await remindUntil(given, at.opened)
  if (!isHere && !reach(context, at.opened)) return false
  const opened = isHere ? null : await openOnPhone(given, link?.url)
  if (outcome === 'declined') return refuse(given)
  const contentHash = await signAnyhow(given, opened)
  if (contentHash === null) return false
  await context.app.jobs.drain()
  if (outcome === 'withdrawn') return withdraw(given)
  if (!reach(context, isHere ? at.sent + 50 * minute_ms : at.finalised)) return false
  const signature = { consentId, contentHash, name: clinicianName }
  await clinician.call(contract.consents.finalise, signature, { key: `${key}-finalise`, ...done })
  await context.app.jobs.drain()
  return true
}
