import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, webhooks } from '../../../contract/index.ts'
import type { ReminderPolicy } from '../../../contract/reminders.ts'
import type { App } from '../../app.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { dayAt, addCalendarDays } from '../../platform/zoned-time.ts'
import { zonedTime } from '../../platform/zoned-time.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { signatureFor, type TestClinic } from '../../testing/test-clinic.ts'
import { writeAudit } from '../audit/index.ts'
import { escalateContact } from './reminder-ladder-jobs.ts'
import { defaultReminderPolicy } from './reminder-rules.ts'

const { aftercare, appointments, consents, patients, reminders, signing, tasks } = contract

/** Whatever time it is, nothing waits. */
const noQuiet = { quietFrom: '08:00', quietUntil: '08:00' }

const bounceSecret = 'a-secret-of-at-least-32-characters'

let testApp: TestApp
/** An instance that mail servers may tell what came back. */
let hearing: App
beforeAll(async () => {
  testApp = await openTestApp()
  hearing = await testApp.openSecondInstance({ bounces: { off: false, secret: bounceSecret } })
  await setPolicy(testApp.clinicA, {})
})
afterAll(async () => {
  await hearing.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const jobRunner = () =>
  createJobRunners({
    ...{ database: testApp.app.database, clock: testApp.clock },
    ...{ writeAudit, insertJobs: async () => {} },
  }).runJob

async function setPolicy(clinic: TestClinic, change: Partial<ReminderPolicy>): Promise<void> {
  await clinic
    .as('manager')
    .callOk(reminders.changePolicy, { ...defaultReminderPolicy, ...noQuiet, ...change })
  await testApp.runJobs()
}

const contact = { email: 'eleanor@example.org', phone: '07700 900123', address: '4 Mill Lane, Exeter' }

/** A consent that was sent and waits, with its plan made. */
async function addWaiting(clinic: TestClinic, details: Parameters<TestClinic['addPatient']>[0] = contact) {
  const sent = await clinic.addSent({ patientId: await clinic.addPatient(details) })
  await testApp.runJobs()
  return sent
}

/** Quiet hours that have begun and last for two hours more. */
async function beQuiet({ id }: TestClinic): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })
  const around = (hours: number) => clock.format(testApp.clock.now().getTime() + hours * 60 * minute_ms)
  const quiet = JSON.stringify({ quietFrom: around(-1), quietUntil: around(2) })
  await testApp.owner.query('update reminder_policies set policy = policy || $2 where clinic_id = $1', [
    id,
    quiet,
  ])
}

/** Lets days pass for what waits: whoever is signed in stays so. */
async function passDays(consentId: string, days: number): Promise<void> {
  await testApp.owner.query(
    `update reminder_plans set next_at = next_at - $2 * interval '1 day' where consent_id = $1`,
    [consentId, days],
  )
  await testApp.owner.query(`update consents set sent_at = sent_at - $2 * interval '1 day' where id = $1`, [
    consentId,
    days,
  ])
  await testApp.owner.query(`update reminders set at = at - $2 * interval '1 day' where consent_id = $1`, [
    consentId,
    days,
  ])
}
const sweep = async () => {
  await testApp.app.sweep('reminders')
  await testApp.runJobs()
}
const messagesOf = async (clinic: TestClinic, consentId: string) =>
  (await clinic.as('dentist').callOk(signing.listMessages, { consentId })).map(
    ({ kind, channel, state }) => `${kind} ${channel} ${state}`,
  )
const toldOf = async (clinic: TestClinic, consentId: string) =>
  (await clinic.as('dentist').callOk(reminders.list, { consentIds: consentId as never }))[0]!
const daysUntil = (moment: string | null) =>
  moment && Math.round((Date.parse(moment) - testApp.clock.now().getTime()) / (24 * 60 * minute_ms))

