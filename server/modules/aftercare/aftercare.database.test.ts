import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AftercarePolicy } from '../../../contract/aftercare.ts'
import { contract } from '../../../contract/index.ts'
import { zonedTime } from '../../platform/zoned-time.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { OpenedConsent, TestClinic } from '../../testing/test-clinic.ts'
import { defaultAftercarePolicy } from './aftercare-rules.ts'

const { aftercare, appointments, consents, patients, reminders, signing, tasks } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  for (const clinic of [testApp.clinicA, testApp.clinicB]) {
    const policy = await clinic.as('manager').callOk(reminders.policy, {})
    // Whatever time it is, nothing waits.
    const open = { ...policy, quietFrom: '08:00', quietUntil: '08:00' }
    await clinic.as('manager').callOk(reminders.changePolicy, open)
  }
  await testApp.runJobs()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const setPolicy = async (change: Partial<AftercarePolicy>) => {
  await testApp.clinicA.as('manager').callOk(aftercare.changePolicy, { ...defaultAftercarePolicy, ...change })
  await testApp.runJobs()
}

/** A signed consent whose treatment is done. */
async function addTreated(
  clinic: TestClinic = testApp.clinicA,
  details: object = {},
): Promise<OpenedConsent> {
  const signed = await clinic.addSigned(details)
  const { consentId } = signed
  await clinic.as('dentist').callOk(aftercare.recordDone, { consentId, places: [0] })
  await testApp.runJobs()
  return signed
}

const worryInput = (worry: string, answers: Record<string, boolean> = {}, text = '') => ({
  ...{ key: randomUUID(), worry, answers, text },
  toldAt: testApp.clock.now().toISOString(),
})
const getAftercare = (consentId: string) =>
  testApp.clinicA.as('dentist').callOk(aftercare.ofConsent, { consentId })
const tasksOf = async (consentId: string) =>
  (await testApp.clinicA.as('dentist').callOk(tasks.listOfConsent, { consentId })).filter(({ kind }) =>
    kind.endsWith('worry'),
  )
const kindsSent = async (consentId: string) =>
  (await testApp.clinicA.as('dentist').callOk(signing.listMessages, { consentId }))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'signed-copy')

/** Lets time pass for what was done: whoever is signed in stays so. */
async function advanceClock(consentId: string, ms: number): Promise<void> {
  const seconds = ms / 1000
  await testApp.owner.query(
    `update treatments_done set done_at = done_at - $2 * interval '1 second',
       created_at = created_at - $2 * interval '1 second', next_at = next_at - $2 * interval '1 second',
       survey_at = survey_at - $2 * interval '1 second' where consent_id = $1`,
    [consentId, seconds],
  )
}
/** So long ago that the message of the morning after has come due within a day, whatever time it is now. */
function msSinceMorning(): number {
  const { minutes } = zonedTime(testApp.clock.now(), 'Europe/London')
  return (minutes >= 10 * 60 ? 1 : 2) * day_ms
}
const sweep = async () => {
  await testApp.app.sweep('aftercare')
  await testApp.runJobs()
}

