import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { question_length_max, questions_an_hour_max, questions_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { discussion, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { questions, signing, consents, tasks, appointments } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const read = ({ consentId }: { consentId: string }) => dentist().callOk(consents.get, { consentId })
const listed = ({ consentId }: { consentId: string }) => dentist().callOk(questions.list, { consentId })

const pain = { part: 2, text: 'How long will it be sore?', isBlocking: true } as const
const ask = ({ consentId, patient }: OpenedConsent, change: Partial<typeof pain> | object = {}) =>
  patient.callOk(questions.ask, { consentId, ...pain, ...change })

/** A consent with one question, and what an answer to it needs. */
async function addAsked(change: object = {}) {
  const viewed = await testApp.clinicA.addViewed()
  const [question] = await ask(viewed, change)
  const { id: questionId } = question!
  return { ...viewed, questionId, answering: { consentId: viewed.consentId, questionId, seen: questionId } }
}
const answerOf = (
  asked: Awaited<ReturnType<typeof addAsked>>,
  mode: 'message' | 'call' | 'visit' = 'message',
) => dentist().callOk(questions.answer, { ...asked.answering, mode, text: 'Two or three days.' })

describe('a patient who reads', () => {
  it('asks about a part or about the whole form, and sees what they asked', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { content } = await read(viewed)
    await ask(viewed)
    const own = await ask(viewed, { part: null, text: 'Who will do it?', isBlocking: false })
    expect(own).toEqual(await viewed.patient.callOk(questions.listOwn, { consentId: viewed.consentId }))
    expect(own).toMatchObject([
      { part: 2, partTitle: content.sections[1]!.title, state: 'open', isBlocking: true },
      { part: null, partTitle: '', state: 'open', isBlocking: false },
    ])
    expect(own[0]!.entries).toMatchObject([{ kind: 'asked', text: pain.text, by: '', mode: null, why: null }])
  })

  it('asks once where the same request comes twice', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    const sending = { idempotencyKey: crypto.randomUUID() }
    const first = await patient.call(questions.ask, { consentId, ...pain }, sending)
    const again = await patient.call(questions.ask, { consentId, ...pain }, sending)
    expect(again.body).toEqual(first.body)
    expect(first.body).toHaveLength(1)
  })

  it('is told what cannot be asked: of no part, nothing, too much', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    const tried = (change: object) => patient.call(questions.ask, { consentId, ...pain, ...change })
    const partless = await tried({ part: 99 })
    expect([partless.status, partless.reason]).toEqual([400, 'part-not-found'])
    expect((await tried({ text: '  ' })).code).toBe('invalid-argument')
    expect((await tried({ text: 'x'.repeat(question_length_max + 1) })).code).toBe('invalid-argument')
    expect(await patient.callOk(questions.listOwn, { consentId })).toEqual([])
  })

  it(`writes no more than ${questions_an_hour_max} times in an hour, and ${questions_max} times in all`, async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { consentId, patient } = viewed
    for (let count = 0; count < questions_an_hour_max; count++) await ask(viewed)
    const refused = await patient.call(questions.ask, { consentId, ...pain })
    expect([refused.status, refused.reason]).toEqual([429, 'too-soon'])
    const questionId = (await listed(viewed))[0]!.id
    const more = { consentId, questionId, text: 'And more', isBlocking: false }
    expect((await patient.call(questions.add, more)).reason).toBe('too-soon')
    expect(await listed(viewed)).toHaveLength(questions_an_hour_max)
    // Somebody else's form has room.
    await addAsked()

    const settling = { consentId, questionId, why: 'not-needed' } as const
    await patient.callOk(questions.settle, settling)
    await testApp.owner.query(
      `insert into question_entries (clinic_id, consent_id, number, kind, text, hash, at)
       select clinic_id, consent_id, number + g, kind, 'Stored before', hash, at - interval '2 hours'
       from question_entries, generate_series(100, 100 + $2) g where id = $1`,
      [questionId, questions_max],
    )
    expect((await patient.call(questions.ask, { consentId, ...pain })).reason).toBe('too-many')
  })

  it('cannot ask about a form of somebody else, nor of another clinic, nor without the birth date', async () => {
    const [one, other] = [await testApp.clinicA.addViewed(), await testApp.clinicB.addViewed()]
    for (const caller of [one.patient, testApp.anonymous()]) {
      const { status } = await caller.call(questions.ask, { consentId: other.consentId, ...pain })
      expect(status).toBe(401)
    }
    const asked = await addAsked()
    const elsewhere = { consentId: one.consentId, questionId: asked.questionId }
    const added = await one.patient.call(questions.add, { ...elsewhere, text: 'More', isBlocking: true })
    expect([added.status, added.reason]).toEqual([404, 'not-found'])
    const settled = await one.patient.call(questions.settle, { ...elsewhere, why: 'have-answer' })
    expect([settled.status, settled.reason]).toEqual([404, 'not-found'])
    const answer = { ...elsewhere, mode: 'call', text: 'Said', seen: asked.questionId } as const
    expect((await dentist().call(questions.answer, answer)).reason).toBe('not-found')
    const foreign = testApp.clinicB.as('dentist')
    expect((await foreign.call(questions.list, { consentId: asked.consentId })).status).toBe(404)
    expect((await foreign.call(questions.answer, { ...answer, ...asked.answering })).status).toBe(404)
  })

  it('asks no more once the form is answered, replaced or made void', async () => {
    const declined = await addAsked()
    await declined.patient.callOk(signing.decline, { consentId: declined.consentId, reason: 'No' })
    const voided = await addAsked()
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: voided.consentId, reason: 'A slip' })
    const replaced = await addAsked()
    await testApp.clinicA.addSent({ patientId: replaced.patientId, replaces: replaced.consentId })
    const signed = await addAsked({ isBlocking: false })
    await signed.patient.callOk(signing.sign, signatureFor(signed))
    for (const { consentId, patient, questionId } of [declined, voided, replaced, signed]) {
      const tried = [
        await patient.call(questions.ask, { consentId, ...pain }),
        await patient.call(questions.add, { consentId, questionId, text: 'More', isBlocking: true }),
        await patient.call(questions.settle, { consentId, questionId, why: 'not-needed' }),
      ]
      expect(tried.map(({ status, reason }) => [status, reason])).toEqual([
        [409, 'wrong-state'],
        [409, 'wrong-state'],
        [409, 'wrong-state'],
      ])
    }
  })
})