describe('a consent that waits', () => {
  it('is reminded of after two and five days, once each, and then no more', async () => {
    const { consentId } = await addWaiting(testApp.clinicA)
    expect(await toldOf(testApp.clinicA, consentId)).toMatchObject({ sent: 0, lastAt: null })
    expect(daysUntil((await toldOf(testApp.clinicA, consentId)).nextAt)).toBe(2)
    await sweep()
    expect(await messagesOf(testApp.clinicA, consentId)).toEqual([])
    await passDays(consentId, 2)
    await sweep()
    await sweep()
    expect(await messagesOf(testApp.clinicA, consentId)).toEqual(['reminder email sent'])
    expect(daysUntil((await toldOf(testApp.clinicA, consentId)).nextAt)).toBe(3)
    await passDays(consentId, 3)
    await sweep()
    await sweep()
    expect(await messagesOf(testApp.clinicA, consentId)).toEqual([
      'reminder email sent',
      'reminder email sent',
    ])
    expect(await toldOf(testApp.clinicA, consentId)).toMatchObject({ sent: 2, nextAt: null })
    const mail = (await testApp.mail()).findLast(({ subject }) => subject.includes('a reminder'))!
    expect(mail.subject).toBe('Harbour Street: a reminder to read before your visit')
    expect((await testApp.anonymous().call(signing.open, { accessToken: mail.token! })).status).toBe(200)
  })

  it('is reminded of once where two instances and two sweeps try at the same moment', async () => {
    const { consentId } = await addWaiting(testApp.clinicA)
    await passDays(consentId, 2)
    await testApp.app.sweep('reminders')
    await testApp.app.sweep('reminders')
    const other = await testApp.openSecondInstance()
    await Promise.all([testApp.runJobs(), other.jobs.drain()])
    await testApp.runJobs()
    await other.close()
    expect(await messagesOf(testApp.clinicA, consentId)).toEqual(['reminder email sent'])
    expect((await toldOf(testApp.clinicA, consentId)).sent).toBe(1)
  })

  it.each<[string, (sent: { consentId: string; patientId: string }) => Promise<unknown>]>([
    [
      'opened',
      async (sent) => {
        const { token } = await testApp.clinicA.addLink(sent as never)
        await testApp.anonymous().callOk(signing.verify, { accessToken: token, dateOfBirth: '1961-03-14' })
      },
    ],
    [
      'voided',
      ({ consentId }) => testApp.clinicA.as('manager').callOk(consents.void, { consentId, reason: 'Moved' }),
    ],
    [
      'out of time',
      ({ consentId }) =>
        testApp.owner.query(`update consents set expires_at = now() - interval '1 second' where id = $1`, [
          consentId,
        ]),
    ],
    [
      'of a patient who was put away',
      ({ patientId }) => testApp.clinicA.as('dentist').callOk(patients.archive, { patientId }),
    ],
  ])('is not reminded of once it is %s', async (_what, end) => {
    const sent = await addWaiting(testApp.clinicA)
    await passDays(sent.consentId, 2)
    await end(sent)
    await sweep()
    expect(await messagesOf(testApp.clinicA, sent.consentId)).toEqual([])
    expect((await toldOf(testApp.clinicA, sent.consentId)).nextAt).toBeNull()
  })

  it('goes by what the practice decides, at once also for what waits already', async () => {
    const clinic = await testApp.addClinic('Policy Place')
    await setPolicy(clinic, {})
    const { consentId } = await addWaiting(clinic)
    await setPolicy(clinic, { daysAfterSending: [9, 1] })
    expect(daysUntil((await toldOf(clinic, consentId)).nextAt)).toBe(1)
    expect((await clinic.as('manager').callOk(reminders.policy, {})).daysAfterSending).toEqual([1, 9])
    await setPolicy(clinic, { isOn: false })
    expect((await toldOf(clinic, consentId)).nextAt).toBeNull()
    await passDays(consentId, 30)
    await sweep()
    expect(await messagesOf(clinic, consentId)).toEqual([])
  })

  it('waits for the end of quiet hours', async () => {
    const clinic = await testApp.addClinic('Quiet Quay')
    await setPolicy(clinic, {})
    const { consentId } = await addWaiting(clinic)
    await passDays(consentId, 2)
    await beQuiet(clinic)
    await sweep()
    expect(await messagesOf(clinic, consentId)).toEqual([])
    const wait = Date.parse((await toldOf(clinic, consentId)).nextAt!) - testApp.clock.now().getTime()
    expect(wait / minute_ms).toBeGreaterThan(60)
    expect(wait / minute_ms).toBeLessThanOrEqual(121)
  })

  it('of a suspended practice is let be', async () => {
    const clinic = await testApp.addClinic('Suspended Street')
    await setPolicy(clinic, {})
    const { consentId } = await addWaiting(clinic)
    await passDays(consentId, 2)
    await testApp.owner.query(`update clinics set status = 'suspended' where id = $1`, [clinic.id])
    await sweep()
    const { rows } = await testApp.owner.query('select 1 from messages where about_id = $1', [consentId])
    expect(rows).toEqual([])
  })

  it('of somebody who cannot be written to becomes a call', async () => {
    const { consentId } = await addWaiting(testApp.clinicA, { email: '', phone: '020 7946 0018' })
    await passDays(consentId, 2)
    await sweep()
    const about = await testApp.clinicA.as('dentist').callOk(tasks.listOfConsent, { consentId })
    expect(about.map(({ kind, status }) => [kind, status])).toEqual([['call', 'open']])
  })
})

