import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import { day_ms, hour_ms, minute_ms } from '../platform/clock.ts'
import type { DemoCaller } from './demo-caller.ts'
import { demoCharge, demoPlaceholders, type DemoConsent } from './demo-consents.ts'
import { demoPatients, type DemoPatient } from './demo-people.ts'
import { refusals, yearCaseOf } from './demo-year-cases.ts'
import { demoStrokes } from './demo-signature.ts'
import type { DemoContext } from './demo-context.ts'

/** A step that a run cut off before had done already is refused as such. */
const done = { tolerate: [409] }

/** The patient a demo consent is made out to. */
export const demoPatientOf = ({ patient }: DemoConsent): DemoPatient =>
  demoPatients.find(({ lastName }) => lastName === patient)!

/** What rules find for the patient of a treatment, each accepted by a clinician who talked it through. */
export async function acceptedRisks(
  { clock }: Pick<DemoContext, 'clock'>,
  clinician: DemoCaller,
  patientId: string,
  treatment: { templateId: string; teeth: string[] },
) {
  const day = dateInTimeZone(clock.now())
  const found = await clinician.call(contract.histories.risks, { patientId, day, treatments: [treatment] })
  return found!.findings
    .filter(({ missing }) => missing.length === 0)
    .map(({ ruleId, severity, statement, patientReasons, teeth }) => ({
      ...{ ruleId, severity, statement, because: patientReasons, teeth },
      decision: 'accepted' as const,
      reason: severity === 'stop' ? 'Talked through with the patient and planned for.' : '',
    }))
}

/** The other ways to go, as they were weighed up with the patient. */
function weighedUp(template: string) {
  const { options, recommendedWhy } = yearCaseOf(template)
  // Their prices are those of private patients.
  return { options: options.map((each) => ({ ...each, pricePence: null })), recommended: 0, recommendedWhy }
}

/** Makes a consent out, with the values its template asks for; answers who made it and its id. */
async function createDraft(
  context: DemoContext,
  consent: DemoConsent,
  key: string,
  replaces: string | null = null,
) {
  const { patient, template, teeth, diagnosis, by } = consent
  const templateId = await context.templateId(template)
  const { placeholders } = (await context.owner.call(contract.templates.get, { templateId }))!
  const asked = Object.entries(demoPlaceholders).filter(([name]) => placeholders.includes(name))
  const { caller: clinician, staffId, name } = await context.member(by)
  const patientId = await context.patientId(patient)
  const details = {
    patientId,
    clinicianId: staffId,
    personalRisks: await acceptedRisks(context, clinician, patientId, { templateId, teeth }),
    items: [{ templateId, teeth, placeholders: Object.fromEntries(asked), ...demoCharge }],
    diagnosis,
    replaces,
    ...(consent.until === 'finalised' && weighedUp(template)),
    ...(demoPatientOf(consent).accessNeeds?.includes('large-print') && { format: 'large-print' as const }),
    ...(consent.video && { video: consent.video }),
  }
  const made = await clinician.call(contract.consents.create, details, { key: `${key}-create` })
  return { clinician, clinicianName: name, consentId: made!.id }
}

/** Makes a consent out and sends it. */
export async function sendDemoConsent(
  context: DemoContext,
  consent: DemoConsent,
  { key, by, replaces }: { key: string; by: 'email' | 'link'; replaces?: string },
) {
  const drafted = await createDraft(context, consent, key, replaces)
  context.clock.advance()
  const { clinician, consentId } = drafted
  await clinician.call(
    contract.consents.send,
    { consentId, by, unaskedAcknowledged: true },
    { key: `${key}-send` },
  )
  return drafted
}

