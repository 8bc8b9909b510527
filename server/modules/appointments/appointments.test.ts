import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { hasPermission } from '../../../contract/permissions.ts'
import { testStaff, type StaffName } from '../../testing/test-people.ts'
import { localTimeAt } from '../../platform/zoned-time.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  // So that no midnight falls between two steps of a test.
  if (localTimeAt(testApp.clock.now(), 'Europe/London').time >= '23:00') testApp.clock.advance(-3_600_000)
})
afterAll(() => testApp.close())

const { appointments, consents, histories } = contract
const as = (who: StaffName) => testApp.clinicA.as(who)

const treatment = () => ({ templateId: testApp.clinicA.templateId, teeth: ['46'] })

/** A patient of today with a signed consent, about whom everything is as it should be. */
async function addReady() {
  const signed = await testApp.clinicA.addSigned({ pricePence: 7350 })
  await testApp.clinicA.discuss(signed)
  const { patientId } = signed
  const booked = await testApp.clinicA.addAppointment({ patientId, treatments: [treatment()] })
  await testApp.runJobs()
  return { ...signed, appointmentId: booked.id, booked }
}

const getAppointment = async (appointmentId: string) => {
  const { appointments: day } = await as('receptionist').callOk(appointments.day, {})
  return day.find(({ id }) => id === appointmentId)!
}
const missingOf = async (appointmentId: string) =>
  (await getAppointment(appointmentId)).readiness.conditions
    .filter(({ state }) => state === 'missing')
    .map(({ name }) => name)

it('one appointment is read as the day shows it, and in its own practice alone', async () => {
  const { id: appointmentId } = await testApp.clinicA.addAppointment({ treatments: [treatment()] })
  const read = await as('receptionist').callOk(appointments.get, { appointmentId })
  expect(read).toEqual(await getAppointment(appointmentId))
  const foreign = await testApp.clinicB.as('owner').call(appointments.get, { appointmentId })
  expect([foreign.status, foreign.reason]).toEqual([404, 'not-found'])
})

describe('a day', () => {
  it('shows its appointments by time, and mine alone to who asks for them', async () => {
    const { clinicA } = testApp
    const later = await clinicA.addAppointment({ time: '16:45', clinicianId: clinicA.staff.lead.staffId! })
    const sooner = await clinicA.addAppointment({ time: '08:15' })
    const { appointments: all, day, today, total } = await as('receptionist').callOk(appointments.day, {})
    expect(day).toBe(today)
    expect(total).toBe(all.length)
    const ids = all.map(({ id }) => id)
    expect(ids.indexOf(sooner.id)).toBeLessThan(ids.indexOf(later.id))
    const mine = await as('lead').callOk(appointments.day, {})
    expect(mine.clinician).toBe('mine')
    const ofLead = await as('receptionist').callOk(appointments.day, {
      clinician: clinicA.staff.lead.staffId!,
    })
    expect(ofLead.appointments).toEqual(mine.appointments)
    expect(mine.appointments.map(({ id }) => id)).toEqual([later.id])
    expect(mine.total).toBe(total)
  })

  it('is the day of the clinic’s calendar, whatever the season', async () => {
    const days = ['2027-03-27', '2027-03-28', '2027-10-31']
    for (const day of days) {
      for (const time of ['00:05', '23:55']) await testApp.clinicA.addAppointment({ day, time })
      const { appointments: all } = await as('dentist').callOk(appointments.day, { day })
      expect(all.map(({ time }) => time)).toEqual(['00:05', '23:55'])
    }
  })

  it('has no hour that the clocks leap over', async () => {
    const booking = {
      patientId: await testApp.clinicA.addPatient(),
      clinicianId: testApp.clinicA.staff.dentist.staffId!,
      day: '2027-03-28',
      time: '01:30',
    }
    expect((await as('receptionist').call(appointments.create, booking)).reason).toBe('no-such-time')
  })

  it('finds the one consent that fits, and shows that the patient withdrew it', async () => {
    const { consentId, patient, appointmentId, booked } = await addReady()
    expect(booked.consents.map(({ id }) => id)).toEqual([consentId])
    expect((await getAppointment(appointmentId)).readiness.light).toBe('ready')
    await patient.callOk(contract.signing.withdraw, { consentId, reason: 'I have changed my mind' })
    const { readiness, consents: linked } = await getAppointment(appointmentId)
    expect(linked.map(({ status }) => status)).toEqual(['withdrawn'])
    expect(readiness.light).toBe('not-ready')
    expect(await missingOf(appointmentId)).toEqual(['consent'])
  })

  it('leaves the choice to people where two consents fit, and keeps what they chose', async () => {
    const patientId = await testApp.clinicA.addPatient()
    await testApp.clinicA.addSent({ patientId })
    const second = await testApp.clinicA.addSent({ patientId })
    const booked = await testApp.clinicA.addAppointment({ patientId, treatments: [treatment()] })
    expect(booked.consents).toEqual([])
    const { version, day, time, clinician } = booked
    const chosen = await as('receptionist').callOk(appointments.update, {
      ...{ appointmentId: booked.id, version, patientId, day, time, clinicianId: clinician.id },
      treatments: [treatment()],
      consentIds: [second.consentId],
    })
    expect(chosen.consents.map(({ id }) => id)).toEqual([second.consentId])
    expect(chosen.consentsChosen).toBe(true)
  })
})