describe('signing', () => {
  it('waits while a question is open that the patient wants answered first', async () => {
    const asked = await addAsked()
    const refused = await asked.patient.call(signing.sign, signatureFor(asked))
    expect([refused.status, refused.reason]).toEqual([409, 'question-open'])
    expect(refused.error!.message).toContain('You asked for an answer before you sign')
    await answerOf(asked)
    expect((await asked.patient.callOk(signing.sign, signatureFor(asked))).status).toBe('signed')
  })

  it('does not wait for an answer that the patient can do without', async () => {
    const asked = await addAsked({ isBlocking: false })
    expect((await asked.patient.callOk(signing.sign, signatureFor(asked))).status).toBe('signed')
    expect(await listed(asked)).toMatchObject([{ state: 'open', isBlocking: false }])
  })

  it.each(['have-answer', 'not-needed'] as const)(
    'goes on once the patient says “%s”, which is on record',
    async (why) => {
      const asked = await addAsked()
      const { consentId, questionId, patient } = asked
      const [settled] = await patient.callOk(questions.settle, { consentId, questionId, why })
      expect(settled).toMatchObject({ state: 'settled', isBlocking: false })
      expect(settled!.entries.at(-1)).toMatchObject({ kind: 'settled', why, text: '' })
      const again = await patient.call(questions.settle, { consentId, questionId, why })
      expect([again.status, again.reason]).toEqual([409, 'not-open'])
      expect((await patient.callOk(signing.sign, signatureFor(asked))).status).toBe('signed')
      const { events, chainIntact } = await read(asked)
      expect(events.find(({ event }) => event === 'question.settled')!.details).toMatchObject({ why })
      expect(chainIntact).toBe(true)
    },
  )

  it('waits again when the patient asks on, whatever they wanted before', async () => {
    const asked = await addAsked({ isBlocking: false })
    const { consentId, questionId, patient } = asked
    await answerOf(asked)
    const more = { consentId, questionId, text: 'And for a smoker?', isBlocking: true }
    expect(await patient.callOk(questions.add, more)).toMatchObject([{ state: 'open', isBlocking: true }])
    expect((await patient.call(signing.sign, signatureFor(asked))).reason).toBe('question-open')
    // More of the same takes nothing back.
    await patient.callOk(questions.add, { ...more, text: 'Or at night?', isBlocking: false })
    expect((await patient.call(signing.sign, signatureFor(asked))).reason).toBe('question-open')
  })

  it('by word of mouth waits as well, until what was said is on record', async () => {
    const asked = await addAsked()
    const verbal = {
      consentId: asked.consentId,
      discussion: discussion(),
      witnesses: [{ name: 'Priya Nair', capacity: 'Nurse', statement: 'I heard it.' }],
      wordingConfirmed: true,
    }
    const refused = await dentist().call(consents.recordVerbal, verbal)
    expect([refused.status, refused.reason]).toEqual([409, 'question-open'])
    await answerOf(asked, 'visit')
    expect((await dentist().call(consents.recordVerbal, verbal)).reason).not.toBe('question-open')
  })
})

