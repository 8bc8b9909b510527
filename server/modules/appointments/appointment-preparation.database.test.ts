import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { placeholders } from '../../testing/test-clinic.ts'
import type { StaffName } from '../../testing/test-people.ts'
import { newJpeg } from '../../testing/test-picture.ts'

const { appointments, consents, patients, pictures } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const as = (who: StaffName) => testApp.clinicA.as(who)
const treatment = (teeth = ['46']) => ({ templateId: testApp.clinicA.templateId, teeth, pricePence: 7350 })
type Booked = Parameters<TestApp['clinicA']['addAppointment']>[0]
const book = (day: string, booked: Booked = {}) =>
  testApp.clinicA.addAppointment({ day, treatments: [treatment()], ...booked })
const prepare = (day: string) => as('dentist').callOk(appointments.prepareConsents, { day })
const prepared = async (day: string) =>
  (await as('dentist').callOk(appointments.prepared, { day })).rows.map((row) => ({
    ...row,
    gaps: row.gaps.map(({ placeholder, text }) => placeholder ?? text),
  }))
/** Asks a patient what may stop the treatment: no, each time. */
async function answerHistory(patientId: string): Promise<void> {
  const { templateId } = testApp.clinicA
  const asked = { patientId, day: '2027-02-02', treatments: [{ templateId, teeth: ['46'] }] }
  const { questions } = await as('dentist').callOk(contract.histories.risks, asked)
  const facts = questions
    .filter(({ severity }) => severity === 'stop')
    .map(({ factor }) => ({ factor: factor!, answer: 'no' as const }))
  await as('dentist').callOk(contract.histories.save, { patientId, version: 0, source: 'patient', facts })
}
const getConsent = (consentId: string) => as('dentist').callOk(consents.get, { consentId })