it('starts an examination on no consent, however many the patient has', async () => {
  const { consentId, patientId } = await testApp.clinicA.addSigned()
  const booked = await testApp.clinicA.addAppointment({ patientId, needsConsent: false })
  expect(booked).toMatchObject({ consents: [], readiness: { light: 'ready' } })
  await as('dentist').callOk(appointments.start, { appointmentId: booked.id })
  expect((await as('dentist').callOk(consents.get, { consentId })).startedAt).toBeNull()
})

describe('booking', () => {
  it('refuses what is not there, of another clinic, or another patient’s', async () => {
    const { clinicA, clinicB } = testApp
    const good = {
      patientId: await clinicA.addPatient(),
      clinicianId: clinicA.staff.dentist.staffId!,
      day: '2027-01-04',
      time: '09:00',
    }
    const other = await clinicA.addSent()
    const wrong: [object, string][] = [
      [{ patientId: await clinicB.addPatient() }, 'patient-not-found'],
      [{ clinicianId: clinicA.staff.receptionist.staffId! }, 'clinician-not-found'],
      [{ treatments: [{ templateId: clinicB.templateId, teeth: ['46'] }] }, 'template-not-found'],
      [{ consentIds: [other.consentId] }, 'consent-not-found'],
    ]
    for (const [change, reason] of wrong) {
      const answer = await as('receptionist').call(appointments.create, { ...good, ...change })
      expect(answer.reason).toBe(reason)
    }
    expect((await as('receptionist').call(appointments.create, good)).status).toBe(200)
  })

  it('questions a day two years back or three ahead, and takes it once somebody says that it is right', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const booking = { patientId, clinicianId: testApp.clinicA.staff.dentist.staffId!, time: '09:00' }
    const day = `${testApp.clock.now().getUTCFullYear() + 180}-01-04`
    const asked = await as('receptionist').call(appointments.create, { ...booking, day })
    expect([asked.status, asked.reason]).toEqual([400, 'far-day'])
    const confirmed = { ...booking, day, farDayConfirmed: true }
    const { id: appointmentId, version } = await as('receptionist').callOk(appointments.create, confirmed)
    // Whoever changes the room is not asked about the day again; whoever moves it is.
    const change = { ...booking, appointmentId, version, day, room: '2' }
    expect((await as('receptionist').call(appointments.update, change)).status).toBe(200)
    const rebooked = { ...change, version: version + 1, day: day.replace('-01-04', '-01-05') }
    expect((await as('receptionist').call(appointments.update, rebooked)).reason).toBe('far-day')
    const copy = { appointmentId, day, time: '10:00' }
    expect((await as('receptionist').call(appointments.copy, copy)).reason).toBe('far-day')
  })

  it('takes one of two changes made at once, and tells the other', async () => {
    const { id, version, patient, clinician, day, time } = await testApp.clinicA.addAppointment()
    const booking = {
      appointmentId: id,
      patientId: patient.id,
      clinicianId: clinician.id,
      day,
      time,
      version,
    }
    const answers = await Promise.all(
      ['Room 1', 'Room 2'].map((room) => as('receptionist').call(appointments.update, { ...booking, room })),
    )
    expect(answers.map(({ reason }) => reason).toSorted()).toEqual([null, 'stale-version'].toSorted())
  })

  it('goes through arrival, cancellation and back, and through no other door', async () => {
    const { id: appointmentId } = await testApp.clinicA.addAppointment()
    const receptionist = as('receptionist')
    expect((await receptionist.callOk(appointments.arrive, { appointmentId })).status).toBe('arrived')
    expect((await receptionist.call(appointments.arrive, { appointmentId })).reason).toBe('wrong-state')
    expect((await receptionist.callOk(appointments.cancel, { appointmentId })).status).toBe('cancelled')
    expect((await as('dentist').call(appointments.start, { appointmentId })).reason).toBe('wrong-state')
    expect((await receptionist.callOk(appointments.restore, { appointmentId })).status).toBe('booked')
    const missed = await receptionist.callOk(appointments.cancel, { appointmentId, notAttended: true })
    expect(missed.status).toBe('not-attended')
    expect((await as('dentist').call(appointments.finish, { appointmentId })).reason).toBe('wrong-state')
  })

  it('is copied to another day without what happened on the first', async () => {
    const { booked } = await addReady()
    const to = { appointmentId: booked.id, day: '2027-02-01', time: '10:00' }
    const copied = await as('receptionist').callOk(appointments.copy, to)
    expect(copied).toMatchObject({ day: '2027-02-01', time: '10:00', status: 'booked', version: 1 })
    expect(copied.treatments).toEqual(booked.treatments)
  })
})