describe('an answer', () => {
  it('in writing reaches the patient by a message with a link, and tells nothing of it', async () => {
    const asked = await addAsked()
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    const [answered] = await answerOf(asked)
    expect(answered).toMatchObject({ state: 'answered', isBlocking: false })
    expect(answered!.entries.at(-1)).toMatchObject({
      kind: 'answered',
      mode: 'message',
      by: 'Tom Hughes',
      text: 'Two or three days.',
    })
    await testApp.runJobs()
    const mails = (await testApp.mail()).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual(['Harbour Street: we have answered you'])
    expect(mails[0]!.text).not.toMatch(/sore|days\.|molar/i)
    const messages = await dentist().callOk(signing.listMessages, { consentId: asked.consentId })
    expect(messages).toMatchObject([{ kind: 'question-answered', state: 'sent' }])
    // The link leads where the answer stands.
    const { patient } = await testApp.clinicA.open(asked)
    expect(await patient.callOk(questions.listOwn, { consentId: asked.consentId })).toEqual([answered])
  })

  it('is sent once, though its job runs again', async () => {
    const asked = await addAsked()
    await answerOf(asked)
    await testApp.runJobs()
    const sent = (await testApp.mail()).length
    const { rows } = await testApp.owner.query<{ id: string }>(
      `select id from messages where about_id = $1 and kind = 'question-answered'`,
      [asked.consentId],
    )
    expect(rows).toHaveLength(1)
    await testApp.owner.query(
      `insert into pgboss.job (name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter)
       select name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter from pgboss.job
       where name = 'messages.send' and data->>'messageId' = $1 limit 1`,
      [rows[0]!.id],
    )
    expect(await testApp.runJobs()).toBeGreaterThan(0)
    expect(await testApp.mail()).toHaveLength(sent)
  })

  it('goes to a patient who agreed to no messages, for they asked, and not to one without any address', async () => {
    const patientId = await testApp.clinicA.addPatient({ email: '' })
    const viewed = await testApp.clinicA.addViewed({ patientId })
    const [question] = await ask(viewed)
    const answer = {
      consentId: viewed.consentId,
      questionId: question!.id,
      text: 'Two days.',
      seen: question!.id,
    }
    const refused = await dentist().call(questions.answer, { ...answer, mode: 'message' })
    expect([refused.status, refused.reason]).toEqual([400, 'no-contact'])
    expect(await listed(viewed)).toMatchObject([{ state: 'open' }])
    expect(await dentist().callOk(questions.answer, { ...answer, mode: 'call' })).toMatchObject([
      { state: 'answered' },
    ])
  })

  it.each(['call', 'visit'] as const)('given in a %s counts, and sends nothing', async (mode) => {
    const asked = await addAsked()
    expect(await answerOf(asked, mode)).toMatchObject([{ state: 'answered' }])
    const messages = await dentist().callOk(signing.listMessages, { consentId: asked.consentId })
    expect(messages).toEqual([])
    expect((await asked.patient.callOk(signing.sign, signatureFor(asked))).status).toBe('signed')
  })

  it('is for what was read: not for what the patient has written since, nor for what a colleague answered', async () => {
    const asked = await addAsked()
    const { consentId, questionId, patient, answering } = asked
    await patient.callOk(questions.add, { consentId, questionId, text: 'And at night?', isBlocking: true })
    const stale = await dentist().call(questions.answer, { ...answering, mode: 'call', text: 'Two days.' })
    expect([stale.status, stale.reason]).toEqual([409, 'stale-version'])
    const seen = (await listed(asked))[0]!.entries.at(-1)!.id
    await dentist().callOk(questions.answer, { ...answering, seen, mode: 'call', text: 'Two days.' })
    const late = await dentist().call(questions.answer, { ...answering, seen, mode: 'call', text: 'Three.' })
    expect(late.reason).toBe('stale-version')
  })

  it('is given by those who may send forms, and not by the patient', async () => {
    const asked = await addAsked()
    const answer = { ...asked.answering, mode: 'call', text: 'Two days.' } as const
    await expect(asked.patient.call(questions.answer, answer)).resolves.toMatchObject({ status: 401 })
    expect(await testApp.clinicA.as('nurse').callOk(questions.answer, answer)).toMatchObject([
      { state: 'answered' },
    ])
  })

  it('is spoken where the patient cannot open the form any more, and none is given once it has ended', async () => {
    const declined = await addAsked()
    await declined.patient.callOk(signing.decline, { consentId: declined.consentId, reason: 'No' })
    const written = { ...declined.answering, mode: 'message', text: 'Two days.' } as const
    expect((await dentist().call(questions.answer, written)).reason).toBe('wrong-state')
    expect(await answerOf(declined, 'call')).toMatchObject([{ state: 'answered' }])
    const voided = await addAsked()
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: voided.consentId, reason: 'A slip' })
    const over = await dentist().call(questions.answer, { ...voided.answering, mode: 'call', text: 'No' })
    expect([over.status, over.reason]).toEqual([409, 'over'])
  })
})