describe('preparing a day', () => {
  it('makes one draft with what is planned and usual, and leaves what is weighed to a person', async () => {
    const day = '2027-02-01'
    await testApp.clinicA.addSent({ diagnosis: 'Abscess', material: 'Zirconia' })
    const patientId = await testApp.clinicA.addPatient({ accessNeeds: ['large-print'] })
    const { id: appointmentId } = await book(day, { patientId })
    const before = await prepared(day)
    expect(before).toMatchObject([{ appointmentId, state: 'to-prepare', consentId: null, gaps: [] }])

    const answer = await prepare(day)
    expect(answer.skipped).toEqual([])
    expect(answer.prepared.map((one) => one.appointmentId)).toEqual([appointmentId])
    const { plan, status, patient, clinician, events } = await getConsent(answer.prepared[0]!.consentId)
    expect([status, patient.id, clinician.id]).toEqual([
      'draft',
      patientId,
      testApp.clinicA.staff.dentist.staffId,
    ])
    const { visits, crownWithin } = placeholders
    expect(plan).toMatchObject({
      ...{ diagnosis: '', options: [], recommended: null, recommendedWhy: '', noPersonalRisks: '' },
      ...{ format: 'large-print', personalRisks: [], reflectionWaived: '' },
      items: [
        {
          ...treatment(),
          area: null,
          material: 'Zirconia',
          band: null,
          placeholders: { visits, crownWithin },
        },
      ],
    })
    expect(events.at(0)).toMatchObject({ what: expect.stringMatching(/, for an appointment$/) as string })
    const [booked] = (await as('dentist').callOk(appointments.day, { day, clinician: 'all' })).appointments
    expect(booked).toMatchObject({ consentsChosen: true, consents: [{ id: answer.prepared[0]!.consentId }] })
  })

  it('says what each draft lacks by the rules of sending it, and when it lacks nothing', async () => {
    const day = '2027-02-02'
    const { patient: booked } = await book(day, { treatments: [treatment([])] })
    const [{ consentId } = { consentId: '' }] = (await prepare(day)).prepared
    const unasked = expect.stringMatching(
      /^Not asked yet, and the answer may stop the treatment: Do you/,
    ) as string
    expect(await prepared(day)).toMatchObject([
      {
        state: 'incomplete',
        sendBy: 'email',
        takesTeethOut: false,
        isUntouched: true,
        gaps: ['tooth', 'diagnosis', unasked, 'individualRisks', 'prognosis', 'reason'],
      },
    ])
    const { plan, patient, clinician } = await getConsent(consentId)
    const asked = { ...placeholders, individualRisks: 'none' }
    const items = plan.items.map((item) => ({ ...item, teeth: ['46'], placeholders: asked }))
    const whole = { ...plan, items, diagnosis: 'Abscess', patientId: patient.id, clinicianId: clinician.id }
    testApp.clock.advance(1000)
    await as('dentist').callOk(consents.update, { ...whole, consentId })
    expect(await prepared(day)).toMatchObject([{ state: 'incomplete', gaps: [unasked], isUntouched: false }])
    await answerHistory(booked.id)
    expect(await prepared(day)).toMatchObject([{ state: 'ready', gaps: [] }])
    await as('dentist').callOk(consents.send, { consentId, by: 'email' })
    expect(await prepared(day)).toMatchObject([{ state: 'sent', gaps: [] }])
  })

  it('makes nothing twice, one after the other or at once, and one draft for two visits of a patient', async () => {
    const day = '2027-02-03'
    const patientId = await testApp.clinicA.addPatient()
    const first = await book(day, { patientId, time: '09:00' })
    await book(day, { patientId, time: '15:00' })
    expect((await prepared(day)).map(({ preparedWith }) => preparedWith)).toEqual([null, first.id])
    const answers = await Promise.all([prepare(day), prepare(day)])
    expect(answers.flatMap((one) => one.prepared.map(({ appointmentId }) => appointmentId))).toEqual([
      first.id,
    ])
    expect((await prepare(day)).prepared).toEqual([])
    const rows = await prepared(day)
    expect(new Set(rows.map(({ consentId }) => consentId)).size).toBe(1)
    const { rows: audited } = await testApp.owner.query(
      `select 1 from audit_rows where action = 'appointment.consents_prepared' and details ->> 'day' = $1`,
      [day],
    )
    expect(audited).toHaveLength(1)
  })

  it('takes the appointments of one clinician alone where they are named, and none that is cancelled', async () => {
    const day = '2027-02-04'
    const clinicianId = testApp.clinicA.staff.lead.staffId!
    await book(day, { time: '09:00' })
    const { id: ofLead } = await book(day, { time: '10:00', clinicianId })
    const { id: appointmentId } = await book(day, { time: '11:00', clinicianId })
    await as('receptionist').callOk(appointments.cancel, { appointmentId })
    const answer = await as('dentist').callOk(appointments.prepareConsents, { day, clinicianId })
    expect(answer.prepared.map((one) => one.appointmentId)).toEqual([ofLead])
    expect((await prepared(day)).map(({ state }) => state)).toEqual(['to-prepare', 'incomplete'])
  })

  it('says of each appointment without a draft why it has none', async () => {
    const day = '2027-02-05'
    const { templateId } = testApp.clinicA
    const unused = await as('owner').callOk(contract.templates.duplicate, { templateId })
    const archived = await testApp.clinicA.addPatient()
    const left = await testApp.clinicA.addPatient()
    const several = await testApp.clinicA.addPatient()
    for (let count = 0; count < 2; count++) await testApp.clinicA.addDraft({ patientId: several })
    const declined = await testApp.clinicA.addViewed()
    await declined.patient.callOk(contract.signing.decline, {
      consentId: declined.consentId,
      reason: 'Not now',
    })
    const signed = await testApp.clinicA.addSigned()
    const bookings: [Booked, string][] = [
      [{ treatments: [] }, 'No treatment is planned.'],
      [{ treatments: [], reason: 'Crown prep' }, '“Crown prep” is not linked to a template.'],
      [{ treatments: [], needsConsent: false, reason: 'Check-up' }, 'Needs no consent.'],
      [
        { treatments: [{ templateId: unused.id, teeth: [] }] },
        `The template “${unused.name}” is not in use.`,
      ],
      [{ patientId: archived }, 'The patient is archived.'],
      [{ patientId: left }, 'This patient has left the practice, so no messages are sent to them.'],
      [{ patientId: several }, 'Several consents fit. Choose one on the day board.'],
      [{ patientId: declined.patientId }, 'The patient has declined this treatment.'],
      [{ patientId: signed.patientId }, 'Has a consent already: signed.'],
    ]
    for (const [index, [booked]] of bookings.entries()) await book(day, { time: `1${index}:00`, ...booked })
    await testApp.owner.query(`update templates set status = 'inactive' where id = $1`, [unused.id])
    await as('owner').callOk(patients.archive, { patientId: archived })
    await testApp.owner.query(`update patients set status = 'left' where id = $1`, [left])
    const { prepared: made, skipped } = await prepare(day)
    expect(made).toEqual([])
    expect(skipped.map(({ reason }) => reason)).toEqual(bookings.map(([, reason]) => reason))
    expect((await prepared(day)).map(({ state, skipReason }) => [state, skipReason])).toEqual(
      bookings.map(([, reason]) => [
        reason.startsWith('Has a consent already') ? 'has-consent' : 'skipped',
        reason,
      ]),
    )
  })

  it('sees nothing of another practice', async () => {
    const day = '2027-02-06'
    const foreign = await testApp.clinicB.addAppointment({
      ...{ day, treatments: [{ templateId: testApp.clinicB.templateId, teeth: ['46'] }] },
    })
    const clinicianId = testApp.clinicB.staff.dentist.staffId!
    for (const asked of [{ day }, { day, clinicianId }]) {
      expect(await as('dentist').callOk(appointments.prepareConsents, asked)).toEqual({
        prepared: [],
        skipped: [],
      })
      expect((await as('dentist').callOk(appointments.prepared, asked)).rows).toEqual([])
    }
    const dentist = testApp.clinicB.as('dentist')
    const own = await dentist.callOk(appointments.prepareConsents, { day })
    expect(own.prepared.map(({ appointmentId }) => appointmentId)).toEqual([foreign.id])
    expect(await as('dentist').callOk(appointments.discardPrepared, { day })).toEqual({ discarded: [] })
  })
})