describe('a consent that belongs to an appointment', () => {
  const inLondon = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    ...{ dateStyle: 'short', timeStyle: 'short' },
  })
  const shownOf = (moment: string | null) => moment && inLondon.format(Date.parse(moment))
  const dayAhead = (days: number) => addCalendarDays(dayAt(testApp.clock.now(), 'Europe/London'), days)

  /** Days pass, what is due is done, and the clock is put back. */
  async function sweepIn(days: number): Promise<void> {
    testApp.clock.advance(days * day_ms)
    try {
      await sweep()
    } finally {
      testApp.clock.advance(-days * day_ms)
    }
  }

  /** A practice that reminds two days before an appointment alone, and somebody who comes in so many days. */
  async function addBooked(name: string, days: number) {
    const clinic = await testApp.addClinic(name)
    await setPolicy(clinic, { daysAfterSending: [], daysBeforeAppointment: 2 })
    const sent = await addWaiting(clinic)
    const { patientId } = sent
    const appointment = await clinic.addAppointment({ patientId, day: dayAhead(days) })
    await testApp.runJobs()
    return { clinic, appointment, ...sent }
  }
  type Booked = Awaited<ReturnType<typeof addBooked>>
  async function moveTo({ clinic, appointment, patientId }: Booked, days: number): Promise<void> {
    const { id: appointmentId, clinician } = appointment
    const where = { patientId, clinicianId: clinician.id, day: dayAhead(days), time: '12:00' }
    const desk = clinic.as('receptionist')
    const { appointments: listed } = await desk.callOk(appointments.day, {
      day: appointment.day,
      clinician: 'all',
    })
    const { version } = listed.find(({ id }) => id === appointmentId)!
    await desk.callOk(appointments.update, { appointmentId, version, ...where })
    await testApp.runJobs()
  }

  it('is reminded of in the morning two days before, once', async () => {
    const { clinic, consentId } = await addBooked('Before Bridge', 9)
    expect(shownOf((await toldOf(clinic, consentId)).nextAt)).toBe(`${dayAhead(7)} 10:00`)
    await sweepIn(6)
    expect(await messagesOf(clinic, consentId)).toEqual([])
    await sweepIn(8)
    await sweepIn(8.2)
    expect(await messagesOf(clinic, consentId)).toEqual(['reminder email sent'])
    expect(await toldOf(clinic, consentId)).toMatchObject({ sent: 1, nextAt: null })
  })

  it('is reminded of when the appointment is now, also where nobody planned anew', async () => {
    const booked = await addBooked('Moving Mews', 9)
    const { clinic, consentId, appointment } = booked
    await moveTo(booked, 20)
    expect(shownOf((await toldOf(clinic, consentId)).nextAt)).toBe(`${dayAhead(18)} 10:00`)
    await testApp.owner.query(
      `update appointments set starts_at = starts_at + interval '5 days' where id = $1`,
      [appointment.id],
    )
    await sweepIn(19)
    expect(await messagesOf(clinic, consentId)).toEqual([])
    expect(shownOf((await toldOf(clinic, consentId)).nextAt)).toBe(`${dayAhead(23)} 10:00`)
    await clinic.as('receptionist').callOk(appointments.cancel, { appointmentId: appointment.id })
    await testApp.runJobs()
    expect((await toldOf(clinic, consentId)).nextAt).toBeNull()
  })

  it('is reminded of although it was opened, and not once it is signed', async () => {
    const opened = await addBooked('Opened Orchard', 9)
    await opened.clinic.open(opened)
    await testApp.runJobs()
    expect(shownOf((await toldOf(opened.clinic, opened.consentId)).nextAt)).toBe(`${dayAhead(7)} 10:00`)
    await sweepIn(8)
    expect(await messagesOf(opened.clinic, opened.consentId)).toEqual(['reminder email sent'])
    const signed = await addBooked('Signing Square', 9)
    const { patient } = await signed.clinic.open(signed)
    const { consentId } = signed
    await patient.callOk(signing.sign, signatureFor(signed))
    await sweepIn(8)
    expect(
      (await messagesOf(signed.clinic, consentId)).filter((told) => told.startsWith('reminder')),
    ).toEqual([])
    expect((await toldOf(signed.clinic, consentId)).nextAt).toBeNull()
  })

  it('waits for the end of quiet hours, and is not reminded of where the practice wants none', async () => {
    const { clinic, consentId } = await addBooked('Quiet Quarter', 9)
    await setPolicy(clinic, {
      ...{ daysAfterSending: [], daysBeforeAppointment: 2 },
      ...{ quietFrom: '07:00', quietUntil: '16:00' },
    })
    expect(shownOf((await toldOf(clinic, consentId)).nextAt)).toBe(`${dayAhead(7)} 16:00`)
    await setPolicy(clinic, { daysAfterSending: [], daysBeforeAppointment: null })
    expect((await toldOf(clinic, consentId)).nextAt).toBeNull()
  })

  it('of a practice that decided before there was such a reminder is left as it was', async () => {
    const { clinic } = await addBooked('Earlier End', 9)
    await testApp.owner.query(
      `update reminder_policies set policy = policy - 'daysBeforeAppointment' where clinic_id = $1`,
      [clinic.id],
    )
    expect(await clinic.as('manager').callOk(reminders.policy, {})).toMatchObject({
      daysBeforeAppointment: null,
    })
  })
})