describe('what was done', () => {
  it('is recorded when an appointment ends, and taken back where it was not so', async () => {
    const signed = await testApp.clinicA.addSigned({ pricePence: 7350 })
    const { consentId, patientId } = signed
    await testApp.clinicA.discuss(signed)
    const planned = [{ templateId: testApp.clinicA.templateId, teeth: ['46'] }]
    const { id: appointmentId } = await testApp.clinicA.addAppointment({ patientId, treatments: planned })
    const override = { reason: 'The patient is in pain now' }
    await testApp.clinicA.as('lead').callOk(appointments.start, { appointmentId, override })
    expect((await getAftercare(consentId)).done).toEqual([])
    await testApp.clinicA.as('dentist').callOk(appointments.finish, { appointmentId })
    const { done, treatments } = await getAftercare(consentId)
    expect(done).toMatchObject([
      { by: 'Tom Hughes', treatments: [{ place: 0 }], takenBackAt: null, sent: [] },
    ])
    expect(done[0]!.next?.step).toBeDefined()
    expect(treatments).toMatchObject([{ place: 0, isDone: true }])
    const again = { consentId, places: [0] }
    expect((await testApp.clinicA.as('dentist').call(aftercare.recordDone, again)).reason).toBe(
      'already-done',
    )
    const doneId = done[0]!.id
    await testApp.clinicA.as('dentist').callOk(aftercare.takeBackDone, { consentId, doneId })
    const twice = await testApp.clinicA.as('dentist').call(aftercare.takeBackDone, { consentId, doneId })
    expect(twice.reason).toBe('taken-back')
    expect(await getAftercare(consentId)).toMatchObject({
      treatments: [{ isDone: false }],
      done: [{ next: null }],
    })
    const { events, chainIntact } = await testApp.clinicA.as('dentist').callOk(consents.get, { consentId })
    expect(chainIntact).toBe(true)
    expect(events.map(({ event }) => event).slice(-2)).toEqual([
      'consent.treatment_done',
      'consent.treatment_done_taken_back',
    ])
  })

  it('is refused before the patient agreed, after they took it back, and of what has not come', async () => {
    const sent = await testApp.clinicA.addSent()
    const record = (consentId: string, more: object = {}) =>
      testApp.clinicA.as('dentist').call(aftercare.recordDone, { consentId, places: [0], ...more })
    expect((await record(sent.consentId)).reason).toBe('wrong-state')
    const { consentId, patient } = await testApp.clinicA.addSigned()
    expect((await record(consentId, { places: [1] })).reason).toBe('not-agreed')
    const tomorrow = new Date(testApp.clock.now().getTime() + day_ms).toISOString()
    expect((await record(consentId, { doneAt: tomorrow })).reason).toBe('in-future')
    await patient.callOk(signing.withdraw, { consentId, reason: '' })
    expect((await record(consentId)).reason).toBe('wrong-state')
    expect((await record(randomUUID())).reason).toBe('not-found')
  })
})