describe('what waits', () => {
  it('is on the list of consents and counted, whatever their state, until it is answered', async () => {
    const clinic = await testApp.addClinic('Waiting Row')
    const dentist = clinic.as('dentist')
    const [first, signed, ended] = [
      await clinic.addViewed(),
      await clinic.addViewed(),
      await clinic.addViewed(),
    ]
    for (const viewed of [first, signed, ended]) await ask(viewed, { isBlocking: false })
    await signed.patient.callOk(signing.sign, signatureFor(signed))
    await clinic.as('manager').callOk(consents.void, { consentId: ended.consentId, reason: 'A slip' })
    const { rows, counts } = await dentist.callOk(consents.list, { view: 'questions' })
    expect(rows.map(({ id }) => id).toSorted()).toEqual([first.consentId, signed.consentId].toSorted())
    expect(counts.questions).toBe(2)
    expect((await dentist.callOk(consents.counts, {})).withQuestions).toBe(2)
    const [question] = await dentist.callOk(questions.list, first)
    const answer = { questionId: question!.id, mode: 'call', text: 'Two days.', seen: question!.id } as const
    await dentist.callOk(questions.answer, { consentId: first.consentId, ...answer })
    expect((await dentist.callOk(consents.counts, {})).withQuestions).toBe(1)
  })

  it('is a task of whoever looks after the consent, once, until it is answered or not needed', async () => {
    const asked = await addAsked()
    await testApp.runJobs()
    const open = async () =>
      (await dentist().callOk(tasks.listOfConsent, asked)).map(({ kind, status, assignedTo, done }) => [
        kind,
        status,
        assignedTo?.name,
        done?.outcome,
      ])
    expect(await open()).toEqual([['answer', 'open', 'Tom Hughes', undefined]])
    const { consentId, questionId, patient } = asked
    await patient.callOk(questions.add, { consentId, questionId, text: 'And at night?', isBlocking: true })
    await testApp.runJobs()
    expect(await open()).toHaveLength(1)
    await patient.callOk(questions.settle, { consentId, questionId, why: 'not-needed' })
    await testApp.runJobs()
    expect(await open()).toEqual([['answer', 'done', 'Tom Hughes', 'not-needed']])
  })

  it('is news for open screens', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    await testApp.runJobs()
    await patient.callOk(questions.ask, { consentId, ...pain })
    const { rows } = await testApp.owner.query(
      `select data from pgboss.job where name = 'live.tell' and state = 'created' and data->>'topic' = 'consents'`,
    )
    expect(rows).toEqual([{ data: { clinicId: testApp.clinicA.id, topic: 'consents' } }])
  })

  it('turns the light of the day board, and names the part', async () => {
    const consent = await testApp.clinicA.addViewed()
    const { content } = await read(consent)
    const booking = { patientId: consent.patientId, consentIds: [consent.consentId] }
    const { id } = await testApp.clinicA.addAppointment(booking)
    const condition = async () => {
      const board = await dentist().callOk(appointments.day, { clinician: 'all' })
      const booked = board.appointments.find((row) => row.id === id)!
      return booked.readiness.conditions.find(({ name }) => name === 'questions')
    }
    expect((await condition())!.state).toBe('met')
    await ask(consent)
    const { state, words } = (await condition())!
    expect([state, words]).toEqual([
      'missing',
      `Not answered yet: about “${content.sections[1]!.title}”, to be answered before signing`,
    ])
  })
})