describe('a reminder by hand', () => {
  it('goes out at once by what reaches the patient, and not again for four hours', async () => {
    const { consentId } = await addWaiting(testApp.clinicA)
    const desk = testApp.clinicA.as('receptionist')
    const sent = await desk.callOk(reminders.remindNow, { consentId, by: 'sms' })
    expect(sent.by).toBe('sms')
    const again = await desk.call(reminders.remindNow, { consentId })
    expect([again.status, again.reason]).toEqual([409, 'too-soon'])
    await testApp.owner.query(`update reminders set at = at - interval '4 hours' where consent_id = $1`, [
      consentId,
    ])
    expect((await desk.callOk(reminders.remindNow, { consentId })).by).toBe('email')
    await testApp.runJobs()
    expect(await messagesOf(testApp.clinicA, consentId)).toEqual(['reminder sms sent', 'reminder email sent'])
    expect(daysUntil((await toldOf(testApp.clinicA, consentId)).nextAt)).toBe(2)
    const { rows } = await testApp.owner.query(
      `select user_name as by, details from audit_rows where subject = $1 and action = 'reminder.sent' order by sequence`,
      [consentId],
    )
    expect(rows).toEqual([
      { by: 'Sam Lee', details: { by: 'sms', step: 'by hand' } },
      { by: 'Sam Lee', details: { by: 'email', step: 'by hand' } },
    ])
  })

  it('sent again with the same key is one reminder', async () => {
    const { consentId } = await addWaiting(testApp.clinicA)
    const key = { idempotencyKey: crypto.randomUUID() }
    const desk = testApp.clinicA.as('receptionist')
    const answers = await Promise.all([1, 2].map(() => desk.call(reminders.remindNow, { consentId }, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await toldOf(testApp.clinicA, consentId)).sent).toBe(1)
  })

  it.each<[string, string, () => Promise<string>, 'email' | 'sms' | undefined]>([
    ['a draft', 'wrong-state', async () => (await testApp.clinicA.addDraft()).id, undefined],
    ['what is signed', 'wrong-state', async () => (await testApp.clinicA.addSigned()).consentId, undefined],
    ['nobody’s consent', 'not-found', async () => crypto.randomUUID(), undefined],
    [
      'a text to a land line',
      'no-mobile',
      async () => (await addWaiting(testApp.clinicA, { phone: '020 7946 0018' })).consentId,
      'sms',
    ],
    [
      'a mail to no address',
      'no-email',
      async () => (await addWaiting(testApp.clinicA, { email: '' })).consentId,
      'email',
    ],
    [
      'who has neither',
      'no-contact',
      async () => (await addWaiting(testApp.clinicA, { email: '' })).consentId,
      undefined,
    ],
    [
      'who was put away',
      'not-contactable',
      async () => {
        const { consentId, patientId } = await addWaiting(testApp.clinicA)
        await testApp.clinicA.as('dentist').callOk(patients.archive, { patientId })
        return consentId
      },
      undefined,
    ],
  ])('is refused for %s: %s', async (_what, reason, make, by) => {
    const consentId = await make()
    const refused = await testApp.clinicA
      .as('receptionist')
      .call(reminders.remindNow, by ? { consentId, by } : { consentId })
    expect(refused.reason).toBe(reason)
  })
})

describe('a message that did not arrive', () => {
  /** The newest message came back, as its provider tells. */
  async function comeBack(consentId: string): Promise<void> {
    await testApp.runJobs()
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from messages where about_id = $1 and channel <> 'letter' order by created_at desc, id desc limit 1`,
      [consentId],
    )
    const body = JSON.stringify({ messageId: rows[0]!.id, event: 'bounced' })
    const seconds = Math.round(testApp.clock.now().getTime() / 1000)
    const hex = createHmac('sha256', bounceSecret).update(`${seconds}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'candour-signature': `t=${seconds},v1=${hex}` }
    const url = webhooks.mailNews.path
    expect((await hearing.http.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(200)
    await testApp.runJobs()
  }
  const tasksOf = (consentId: string) =>
    testApp.clinicA.as('dentist').callOk(tasks.listOfConsent, { consentId })
  const stepsOf = async (consentId: string) => [
    ...(await messagesOf(testApp.clinicA, consentId)),
    ...(await tasksOf(consentId)).map(({ kind, status }) => `${kind} ${status}`),
  ]
  async function addMailed(details = contact) {
    const sent = await addWaiting(testApp.clinicA, details)
    await testApp.clinicA.as('dentist').callOk(signing.resendLink, { consentId: sent.consentId, by: 'email' })
    return sent
  }
  const complete = async (consentId: string, outcome: 'no-answer' | 'reached') => {
    const taskId = (await tasksOf(consentId))[0]!.id
    await testApp.clinicA.as('receptionist').callOk(tasks.complete, { taskId, outcome })
    await testApp.runJobs()
  }

  it('is followed by a text, a call and a letter, each shown on the consent', async () => {
    const { consentId } = await addMailed()
    await comeBack(consentId)
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced', 'consent-link sms sent'])
    await comeBack(consentId)
    expect(await stepsOf(consentId)).toEqual([
      'consent-link email bounced',
      'consent-link sms bounced',
      'call open',
    ])
    await complete(consentId, 'no-answer')
    expect((await stepsOf(consentId)).slice(2)).toEqual(['call done', 'letter open'])
    const { rows } = await testApp.owner.query<{ to: string }>(
      `select details ->> 'to' as to from audit_rows where subject = $1 and action = 'message.fell_back' order by sequence`,
      [consentId],
    )
    expect(rows.map(({ to }) => to)).toEqual(['sms', 'call', 'letter'])
  })

  it('needs no letter when the call reached the patient', async () => {
    const { consentId } = await addMailed({ ...contact, phone: '020 7946 0018' })
    await comeBack(consentId)
    await complete(consentId, 'reached')
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced', 'call done'])
  })

  it('is followed once, however often it is told and however often its job runs', async () => {
    const { consentId } = await addMailed()
    await comeBack(consentId)
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from messages where about_id = $1 and channel = 'email'`,
      [consentId],
    )
    const data = { clinicId: testApp.clinicA.id, messageId: rows[0]!.id }
    await escalateContact(jobRunner(), data)
    await escalateContact(jobRunner(), data)
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced', 'consent-link sms sent'])
  })

  it('is let be once the patient has opened the consent, and the copy of a signed one always', async () => {
    const sent = await addMailed()
    const { token } = await testApp.clinicA.addLink(sent)
    await testApp.anonymous().callOk(signing.verify, { accessToken: token, dateOfBirth: '1961-03-14' })
    await comeBack(sent.consentId)
    expect(await stepsOf(sent.consentId)).toEqual(['consent-link email bounced'])
    const { consentId } = await testApp.clinicA.addSigned({
      patientId: await testApp.clinicA.addPatient(contact),
    })
    await comeBack(consentId)
    expect(await stepsOf(consentId)).toEqual(['signed-copy email bounced'])
  })

  it('is followed where it gives advice for after a treatment, but by no letter', async () => {
    const { consentId } = await testApp.clinicA.addSigned({
      patientId: await testApp.clinicA.addPatient(contact),
    })
    await testApp.clinicA.as('dentist').callOk(aftercare.recordDone, { consentId, places: [0] })
    // So long ago that the message of the morning after has come due within a day, whatever time it is now.
    const { minutes } = zonedTime(testApp.clock.now(), 'Europe/London')
    const days = minutes >= 10 * 60 ? 1 : 2
    await testApp.owner.query(
      `update treatments_done set done_at = done_at - $2 * interval '1 day',
         created_at = created_at - $2 * interval '1 day', next_at = now() - interval '1 hour' where consent_id = $1`,
      [consentId, days],
    )
    await testApp.app.sweep('aftercare')
    await comeBack(consentId)
    const followed = ['signed-copy email sent', 'aftercare email bounced']
    expect(await stepsOf(consentId)).toEqual([...followed, 'aftercare sms sent'])
    await comeBack(consentId)
    await complete(consentId, 'no-answer')
    expect(await stepsOf(consentId)).toEqual([...followed, 'aftercare sms bounced', 'call done'])
  })

  it('goes only as far as the practice lets it', async () => {
    await setPolicy(testApp.clinicA, { ladder: { sms: false, call: true, letter: false } })
    const { consentId } = await addMailed()
    await comeBack(consentId)
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced', 'call open'])
    await complete(consentId, 'no-answer')
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced', 'call done'])
    await setPolicy(testApp.clinicA, {})
  })

  it('is followed by no text at night, but in the morning', async () => {
    const { consentId } = await addMailed()
    await beQuiet(testApp.clinicA)
    await comeBack(consentId)
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced'])
    await sweep()
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced'])
    await setPolicy(testApp.clinicA, {})
    await testApp.owner.query(
      `update reminder_plans set climb_at = now() - interval '1 second' where consent_id = $1`,
      [consentId],
    )
    await sweep()
    await sweep()
    expect(await stepsOf(consentId)).toEqual(['consent-link email bounced', 'consent-link sms sent'])
  })

  it('sends the next reminder another way', async () => {
    const { consentId } = await addMailed()
    await comeBack(consentId)
    await passDays(consentId, 2)
    await sweep()
    expect((await messagesOf(testApp.clinicA, consentId)).at(-1)).toBe('reminder sms sent')
  })
})