describe('messages', () => {
  it('go out one after the other, each once, with a link that opens the page', async () => {
    const { consentId } = await addTreated()
    await sweep()
    expect(await kindsSent(consentId)).toEqual([])
    await advanceClock(consentId, msSinceMorning())
    await sweep()
    await sweep()
    expect(await kindsSent(consentId)).toEqual(['aftercare'])
    const mail = (await testApp.mail()).findLast(({ subject }) => subject.includes('after your visit'))!
    expect(mail.link).toContain('/after-visit/')
    expect((await testApp.anonymous().call(signing.open, { accessToken: mail.token! })).status).toBe(200)
    const { done } = await getAftercare(consentId)
    expect(done[0]!.sent).toHaveLength(1)
    expect(done[0]!.next).not.toBeNull()
  })

  it('are one for a visit, whichever consents it was for', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const [one, other] = [
      await testApp.clinicA.addSigned({ patientId }),
      await testApp.clinicA.addSigned({ patientId }),
    ]
    const ids = [one.consentId, other.consentId]
    for (const consent of [one, other]) await testApp.clinicA.discuss(consent)
    const { id: appointmentId } = await testApp.clinicA.addAppointment({
      patientId,
      treatments: [],
      consentIds: ids,
    })
    const override = { reason: 'The patient is in pain now' }
    await testApp.clinicA.as('lead').callOk(appointments.start, { appointmentId, override })
    await testApp.clinicA.as('dentist').callOk(appointments.finish, { appointmentId })
    for (const consentId of ids) await advanceClock(consentId, msSinceMorning())
    await sweep()
    const sent = [...(await kindsSent(one.consentId)), ...(await kindsSent(other.consentId))]
    expect(sent).toEqual(['aftercare'])
    for (const consentId of ids) expect((await getAftercare(consentId)).done[0]!.sent).toHaveLength(1)
  })

  it('lead to a page with the advice of all that was done in the visit, and of nothing else', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const [one, other, apart] = [
      await testApp.clinicA.addSigned({ patientId }),
      await testApp.clinicA.addSigned({ patientId }),
      await testApp.clinicA.addSigned({ patientId }),
    ]
    for (const consent of [one, other]) await testApp.clinicA.discuss(consent)
    const consentIds = [one.consentId, other.consentId]
    const { id: appointmentId } = await testApp.clinicA.addAppointment({
      patientId,
      treatments: [],
      consentIds,
    })
    const override = { reason: 'The patient is in pain now' }
    await testApp.clinicA.as('lead').callOk(appointments.start, { appointmentId, override })
    await testApp.clinicA.as('dentist').callOk(appointments.finish, { appointmentId })
    const places = [0]
    await testApp.clinicA.as('dentist').callOk(aftercare.recordDone, { consentId: apart.consentId, places })
    const beside = ({ consentId, patient }: OpenedConsent) => patient.callOk(aftercare.beside, { consentId })
    const shown = await beside(one)
    expect(shown.consents.map(({ title }) => title)).toEqual(['Molar Root Canal'])
    const { sections } = (await other.patient.callOk(signing.read, { consentId: other.consentId })).content
    const { parts } = await other.patient.callOk(aftercare.own, { consentId: other.consentId })
    expect(parts.length).toBeGreaterThan(0)
    expect(shown.consents[0]!.sections).toEqual(
      parts.map((part) => ({ title: sections[part]!.title, content: sections[part]!.content })),
    )
    expect((await beside(apart)).consents).toEqual([])
    await other.patient.callOk(signing.withdraw, { consentId: other.consentId, reason: '' })
    expect((await beside(one)).consents).toEqual([])
    const { consentId } = other
    expect((await one.patient.call(aftercare.beside, { consentId })).status).toBe(401)
  })

  it('goes out once where two instances and two sweeps try at the same moment', async () => {
    const { consentId } = await addTreated()
    await advanceClock(consentId, msSinceMorning())
    await testApp.app.sweep('aftercare')
    await testApp.app.sweep('aftercare')
    const other = await testApp.openSecondInstance()
    await Promise.all([testApp.runJobs(), other.jobs.drain()])
    await other.close()
    expect(await kindsSent(consentId)).toEqual(['aftercare'])
  })

  it('wait for the end of quiet hours', async () => {
    const { consentId } = await addTreated()
    await advanceClock(consentId, msSinceMorning())
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })
    const around = (hours: number) => clock.format(testApp.clock.now().getTime() + hours * 60 * minute_ms)
    const quiet = JSON.stringify({ quietFrom: around(-1), quietUntil: around(2) })
    const setQuiet = (times: string) =>
      testApp.owner.query('update reminder_policies set policy = policy || $2 where clinic_id = $1', [
        testApp.clinicA.id,
        times,
      ])
    await setQuiet(quiet)
    await sweep()
    expect(await kindsSent(consentId)).toEqual([])
    await setQuiet(JSON.stringify({ quietFrom: '08:00', quietUntil: '08:00' }))
    await testApp.owner.query(
      `update treatments_done set next_at = now() - interval '1 second' where consent_id = $1`,
      [consentId],
    )
    await sweep()
    expect(await kindsSent(consentId)).toEqual(['aftercare'])
  })

  it.each<[string, (treated: OpenedConsent) => Promise<unknown>]>([
    ['the patient said stop', ({ consentId, patient }) => patient.callOk(aftercare.stop, { consentId })],
    [
      'the patient withdrew',
      ({ consentId, patient }) => patient.callOk(signing.withdraw, { consentId, reason: '' }),
    ],
    [
      'the consent was made void',
      ({ consentId }) =>
        testApp.clinicA.as('manager').callOk(consents.void, { consentId, reason: 'A mistake' }),
    ],
    [
      'the patient was put away',
      ({ patientId }) => testApp.clinicA.as('dentist').callOk(patients.archive, { patientId }),
    ],
    [
      'the patient died',
      ({ patientId }) =>
        testApp.owner.query(`update patients set status = 'deceased' where id = $1`, [patientId]),
    ],
    [
      'it was not done after all',
      async ({ consentId }) => {
        const doneId = (await getAftercare(consentId)).done[0]!.id
        await testApp.clinicA.as('dentist').callOk(aftercare.takeBackDone, { consentId, doneId })
      },
    ],
    ['the practice sends none', () => setPolicy({ isOn: false })],
  ])('are not sent once %s', async (_what, end) => {
    const treated = await addTreated()
    await advanceClock(treated.consentId, msSinceMorning())
    await end(treated)
    await sweep()
    const { rows } = await testApp.owner.query('select from messages where about_id = $1 and kind = $2', [
      treated.consentId,
      'aftercare',
    ])
    expect(rows).toHaveLength(0)
    await setPolicy({})
  })

  it('hold no word about health, in whatever language', async () => {
    // One of each direction; content is checked in every language when it is built.
    const languages = ['en', 'pl', 'ur']
    // What the practice sends again since the test before.
    await sweep()
    for (const language of languages) {
      const patientId = await testApp.clinicA.addPatient({ language })
      const { consentId } = await addTreated(testApp.clinicA, { patientId })
      await advanceClock(consentId, msSinceMorning())
    }
    const before = (await testApp.mail()).length
    await sweep()
    const mails = (await testApp.mail()).slice(before)
    expect(mails).toHaveLength(languages.length)
    for (const { subject, text, link } of mails) {
      expect(`${subject} ${text}`).not.toMatch(/root canal|Whitcombe|treat|tooth/i)
      expect(link).toContain('/after-visit/')
    }
  })
})