/** The patient opens a link and proves the birth date; answers their phone and what they read. */
async function openOnPhone(
  context: DemoContext,
  clinician: DemoCaller,
  consentId: string,
  { dateOfBirth, number }: { dateOfBirth: string; number: number },
) {
  const link = await clinician.call(contract.signing.createLink, { consentId })
  const accessToken = link!.url.split('/').pop()!
  const phone = context.phone(number)
  await phone.call(contract.signing.verify, { accessToken, dateOfBirth })
  context.clock.advance()
  return { phone, read: (await phone.call(contract.signing.read, { consentId }))! }
}

type OpenedForm = Awaited<ReturnType<typeof openOnPhone>>

/** Signs what was read: the patient, or the parent who may sign for them. */
async function signForm(
  { phone, read }: OpenedForm,
  { signs }: DemoConsent,
  person: DemoPatient,
  seed: number,
) {
  const name = person.guardians?.[0]?.name ?? `${person.firstName} ${person.lastName}`
  await phone.call(
    contract.signing.sign,
    {
      consentId: read.id,
      contentHash: read.contentHash,
      name,
      signerRole: person.guardians ? 'parent' : 'patient',
      confirmed: read.content.statements.map((_statement, place) => place),
      mark:
        signs === 'drawn'
          ? { kind: 'drawn', width: 340, height: 176, strokes: demoStrokes(seed) }
          : { kind: 'typed', typed: name },
    },
    { key: `demo-consent-${seed}-sign`, ...done },
  )
}

/** Takes one consent of the demo as far as it is to go. `number` distinguishes it from the others. */
export async function runDemoConsent(
  context: DemoContext,
  consent: DemoConsent,
  number: number,
): Promise<void> {
  const { app, clock, owner } = context
  const { until } = consent
  const key = `demo-consent-${number}`
  const person = demoPatientOf(consent)
  clock.set(Date.now() - consent.daysAgo * day_ms - 90 * minute_ms)
  if (until === 'draft') return void (await createDraft(context, consent, key))

  const by = person.email || person.guardians ? 'email' : 'link'
  const { clinician, clinicianName, consentId } = await sendDemoConsent(context, consent, { key, by })
  if (until === 'sent' || until === 'expired') return
  if (until === 'voided') {
    const reason = 'Made out for the wrong tooth'
    return void (await owner.call(contract.consents.void, { consentId, reason }, done))
  }
  const hours = until === 'finalised' ? yearCaseOf(consent.template).reflectionHours : 0
  clock.set(clock.now().getTime() + hours * hour_ms)
  clock.advance()
  const opened = await openOnPhone(context, clinician, consentId, { dateOfBirth: person.dateOfBirth, number })
  if (until === 'viewed') return
  if (until === 'superseded') {
    const newer = { ...consent, teeth: ['36', '37'] }
    return void (await sendDemoConsent(context, newer, { key: `${key}-newer`, by, replaces: consentId }))
  }
  const { phone, read } = opened
  if (until === 'declined') {
    const [refusal] = refusals
    const recorded = { consentId, ...refusal! }
    const once = { key: `${key}-refusal`, ...done }
    return void (await clinician.call(contract.consents.recordRefusal, recorded, once))
  }
  await signForm(opened, consent, person, number)
  await app.jobs.drain()
  clock.advance()
  if (until === 'withdrawn') {
    const reason = 'I have decided to have the tooth out instead.'
    await phone.call(contract.signing.withdraw, { consentId, reason }, done)
  }
  if (until === 'finalised') {
    const signature = { consentId, contentHash: read.contentHash, name: clinicianName }
    const discussion = {
      on: clock.now().toISOString(),
      mode: 'in-person' as const,
      note: 'Went through the treatment, its risks, the other ways to go and what it costs.',
      whatMatters: 'To keep the tooth, and to be free of pain.',
      understanding: 'explained-back' as const,
    }
    await clinician.call(
      contract.consents.recordDiscussion,
      { consentId, discussion },
      { key: `${key}-talk`, ...done },
    )
    clock.advance()
    await clinician.call(contract.consents.finalise, signature, { key: `${key}-finalise`, ...done })
    await app.jobs.drain()
  }
}