describe('the record', () => {
  it('names each entry by its hash, and not by its words', async () => {
    const asked = await addAsked()
    await answerOf(asked)
    const { events, chainIntact } = await read(asked)
    const told = events.filter(({ event }) => event.startsWith('question.'))
    expect(told.map(({ event, actor }) => [event, actor])).toEqual([
      ['question.asked', 'Patient'],
      ['question.answered', 'Tom Hughes'],
    ])
    expect(JSON.stringify(told)).not.toMatch(/sore|Two or three/)
    expect(told[0]!.details.hash).toMatch(/^[\da-f]{64}$/)
    expect(chainIntact).toBe(true)
    const { rows } = await testApp.owner.query<{ action: string; details: object }>(
      `select action, details from audit_rows where subject = $1 and action like 'question.%' order by sequence`,
      [asked.consentId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['question.asked', 'question.answered'])
    expect(JSON.stringify(rows)).not.toMatch(/sore|Two or three/)
  })

  it.each([
    ['another text', `update question_entries set text = 'Something else' where id = $1`],
    ['an answer less', `delete from question_entries where question_id = $1`],
  ])('shows both sides where the thread was changed: %s', async (_what, change) => {
    const asked = await addAsked()
    await answerOf(asked, 'call')
    await testApp.owner.query(change, [asked.questionId])
    expect((await read(asked)).chainIntact).toBe(false)
    const { chainIntact } = await asked.patient.callOk(signing.read, { consentId: asked.consentId })
    expect(chainIntact).toBe(false)
  })

  it('prints what was asked and answered before the signature', async () => {
    const asked = await addAsked()
    await answerOf(asked, 'call')
    await asked.patient.callOk(signing.sign, signatureFor(asked))
    await testApp.runJobs()
    const { documents } = await read(asked)
    const pdf = await dentist().get(`/api/clinic/consents/${asked.consentId}/documents/${documents[0]!.id}`)
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'candour-thread-')), 'record.pdf')
    await writeFile(file, pdf.raw)
    const words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    expect(words).toContain('Questions and answers')
    expect(words).toContain(pain.text)
    expect(words).toMatch(/Answered by phone by\s+Tom Hughes/)
    expect(words).toContain('Two or three days.')
  })
})

describe('a practice that is told of questions by e-mail', () => {
  const noticesTo = async (address: string) =>
    (await testApp.mail()).filter(({ to, subject }) => to === address && subject.includes('question'))

  it('has whoever looks after the consent told, with neither who asked nor about what', async () => {
    const clinic = await testApp.addClinic('Mill Lane')
    const viewed = await clinic.addViewed()
    await ask(viewed)
    await testApp.runJobs()
    const address = 'dentist@mill-lane.example.org'
    expect(await noticesTo(address)).toEqual([])
    const { nation: _nation, ...policies } = await clinic
      .as('owner')
      .callOk(contract.clinicSettings.policies, {})
    const wanted = { ...policies, notices: { questions: true } }
    await clinic.as('owner').callOk(contract.clinicSettings.changePolicies, wanted)
    await ask(viewed, { part: null, text: 'And who will do it?' })
    await testApp.runJobs()
    const [mail, ...others] = await noticesTo(address)
    expect(others).toEqual([])
    const words = `${mail!.subject} ${mail!.text.split('\r\n\r\n').slice(1).join(' ')}`
    expect(words).toContain('/clinic/consents?view=questions')
    for (const told of ['Eleanor', 'Whitcombe', 'root', 'sore', 'who will do it', viewed.consentId])
      expect(words).not.toMatch(new RegExp(told, 'i'))
  })
})