describe('a worry', () => {
  it('that is red makes one urgent task, and tells the people whom the practice named', async () => {
    await setPolicy({ alertStaffIds: [testApp.clinicA.staff.manager.staffId!] })
    const { consentId, patient } = await addTreated()
    const before = (await testApp.mail()).length
    const worry = { consentId, ...worryInput('bleeding', { filling: false, pressed: true }) }
    await patient.callOk(aftercare.tellWorry, worry)
    // Lost on its way back, and sent again once there is a connection.
    await patient.callOk(aftercare.tellWorry, worry)
    await testApp.runJobs()
    await testApp.runJobs()
    expect(await tasksOf(consentId)).toMatchObject([{ kind: 'urgent-worry', status: 'open' }])
    const mails = (await testApp.mail()).slice(before)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [expect.stringContaining('manager@'), 'Harbour Street: a patient needs help now'],
    ])
    expect(mails[0]!.text).not.toMatch(/bleed|Whitcombe/i)
    const [open] = await testApp.clinicA.as('receptionist').callOk(aftercare.openWorries, {})
    expect(open).toMatchObject({ consentId, level: 'red', worry: 'Bleeding' })
    const [kept] = (await getAftercare(consentId)).worries
    expect(kept).toMatchObject({
      level: 'red',
      asked: [{ answer: false }, { answer: true }],
      shown: expect.stringContaining('Call 999 now'),
      settled: null,
    })
    await setPolicy({})
  })

  it('is settled with a note, which stands with it, and can be opened again', async () => {
    const { consentId, patient } = await addTreated()
    await patient.callOk(aftercare.tellWorry, { consentId, ...worryInput('pain', { later: true }) })
    await testApp.runJobs()
    const [task] = await tasksOf(consentId)
    expect(task).toMatchObject({ kind: 'worry', status: 'open' })
    const taskId = task!.id
    const dentist = testApp.clinicA.as('dentist')
    const silent = await dentist.call(tasks.complete, { taskId, outcome: 'reached', note: '' })
    expect(silent.reason).toBe('note-missing')
    const note = 'Dry socket; dressed today'
    await dentist.callOk(tasks.complete, { taskId, outcome: 'reached', note })
    await testApp.runJobs()
    expect((await getAftercare(consentId)).worries[0]!.settled).toMatchObject({ by: 'Tom Hughes', note })
    const own = await patient.callOk(aftercare.own, { consentId })
    expect(own.worries).toMatchObject([{ worry: 'pain', isSettled: true }])
    expect(JSON.stringify(own)).not.toContain('Dry socket')
    await dentist.callOk(tasks.reopen, { taskId })
    await testApp.runJobs()
    expect((await getAftercare(consentId)).worries[0]!.settled).toBeNull()
  })

  it('that is green makes no task and is kept all the same', async () => {
    const { consentId, patient } = await addTreated()
    await patient.callOk(aftercare.tellWorry, { consentId, ...worryInput('numbness', { overnight: false }) })
    await testApp.runJobs()
    expect(await tasksOf(consentId)).toEqual([])
    expect((await getAftercare(consentId)).worries).toMatchObject([{ level: 'green' }])
    const { events, chainIntact } = await testApp.clinicA.as('dentist').callOk(consents.get, { consentId })
    expect(events.at(-1)).toMatchObject({ event: 'aftercare.worry', details: { level: 'green' } })
    expect(chainIntact).toBe(true)
  })

  it('is urgent by what was answered, whatever the page believed, and refused half answered', async () => {
    const { consentId, patient } = await addTreated()
    const tell = (...said: Parameters<typeof worryInput>) =>
      patient.call(aftercare.tellWorry, { consentId, ...worryInput(...said) })
    expect((await tell('bleeding', { filling: false })).reason).toBe('unanswered')
    expect((await tell('else')).reason).toBe('text-missing')
    expect((await tell('nothing')).reason).toBe('unknown-worry')
    expect((await tell('else', {}, 'My mouth tastes of metal')).status).toBe(200)
    expect((await getAftercare(consentId)).worries).toMatchObject([
      { level: 'amber', text: 'My mouth tastes of metal' },
    ])
  })

  it('is for those who were treated, and for nobody else', async () => {
    const { consentId, patient } = await testApp.clinicA.addSigned()
    const early = await patient.call(aftercare.tellWorry, { consentId, ...worryInput('breathing') })
    expect(early.reason).toBe('not-treated')
    const { consentId: other } = await addTreated()
    const stranger = await patient.call(aftercare.tellWorry, { consentId: other, ...worryInput('breathing') })
    expect(stranger.status).toBe(401)
  })

  it('cannot be rewritten, and a task is nobody’s to write but the practice’s', async () => {
    const { consentId, patient } = await addTreated()
    await patient.callOk(aftercare.tellWorry, { consentId, ...worryInput('breathing') })
    const tryAs = async (role: string, statement: string) => {
      await testApp.owner.query('begin')
      try {
        await testApp.owner.query(`set local role ${role}`)
        await testApp.owner.query(`select set_config('app.clinic_id', $1, true)`, [testApp.clinicA.id])
        await testApp.owner.query(`select set_config('app.consent_ids', $1, true)`, [consentId])
        await testApp.owner.query(statement)
        return 'done'
      } catch (error) {
        return (error as Error).message
      } finally {
        await testApp.owner.query('rollback')
      }
    }
    expect(await tryAs('candour_clinic', `update worries set level = 'green'`)).toContain('permission denied')
    expect(await tryAs('candour_patient', `update worries set text = ''`)).toContain('permission denied')
    expect(await tryAs('candour_clinic', `delete from worries`)).toContain('permission denied')
    expect(await tryAs('candour_patient', `select settled_note from worries`)).toContain('permission denied')
  })
})