describe('taking a tooth out', () => {
  it('waits for a second person to look at tooth and side', async () => {
    const { clinicA } = testApp
    const found = await as('owner').callOk(contract.templates.list, { search: 'Simple Extraction' })
    const templateId = found.rows.find(({ name }) => name === 'Simple Extraction')!.id
    const treatments = [{ templateId, teeth: ['48'] }]
    const { id: appointmentId } = await clinicA.addAppointment({ treatments })
    expect(await missingOf(appointmentId)).toContain('second-check')
    const check = { appointmentId, teeth: ['48'] }
    expect((await as('dentist').call(appointments.checkSite, check)).reason).toBe('own-check')
    const wrongSide = { appointmentId, teeth: ['38'] }
    expect((await as('lead').call(appointments.checkSite, wrongSide)).reason).toBe('other-teeth')
    const checked = await as('lead').callOk(appointments.checkSite, check)
    expect(checked.siteCheck?.by).toBe('Priya Nair')
    expect(await missingOf(appointmentId)).not.toContain('second-check')
  })
})

describe('starting', () => {
  it('is written into the consent, once, and the appointment goes on to its end', async () => {
    const { appointmentId, consentId } = await addReady()
    const started = await as('dentist').callOk(appointments.start, { appointmentId })
    expect(started.status).toBe('started')
    expect((await as('dentist').call(appointments.start, { appointmentId })).reason).toBe('wrong-state')
    const consent = await as('dentist').callOk(consents.get, { consentId })
    expect(consent.startedAt).toBe(started.startedAt)
    expect(consent.startOverride).toBeNull()
    expect(consent.events.filter(({ event }) => event === 'consent.treatment_started')).toHaveLength(1)
    expect(consent.chainIntact).toBe(true)
    const done = await as('dentist').callOk(appointments.finish, { appointmentId })
    expect(done.status).toBe('done')
    expect(done.consents.map(({ id }) => id)).toEqual([consentId])
  })

  it('is for whoever treats, and without what is missing for whoever may override', async () => {
    const table: Record<string, [string | null, string | null]> = {}
    const expected: typeof table = {}
    for (const who of Object.keys(testStaff) as StaffName[]) {
      const {
        role,
        level,
        permissions: flags,
        status,
      } = {
        ...{ permissions: {}, status: 'active' },
        ...testStaff[who],
      }
      if (status === 'inactive') continue
      const { id: appointmentId } = await testApp.clinicA.addAppointment({ treatments: [treatment()] })
      const override = { reason: 'Bleeding that cannot wait' }
      const plain = await as(who).call(appointments.start, { appointmentId })
      const overridden = await as(who).call(appointments.start, { appointmentId, override })
      table[who] = [plain.reason, overridden.reason]
      const may = (...wanted: Parameters<typeof hasPermission>[1][]) =>
        wanted.some((flag) => hasPermission({ role, level, flags }, flag))
      expected[who] = !may('createConsents', 'finaliseConsents')
        ? ['permission-denied', 'permission-denied']
        : ['not-ready', may('overrideConsents') ? null : 'override-not-allowed']
    }
    expect(table).toEqual(expected)
    expect(Object.values(table)).toContainEqual(['not-ready', null])
    expect(Object.values(table)).toContainEqual(['not-ready', 'override-not-allowed'])
  })

  const startedDetails = async (appointmentId: string) => {
    const { rows } = await testApp.owner.query<{ details: object }>(
      `select details from audit_rows where action = 'appointment.started' and subject = $1`,
      [appointmentId],
    )
    return rows.map(({ details }) => details)
  }

  it('needs a note of whoever treats where advice alone is open, which stands in the chain', async () => {
    const { consentId, patientId } = await testApp.clinicA.addSigned()
    const { id: appointmentId } = await testApp.clinicA.addAppointment({
      patientId,
      treatments: [treatment()],
    })
    const refused = await as('dentist').call(appointments.start, { appointmentId })
    expect(refused.reason).toBe('note-required')
    const missing = { code: 'not-talked-through', consentId }
    expect(refused.error!.details.missing).toMatchObject([
      { name: 'understanding', state: 'missing', missing },
    ])
    const note = 'Explained back at the chair'
    const started = await as('dentist').callOk(appointments.start, { appointmentId, note })
    expect(started).toMatchObject({ status: 'started', overrideReason: null })
    const details = { override: false, noted: true, missing: ['understanding'] }
    expect(await startedDetails(appointmentId)).toEqual([details])
    const consent = await as('dentist').callOk(consents.get, { consentId })
    expect(consent.startOverride).toBeNull()
    expect(consent.events.at(-1)).toMatchObject({
      what: `Treatment started, with a note: ${note}`,
      details: { missing: ['understanding'], note },
    })
  })

  it('says what is missing, and an override stands in audit and chain', async () => {
    const { consentId, patientId } = await testApp.clinicA.addSent()
    const { id: appointmentId } = await testApp.clinicA.addAppointment({
      patientId,
      treatments: [treatment()],
    })
    // A note is not enough for what must be there.
    const refused = await as('owner').call(appointments.start, { appointmentId, note: 'Go on' })
    expect(refused.reason).toBe('not-ready')
    expect(refused.error!.details.missing).toMatchObject([
      { name: 'consent', missing: { code: 'not-signed', consentId } },
      { name: 'understanding', state: 'missing' },
    ])
    const short = { appointmentId, override: { reason: 'Urgent' } }
    expect((await as('owner').call(appointments.start, short)).code).toBe('invalid-argument')
    const override = { reason: 'Uncontrolled bleeding, talked through at the chair' }
    await as('owner').callOk(appointments.start, { appointmentId, override })
    const missing = ['consent', 'understanding']
    expect(await startedDetails(appointmentId)).toEqual([{ override: true, noted: false, missing }])
    const consent = await as('owner').callOk(consents.get, { consentId })
    expect(consent.startOverride).toBe(override.reason)
    expect(consent.events.at(-1)).toMatchObject({
      event: 'consent.treatment_started',
      details: { missing, reason: override.reason },
    })
  })

  it('goes ahead where the form is a draft still, which nothing begins on, and is undone', async () => {
    const { id: consentId, patient } = await testApp.clinicA.addDraft()
    const details = { patientId: patient.id, treatments: [treatment()] }
    const { id: appointmentId } = await testApp.clinicA.addAppointment(details)
    const override = { reason: 'Uncontrolled bleeding, talked through at the chair' }
    const started = await as('owner').callOk(appointments.start, { appointmentId, override })
    expect(started).toMatchObject({ status: 'started', consents: [{ id: consentId }] })
    const isUntouched = async () => {
      const { status, startedAt, events } = await as('owner').callOk(consents.get, { consentId })
      expect([status, startedAt, events.map(({ event }) => event)]).toEqual([
        'draft',
        null,
        ['consent.created'],
      ])
    }
    await isUntouched()
    await as('owner').callOk(appointments.undoStart, { appointmentId })
    await isUntouched()
  })

  it('can be undone for a minute: all waits as before, and the record names both', async () => {
    const { appointmentId, consentId } = await addReady()
    await as('receptionist').callOk(appointments.arrive, { appointmentId })
    expect((await as('dentist').call(appointments.undoStart, { appointmentId })).reason).toBe('wrong-state')
    const { startedAt, startUndoableUntil } = await as('dentist').callOk(appointments.start, {
      appointmentId,
    })
    expect(Date.parse(startUndoableUntil!) - Date.parse(startedAt!)).toBe(60_000)
    testApp.clock.advance(59_000)
    expect(await as('dentist').callOk(appointments.undoStart, { appointmentId })).toMatchObject({
      ...{ status: 'arrived', startedAt: null, startUndoableUntil: null, consentsChosen: false },
      ...{ consents: [{ id: consentId }], readiness: { light: 'ready' } },
    })
    const undone = await as('dentist').callOk(consents.get, { consentId })
    expect(undone).toMatchObject({ startedAt: null, startOverride: null, chainIntact: true })
    expect(undone.events.slice(-2).map(({ event }) => event)).toEqual([
      'consent.treatment_started',
      'consent.treatment_start_undone',
    ])
    const { rows } = await testApp.owner.query<{ action: string }>(
      `select action from audit_rows where subject = $1 and action like 'appointment.start%' order by at`,
      [appointmentId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['appointment.started', 'appointment.start_undone'])
    // And then it starts as if for the first time.
    expect((await as('dentist').callOk(appointments.start, { appointmentId })).status).toBe('started')
  })

  it('is not undone later, nor once the plan was changed', async () => {
    const { appointmentId, consentId } = await addReady()
    await as('dentist').callOk(appointments.start, { appointmentId })
    testApp.clock.advance(61_000)
    expect((await getAppointment(appointmentId)).startUndoableUntil).toBeNull()
    expect((await as('dentist').call(appointments.undoStart, { appointmentId })).reason).toBe('undo-expired')
    const other = await addReady()
    await as('dentist').callOk(appointments.start, { appointmentId: other.appointmentId })
    await testApp.clinicA.addAddendum({ consentId: other.consentId })
    const changed = await as('dentist').call(appointments.undoStart, { appointmentId: other.appointmentId })
    expect(changed.reason).toBe('plan-changed')
    expect((await as('dentist').callOk(consents.get, { consentId })).startedAt).not.toBeNull()
  })

  it('of a later visit is undone without the first', async () => {
    const { appointmentId, consentId, patientId } = await addReady()
    const { startedAt } = await as('dentist').callOk(appointments.start, { appointmentId })
    const next = await testApp.clinicA.addAppointment({
      patientId,
      treatments: [treatment()],
      time: '15:00',
      consentIds: [consentId],
    })
    testApp.clock.advance(1_000)
    await as('dentist').callOk(appointments.start, { appointmentId: next.id })
    const undone = await as('dentist').callOk(appointments.undoStart, { appointmentId: next.id })
    expect(undone).toMatchObject({ status: 'booked', consentsChosen: true, consents: [{ id: consentId }] })
    expect((await as('dentist').callOk(consents.get, { consentId })).startedAt).toBe(startedAt)
  })

  it('is stopped by a withdrawal, whatever reason is given', async () => {
    const { appointmentId, consentId, patient } = await addReady()
    await patient.callOk(contract.signing.withdraw, { consentId, reason: 'No' })
    const override = { reason: 'It was planned for today' }
    for (const who of ['dentist', 'owner'] as const) {
      const answer = await as(who).call(appointments.start, { appointmentId, override })
      expect(answer.reason).toBe('patient-refused')
    }
    expect((await getAppointment(appointmentId)).status).toBe('booked')
  })

  it('begins once where two begin it at once', async () => {
    const { appointmentId, consentId } = await addReady()
    const answers = await Promise.all(
      (['dentist', 'lead', 'owner'] as const).map((who) =>
        as(who).call(appointments.start, { appointmentId }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { events } = await as('dentist').callOk(consents.get, { consentId })
    expect(events.filter(({ event }) => event === 'consent.treatment_started')).toHaveLength(1)
  })

  it('and a withdrawal at the same moment come one after the other', async () => {
    for (let round = 0; round < 4; round++) {
      const { appointmentId, consentId, patient } = await addReady()
      const withdraw = () => patient.call(contract.signing.withdraw, { consentId, reason: 'No' })
      const start = () => as('dentist').call(appointments.start, { appointmentId })
      const [started] = await Promise.all(
        round % 2 ? [start(), withdraw()] : [withdraw(), start()].toReversed(),
      )
      const { events, status } = await as('dentist').callOk(consents.get, { consentId })
      const order = events.map(({ event }) => event)
      const [began, withdrawn] = ['consent.treatment_started', 'consent.withdrawn'].map((event) =>
        order.indexOf(event),
      )
      expect(status).toBe('withdrawn')
      // Begun only if the withdrawal came afterwards; otherwise it was refused.
      if (started!.status === 200) expect(began).toBeLessThan(withdrawn!)
      else expect(began).toBe(-1)
    }
  })
})

describe('what changes before the appointment', () => {
  it('is found by a look at its consents, and shows on the board', async () => {
    const { appointmentId, consentId } = await addReady()
    const plan = {
      items: [{ ...treatment(), pricePence: 9900 }],
      clinicianId: testApp.clinicA.staff.dentist.staffId!,
      why: 'A dearer material',
    }
    await as('dentist').callOk(consents.changePlan, { consentId, changed: plan })
    expect(await missingOf(appointmentId)).toEqual(['cost', 'unchanged'])
    const { changes } = await as('dentist').callOk(consents.get, { consentId })
    const witness = { name: 'Priya Nair', capacity: 'Dentist', statement: 'I heard the patient agree.' }
    await as('dentist').callOk(consents.confirm, { consentId, changes, witness })
    expect((await getAppointment(appointmentId)).readiness.light).toBe('ready')
  })

  it('is looked for by the day: what has grown too old since turns its light', async () => {
    const { clinicA } = testApp
    const { consentId, patientId } = await clinicA.addSigned()
    await clinicA.discuss({ consentId })
    await testApp.owner.query(`update consents set valid_until = now() + interval '1 hour' where id = $1`, [
      consentId,
    ])
    const { id: appointmentId } = await clinicA.addAppointment({
      patientId,
      treatments: [treatment()],
      time: '23:59',
    })
    await testApp.runJobs()
    expect(await missingOf(appointmentId)).toEqual([])
    await testApp.owner.query(`update consents set valid_until = now() - interval '1 hour' where id = $1`, [
      consentId,
    ])
    await testApp.owner.query(
      `update appointments set assessed_at = null, starts_at = now() + interval '5 minutes' where id = $1`,
      [appointmentId],
    )
    await testApp.app.sweep('appointments')
    expect(await testApp.runJobs()).toBeGreaterThan(0)
    const consent = await as('dentist').callOk(consents.get, { consentId })
    expect(consent.changes.map(({ kind }) => kind)).toEqual(['age'])
    // Looked at a moment ago: nothing is due.
    await testApp.app.sweep('appointments')
    expect(await testApp.runJobs()).toBe(0)
  })

  it('judges a blood test for the day of the appointment', async () => {
    const { clinicA } = testApp
    await testApp.owner.query(`update templates set treatment_type = 'Tooth Extraction' where id = $1`, [
      clinicA.templateId,
    ])
    const { consentId, patientId } = await clinicA.addSigned()
    const { rows } = await testApp.owner.query<{ day: string }>(
      `select to_char(now() at time zone 'Europe/London' - interval '3 days', 'YYYY-MM-DD') as day`,
    )
    const fields = { inrValue: '2.6', inrDate: rows[0]!.day, inrStable: 'yes' }
    const facts = [{ factor: 'warfarin', answer: 'yes' as const, fields }]
    await as('dentist').callOk(histories.save, { patientId, version: 0, source: 'letter', facts })
    await testApp.runJobs()
    const said = async () => {
      const { changes } = await as('dentist').callOk(consents.get, { consentId })
      return changes.map(({ after }) => after).join(' ')
    }
    expect(await said()).toContain('On the day of treatment we need a blood test result')
    expect(await said()).not.toContain('too old on the day')
    const { id } = await clinicA.addAppointment({ patientId, treatments: [treatment()], time: '23:59' })
    await testApp.owner.query(
      `update appointments set assessed_at = null,
         starts_at = date_trunc('day', now(), 'Europe/London') + interval '1 day 1 minute' where id = $1`,
      [id],
    )
    await testApp.app.sweep('appointments')
    await testApp.runJobs()
    expect(await said()).toContain('too old on the day')
    await testApp.owner.query(`update templates set treatment_type = 'Root Canal Therapy' where id = $1`, [
      clinicA.templateId,
    ])
  })

  it('asks nothing of appointments that are far off', async () => {
    await testApp.runJobs()
    const { id } = await testApp.clinicA.addAppointment({ day: '2027-05-03' })
    await testApp.runJobs()
    await testApp.owner.query('update appointments set assessed_at = null where id = $1', [id])
    await testApp.app.sweep('appointments')
    expect(await testApp.runJobs()).toBe(0)
  })
})

it('met no fault of the server on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})