describe('undoing it', () => {
  it('discards what nobody changed, and lets the day be prepared again', async () => {
    const day = '2027-02-08'
    const [first, second, third] = [
      await book(day, { time: '09:00' }),
      await book(day, { time: '10:00' }),
      await book(day, { time: '11:00' }),
    ]
    const made = (await prepare(day)).prepared
    const idOf = ({ id }: { id: string }) => made.find((one) => one.appointmentId === id)!.consentId
    const { plan, patient, clinician } = await getConsent(idOf(second))
    testApp.clock.advance(1000)
    await as('dentist').callOk(consents.update, {
      ...{ ...plan, diagnosis: 'Abscess', patientId: patient.id, clinicianId: clinician.id },
      consentId: idOf(second),
    })
    const { discarded } = await as('dentist').callOk(appointments.discardPrepared, { day })
    expect(discarded.toSorted()).toEqual([idOf(first), idOf(third)].toSorted())
    expect((await getConsent(idOf(first))).status).toBe('voided')
    expect((await prepared(day)).map(({ state }) => state)).toEqual([
      'to-prepare',
      'incomplete',
      'to-prepare',
    ])
    expect((await as('dentist').callOk(appointments.discardPrepared, { day })).discarded).toEqual([])
    expect((await prepare(day)).prepared).toHaveLength(2)
  })

  it('leaves a draft that somebody made by hand, and one that has a conversation on record', async () => {
    const day = '2027-02-09'
    const byHand = await testApp.clinicA.addDraft()
    await book(day, { patientId: byHand.patient.id, time: '09:00' })
    await book(day, { time: '10:00' })
    const [{ consentId } = { consentId: '' }] = (await prepare(day)).prepared
    await testApp.clinicA.discuss({ consentId })
    expect((await as('dentist').callOk(appointments.discardPrepared, { day })).discarded).toEqual([])
    expect((await getConsent(byHand.id)).status).toBe('draft')
  })

  it('leaves a draft that somebody has added a picture to', async () => {
    const day = '2027-02-10'
    await book(day)
    const [{ consentId } = { consentId: '' }] = (await prepare(day)).prepared
    expect(await prepared(day)).toMatchObject([{ isUntouched: true }])
    await as('dentist').callOk(pictures.add, {
      ...{ consentId, kind: 'xray', caption: 'Your tooth', takenOn: '2026-03-01', alt: 'A tooth', marks: [] },
      image: newJpeg().toString('base64'),
    })
    expect(await prepared(day)).toMatchObject([{ isUntouched: false }])
    expect(await as('dentist').callOk(appointments.discardPrepared, { day })).toEqual({ discarded: [] })
    expect((await getConsent(consentId)).status).toBe('draft')
  })
})