describe('the survey', () => {
  const answers = { understood: 5, asSaid: 4, again: 5, regret: 1 }

  it('is asked once, some weeks later, and answered once', async () => {
    const { consentId, patient } = await addTreated()
    const early = await patient.call(aftercare.answerSurvey, { consentId, answers })
    expect(early.reason).toBe('not-due')
    expect(await patient.callOk(aftercare.own, { consentId })).toMatchObject({ survey: 'none' })
    await advanceClock(consentId, msSinceMorning() + 29 * day_ms)
    await sweep()
    await sweep()
    expect(await kindsSent(consentId)).toEqual(['survey'])
    expect(await patient.callOk(aftercare.own, { consentId })).toMatchObject({ survey: 'due' })
    const text = 'Thank you all'
    const after = await patient.callOk(aftercare.answerSurvey, { consentId, answers, text })
    expect(after.survey).toBe('answered')
    const twice = await patient.call(aftercare.answerSurvey, { consentId, answers: null })
    expect(twice.reason).toBe('already-answered')
    expect((await getAftercare(consentId)).survey).toMatchObject({ answers, text, isSkipped: false })
  })

  it('is skipped for good, and asked of nobody twice', async () => {
    const { consentId, patient } = await addTreated()
    await advanceClock(consentId, 31 * day_ms)
    const after = await patient.callOk(aftercare.answerSurvey, { consentId, answers: null, text: 'Not kept' })
    expect(after.survey).toBe('skipped')
    await sweep()
    expect(await kindsSent(consentId)).toEqual([])
    expect((await getAftercare(consentId)).survey).toMatchObject({ isSkipped: true, answers: null, text: '' })
  })

  it('makes figures of a template from five answers on, and of none of another practice', async () => {
    const answered = async () => {
      const { consentId, patient } = await testApp.clinicB.addTreated()
      await testApp.clinicB.letWeeksPass(consentId)
      await patient.callOk(aftercare.answerSurvey, { consentId, answers })
    }
    const figures = async () => {
      const scores = await testApp.clinicB.as('manager').callOk(aftercare.scores, {})
      return scores.find(({ templateId }) => templateId === testApp.clinicB.templateId)!.figures
    }
    for (let count = 1; count <= 4; count++) await answered()
    expect(await figures()).toBeNull()
    await answered()
    expect(await figures()).toEqual({ answers: 5, score: 94, means: answers })
  })
})