describe('the database', () => {
  let app: pg.Client
  beforeAll(async () => {
    app = new pg.Client(testApp.logins.app)
    await app.connect()
  })
  afterAll(() => app.end())

  let asked: Awaited<ReturnType<typeof addAsked>>
  beforeEach(async () => {
    asked = await addAsked()
  })
  const insert = `insert into question_entries (clinic_id, consent_id, number, question_id, kind, mode, text, staff_id, hash, at)
                  values ($1, $2, $3, $4, $5, $6, $7, $8, 'x', now())`
  const scopeOf = (role: 'candour_patient' | 'candour_clinic') => ({
    role,
    clinicId: testApp.clinicA.id,
    consentIds: [asked.consentId],
  })

  it('shows a patient the questions of their own consent alone', async () => {
    const other = await addAsked()
    const seen = await rawQuery(app)<{ consent_id: string }>(
      scopeOf('candour_patient'),
      'select distinct consent_id from question_entries',
    )
    expect(seen.map(({ consent_id: id }) => id)).toEqual([asked.consentId])
    expect(seen).not.toContainEqual({ consent_id: other.consentId })
    const foreign = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    expect(await rawQuery(app)(foreign, 'select 1 from question_entries')).toEqual([])
  })

  it('lets nobody write for the other side, out of turn, or anew', async () => {
    const { clinicId, consentId, questionId } = { clinicId: testApp.clinicA.id, ...asked }
    const staffId = testApp.clinicA.staff.dentist.staffId!
    const answer = [clinicId, consentId, 2, questionId, 'answered', 'call', 'No', staffId]
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, answer)).rejects.toThrow('another side')
    const question = [clinicId, consentId, 2, null, 'asked', null, 'Why?', null]
    await expect(rawQuery(app)(scopeOf('candour_clinic'), insert, question)).rejects.toThrow('another side')
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, question.with(2, 7))).rejects.toThrow(
      'follows the last one',
    )
    const other = await testApp.clinicA.addViewed()
    const elsewhere = [clinicId, consentId, 2, (await ask(other))[0]!.id, 'added', null, 'More', null]
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, elsewhere)).rejects.toThrow(
      'belongs to a question of its consent',
    )
    for (const role of ['candour_patient', 'candour_clinic'] as const) {
      for (const change of [`update question_entries set text = ''`, 'delete from question_entries'])
        await expect(rawQuery(app)(scopeOf(role), change)).rejects.toThrow('permission denied')
    }
  })

  it('lets the chain tell of nothing that was not asked, and of nothing twice', async () => {
    const { rows } = await testApp.owner.query<{ number: number; hash: string; details: object }>(
      'select number, hash, details from consent_events where consent_id = $1 order by number desc limit 1',
      [asked.consentId],
    )
    const tell = `insert into consent_events
      (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
      values ($1, $2, $3, $4, now(), 'Patient', '', '', $5, $6, 'x')`
    const { number, hash, details } = rows[0]!
    const event = (name: string, told: object) =>
      [testApp.clinicA.id, asked.consentId, number + 1, name, told, hash] as const
    for (const [role, name, told] of [
      ['candour_patient', 'question.asked', details],
      ['candour_patient', 'question.asked', { ...details, entry: 2, hash: 'x' }],
      ['candour_patient', 'question.answered', details],
      ['candour_clinic', 'question.answered', { entry: 2, hash: 'x' }],
      ['candour_clinic', 'question.asked', details],
    ] as const)
      await expect(rawQuery(app)(scopeOf(role), tell, [...event(name, told)])).rejects.toThrow(
        'did not happen',
      )
  })
})

it('a form whose time is over takes no question, though nobody has said so yet', async () => {
  const viewed = await testApp.clinicA.addViewed()
  const { expiresAt } = await read(viewed)
  await testApp.owner.query(`update patient_sessions set expires_at = $2 where consent_id = $1`, [
    viewed.consentId,
    new Date(Date.parse(expiresAt!) + day_ms),
  ])
  await testApp.owner.query(`update links set expires_at = $2 where consent_id = $1`, [
    viewed.consentId,
    new Date(Date.parse(expiresAt!) + day_ms),
  ])
  const ahead = Date.parse(expiresAt!) - testApp.clock.now().getTime() + 60 * minute_ms
  testApp.clock.advance(ahead)
  const { consentId, patient } = viewed
  expect((await patient.call(questions.ask, { consentId, ...pain })).reason).toBe('wrong-state')
  testApp.clock.advance(-ahead)
})