describe('what a practice decides', () => {
  it('holds for what waits already, and names only its own people and treatments we know', async () => {
    const { consentId } = await addTreated()
    const changed = [{ treatment: 'Root Canal Therapy', hours: [], days: [5] }]
    await setPolicy({ changed, survey: false })
    expect((await getAftercare(consentId)).done[0]!.next?.step).toBe('day-5')
    await setPolicy({ isOn: false })
    expect((await getAftercare(consentId)).done[0]!.next).toBeNull()
    await setPolicy({})
    expect((await getAftercare(consentId)).done[0]!.next).not.toBeNull()
    const wrong = (change: Partial<AftercarePolicy>) =>
      testApp.clinicA.as('manager').call(aftercare.changePolicy, { ...defaultAftercarePolicy, ...change })
    expect((await wrong({ alertStaffIds: [testApp.clinicB.staff.dentist.staffId!] })).reason).toBe(
      'staff-not-found',
    )
    const unknown = [{ treatment: 'Astrology', hours: [], days: [1] }]
    expect((await wrong({ changed: unknown })).reason).toBe('unknown-treatment')
  })
})

describe('a patient’s own page', () => {
  it('says of each form since when it is treated', async () => {
    const { consentId, patientId } = await addTreated()
    const home = await testApp.clinicA.openHome(patientId)
    const { consents: shown } = await home.callOk(contract.patientHome.get, {})
    expect(shown).toMatchObject([{ id: consentId, treatedAt: expect.any(String), questions: { open: 0 } }])
  })
})
