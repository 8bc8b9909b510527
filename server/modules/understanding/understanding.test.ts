import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import { contract } from '../../../contract/index.ts'
import { understanding_entries_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { discussion, signatureFor, type OpenedConsent, type TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { understanding, signing, consents, tasks, appointments, clinicSettings } = contract

let testApp: TestApp
let strictClinic: TestClinic
beforeAll(async () => {
  testApp = await openTestApp()
  strictClinic = await addClinicWithPolicies('Strict Row', { understandingCheck: 'before-signing' })
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

async function addClinicWithPolicies(name: string, change: Partial<ClinicPolicies>): Promise<TestClinic> {
  const clinic = await testApp.addClinic(name)
  const owner = clinic.as('owner')
  const { nation: _nation, ...policies } = await owner.callOk(clinicSettings.policies, {})
  await owner.callOk(clinicSettings.changePolicies, { ...policies, ...change })
  return clinic
}

const dentist = (clinic = testApp.clinicA) => clinic.as('dentist')
const read = ({ consentId }: { consentId: string }, clinic = testApp.clinicA) =>
  dentist(clinic).callOk(consents.get, { consentId })

type CheckedConsent = OpenedConsent & {
  questions: { id: string; question: string; right: number; wrong: number }[]
}

/** A consent that its patient has opened, and of each of its questions a right and a wrong answer. */
async function addConsentWithCheck(clinic = testApp.clinicA): Promise<CheckedConsent> {
  const viewed = await clinic.addViewed()
  const { content } = await viewed.patient.callOk(signing.read, { consentId: viewed.consentId })
  const questions = content.understanding!.questions.map(({ id, question, answers }) => ({
    ...{ id, question },
    right: answers.findIndex(({ right }) => right),
    wrong: answers.findIndex(({ right }) => !right),
  }))
  return { ...viewed, questions }
}
type Kind = 'right' | 'wrong'
const answer = ({ consentId, patient, questions }: CheckedConsent, place: number, how: Kind) =>
  patient.callOk(understanding.answer, {
    consentId,
    question: questions[place]!.id,
    answer: questions[place]![how],
  })
const finish = ({ consentId, patient }: CheckedConsent, ownWords = '') =>
  patient.callOk(understanding.finish, { consentId, ownWords })
async function answerAll(asked: CheckedConsent, but: readonly number[] = []) {
  for (const place of asked.questions.keys()) if (!but.includes(place)) await answer(asked, place, 'right')
}
const explain = async (asked: CheckedConsent, text = 'Drew the nerve; they said it back.') => {
  const { entries } = await dentist().callOk(understanding.get, asked)
  const { consentId } = asked
  return dentist().callOk(understanding.explain, { consentId, text, seen: entries.length })
}

describe('a patient who has read', () => {
  it('is asked about their treatment and their rights, frozen with the text', async () => {
    const { consentId, patient, questions } = await addConsentWithCheck()
    expect(questions.length).toBeGreaterThanOrEqual(3)
    expect(questions.slice(-3).map(({ id }) => id)).toEqual(['saying-no', 'change-of-mind', 'who-to-ask'])
    const own = await patient.callOk(understanding.readOwn, { consentId })
    expect(own).toMatchObject({ entries: [], hasBegun: false, isDone: false, needsTalk: false })
    expect(own.questions.map(({ standing }) => standing)).toEqual(questions.map(() => 'open'))
  })

  it('answers, and what was wrong is asked once more and kept with what came after', async () => {
    const asked = await addConsentWithCheck()
    expect((await answer(asked, 0, 'wrong')).questions[0]).toMatchObject({ standing: 'again', attempts: 1 })
    expect((await answer(asked, 0, 'right')).questions[0]).toMatchObject({ standing: 'right', attempts: 2 })
    expect((await answer(asked, 1, 'wrong')).needsTalk).toBe(false)
    const twice = await answer(asked, 1, 'wrong')
    expect(twice.questions[1]).toMatchObject({ standing: 'gap', attempts: 2 })
    expect(twice.needsTalk).toBe(true)
    expect(twice.entries.map(({ isRight }) => isRight)).toEqual([false, true, false, false])
    expect(await dentist().callOk(understanding.get, asked)).toEqual(twice)
  })

  it('answers once where the same request comes twice', async () => {
    const { consentId, patient, questions } = await addConsentWithCheck()
    const given = { consentId, question: questions[0]!.id, answer: questions[0]!.right }
    const sending = { idempotencyKey: crypto.randomUUID() }
    const first = await patient.call(understanding.answer, given, sending)
    const again = await patient.call(understanding.answer, given, sending)
    expect(again.body).toEqual(first.body)
    expect(first.body.entries).toHaveLength(1)
  })

  it('is told what is no answer: to no question, with none of the answers, too many', async () => {
    const { consentId, patient, questions } = await addConsentWithCheck()
    const tried = (question: string, chosen: number) =>
      patient.call(understanding.answer, { consentId, question, answer: chosen })
    expect((await tried('another', 0)).reason).toBe('question-not-found')
    expect((await tried(questions[0]!.id, 5)).reason).toBe('answer-not-found')
    expect((await tried(questions[0]!.id, 99)).code).toBe('invalid-argument')
    expect((await patient.call(understanding.talk, { consentId, question: 'another' })).reason).toBe(
      'question-not-found',
    )
    await testApp.owner.query(
      `insert into understanding_entries (clinic_id, consent_id, number, kind, hash, at)
       select $1, $2, g, 'talk', 'x', now() from generate_series(1, $3) g`,
      [testApp.clinicA.id, consentId, understanding_entries_max],
    )
    const full = await tried(questions[0]!.id, 0)
    expect([full.status, full.reason]).toEqual([409, 'too-many'])
  })

  it('cannot answer for somebody else, nor without the birth date, nor see another clinic’s', async () => {
    const [one, other] = [await addConsentWithCheck(), await addConsentWithCheck(testApp.clinicB)]
    const given = { consentId: other.consentId, question: null }
    for (const caller of [one.patient, testApp.anonymous()])
      expect((await caller.call(understanding.talk, given)).status).toBe(401)
    expect((await dentist(testApp.clinicB).call(understanding.get, one)).status).toBe(404)
    const note = { consentId: one.consentId, text: 'Said it', seen: 0 }
    expect((await dentist(testApp.clinicB).call(understanding.explain, note)).status).toBe(404)
  })

  it('answers no more once the form is answered or void', async () => {
    const [declined, voided, signed] = [
      await addConsentWithCheck(),
      await addConsentWithCheck(),
      await addConsentWithCheck(),
    ]
    await declined.patient.callOk(signing.decline, { consentId: declined.consentId, reason: 'No' })
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: voided.consentId, reason: 'A slip' })
    await signed.patient.callOk(signing.sign, signatureFor(signed))
    for (const { consentId, patient, questions } of [declined, voided, signed]) {
      const tried = [
        await patient.call(understanding.answer, { consentId, question: questions[0]!.id, answer: 0 }),
        await patient.call(understanding.talk, { consentId, question: null }),
        await patient.call(understanding.finish, { consentId, ownWords: '' }),
      ]
      expect(tried.map(({ status, reason }) => [status, reason])).toEqual(
        tried.map(() => [409, 'wrong-state']),
      )
    }
  })

  it('is asked nothing where the practice asks nobody, and keeps the terms of the day it was sent', async () => {
    const clinic = await addClinicWithPolicies('Silent Row', { understandingCheck: 'off' })
    const { consentId, patient } = await clinic.addViewed()
    const { content } = await patient.callOk(signing.read, { consentId })
    expect(content).not.toHaveProperty('understanding')
    const refused = await patient.call(understanding.finish, { consentId, ownWords: '' })
    expect([refused.status, refused.reason]).toEqual([409, 'no-check'])
    const noted = await dentist(clinic).call(understanding.explain, { consentId, text: 'Said', seen: 0 })
    expect(noted.reason).toBe('no-check')
    const owner = clinic.as('owner')
    const { nation: _nation, ...policies } = await owner.callOk(clinicSettings.policies, {})
    await owner.callOk(clinicSettings.changePolicies, { ...policies, understandingCheck: 'before-signing' })
    const { contentHash } = await patient.callOk(signing.read, { consentId })
    const signature = signatureFor({ consentId, contentHash, patientId: '' })
    expect((await patient.callOk(signing.sign, signature)).status).toBe('signed')
  })
})

describe('signing', () => {
  it('is free where the questions are offered, and the record says how far the patient came', async () => {
    const asked = await addConsentWithCheck()
    await answer(asked, 0, 'right')
    expect((await asked.patient.callOk(signing.sign, signatureFor(asked))).status).toBe('signed')
    const { events, chainIntact } = await read(asked)
    const [told, signed] = events.slice(-2)
    expect([told!.event, signed!.event]).toEqual(['understanding.checked', 'consent.signed'])
    expect(told!.details).toMatchObject({ entry: 1, right: 1, finished: false })
    expect(chainIntact).toBe(true)
  })

  it('waits where the practice asks first, whatever the answers were, and locks nobody out', async () => {
    const asked = await addConsentWithCheck(strictClinic)
    const refused = await asked.patient.call(signing.sign, signatureFor(asked))
    expect([refused.status, refused.reason]).toEqual([409, 'check-open'])
    for (const place of asked.questions.keys()) {
      await answer(asked, place, 'wrong')
      await answer(asked, place, 'wrong')
    }
    expect((await asked.patient.callOk(signing.sign, signatureFor(asked))).status).toBe('signed')

    const shy = await addConsentWithCheck(strictClinic)
    await shy.patient.callOk(understanding.talk, { consentId: shy.consentId, question: null })
    expect((await shy.patient.callOk(signing.sign, signatureFor(shy))).status).toBe('signed')

    const told = await addConsentWithCheck(strictClinic)
    const note = { consentId: told.consentId, text: 'Talked it through at the chair', seen: 0 }
    await dentist(strictClinic).callOk(understanding.explain, note)
    expect((await told.patient.callOk(signing.sign, signatureFor(told))).status).toBe('signed')
  })

  it('on paper never waits for it', async () => {
    const { consentId } = await strictClinic.addPaper()
    expect((await read({ consentId }, strictClinic)).status).toBe('signed')
  })
})

describe('what is not clear', () => {
  const open = async (asked: CheckedConsent) => {
    await testApp.runJobs()
    return (await dentist().callOk(tasks.listOfConsent, asked)).map(({ kind, status, assignedTo }) => [
      kind,
      status,
      assignedTo?.name,
    ])
  }

  it('is one task of whoever looks after the consent, until it was talked through', async () => {
    const asked = await addConsentWithCheck()
    await answer(asked, 0, 'wrong')
    expect(await open(asked)).toEqual([])
    await answer(asked, 0, 'wrong')
    expect(await open(asked)).toEqual([['understanding', 'open', 'Tom Hughes']])
    await asked.patient.callOk(understanding.talk, {
      consentId: asked.consentId,
      question: asked.questions[1]!.id,
    })
    expect(await open(asked)).toHaveLength(1)
    const after = await explain(asked)
    expect(after.needsTalk).toBe(false)
    expect(after.entries.at(-1)).toMatchObject({ kind: 'explained', by: 'Tom Hughes' })
    expect(await open(asked)).toEqual([['understanding', 'done', 'Tom Hughes']])
  })

  it('is none any more once the patient has it right after all, or the form is void', async () => {
    const asked = await addConsentWithCheck()
    await answer(asked, 0, 'wrong')
    await answer(asked, 0, 'wrong')
    await open(asked)
    await answer(asked, 0, 'right')
    expect(await open(asked)).toEqual([['understanding', 'done', 'Tom Hughes']])
    const voided = await addConsentWithCheck()
    await voided.patient.callOk(understanding.talk, { consentId: voided.consentId, question: null })
    expect(await open(voided)).toEqual([['understanding', 'open', 'Tom Hughes']])
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: voided.consentId, reason: 'A slip' })
    expect(await open(voided)).toEqual([['understanding', 'done', 'Tom Hughes']])
    const late = { consentId: voided.consentId, text: 'Talked', seen: 1 }
    expect((await dentist().call(understanding.explain, late)).reason).toBe('over')
  })

  it('is settled only as whoever notes it has seen it, by those who may treat or prepare', async () => {
    const asked = await addConsentWithCheck()
    await asked.patient.callOk(understanding.talk, { consentId: asked.consentId, question: null })
    const note = { consentId: asked.consentId, text: 'Talked it through', seen: 0 }
    const stale = await dentist().call(understanding.explain, note)
    expect([stale.status, stale.reason]).toEqual([409, 'stale-version'])
    expect((await asked.patient.call(understanding.explain, note)).status).toBe(401)
    expect((await dentist().call(understanding.explain, { ...note, text: ' ' })).code).toBe(
      'invalid-argument',
    )
  })

  it('turns the light of the day board, and names what to talk through', async () => {
    const asked = await addConsentWithCheck()
    const booking = { patientId: asked.patientId, consentIds: [asked.consentId] }
    const { id } = await testApp.clinicA.addAppointment(booking)
    const condition = async () => {
      const board = await dentist().callOk(appointments.day, { clinician: 'all' })
      const booked = board.appointments.find((row) => row.id === id)!
      const { state, words } = booked.readiness.conditions.find(({ name }) => name === 'understanding')!
      return [state, words]
    }
    expect(await condition()).toEqual(['missing', 'No recorded check of understanding'])
    await answer(asked, 0, 'right')
    expect(await condition()).toEqual(['missing', 'Questions not finished yet'])
    await answerAll(asked, [0, 1])
    await answer(asked, 1, 'wrong')
    await answer(asked, 1, 'wrong')
    expect(await condition()).toEqual(['missing', `To discuss: “${asked.questions[1]!.question}”`])
    await testApp.clinicA.discuss(asked)
    expect((await condition())[0]).toBe('met')
    await asked.patient.callOk(understanding.talk, { consentId: asked.consentId, question: null })
    expect((await condition())[0]).toBe('missing')
    await explain(asked)
    expect((await condition())[0]).toBe('met')
  })

  it('is read by the board from beside the text, and from the text where it was frozen before', async () => {
    const asked = await addConsentWithCheck()
    const booking = { patientId: asked.patientId, consentIds: [asked.consentId] }
    const { id } = await testApp.clinicA.addAppointment(booking)
    await answer(asked, 1, 'wrong')
    await answer(asked, 1, 'wrong')
    const words = async () => {
      const board = await dentist().callOk(appointments.day, { clinician: 'all' })
      const { conditions } = board.appointments.find((row) => row.id === id)!.readiness
      return conditions.find(({ name }) => name === 'understanding')!.words
    }
    // As nobody else can write it: the database takes it from the text.
    const rewrite = async (value: string) => {
      await testApp.owner.query('set session_replication_role = replica')
      await testApp.owner.query(`update consents set asked_questions = ${value} where id = $1`, [
        asked.consentId,
      ])
      await testApp.owner.query('set session_replication_role = origin')
    }
    const { question } = asked.questions[1]!
    expect(await words()).toBe(`To discuss: “${question}”`)
    await rewrite(`jsonb_set(asked_questions, '{1,question}', '"As beside it?"')`)
    expect(await words()).toBe('To discuss: “As beside it?”')
    await rewrite('null')
    expect(await words()).toBe(`To discuss: “${question}”`)
  })

  it('is not on the board where all was clear', async () => {
    const asked = await addConsentWithCheck()
    await answerAll(asked)
    const { id } = await testApp.clinicA.addAppointment({
      patientId: asked.patientId,
      consentIds: [asked.consentId],
    })
    const board = await dentist().callOk(appointments.day, { clinician: 'all' })
    const { readiness } = board.appointments.find((row) => row.id === id)!
    expect(readiness.conditions.find(({ name }) => name === 'understanding')!.state).toBe('met')
  })
})

describe('the record', () => {
  it('vouches for each answer by one hash, and says nothing of its words', async () => {
    const asked = await addConsentWithCheck()
    await answerAll(asked, [0])
    await answer(asked, 0, 'wrong')
    await answer(asked, 0, 'wrong')
    await finish(asked, 'It will be sore for a week.')
    await explain(asked)
    const { events, chainIntact } = await read(asked)
    const told = events.filter(({ event }) => event.startsWith('understanding.'))
    expect(told.map(({ event, actor }) => [event, actor])).toEqual([
      ['understanding.checked', 'Patient'],
      ['understanding.explained', 'Tom Hughes'],
    ])
    const { length } = asked.questions
    expect(told[0]!.details).toMatchObject({
      ...{ entry: length + 2, questions: length, right: length - 1, notClear: 1, finished: true },
    })
    expect(JSON.stringify(told)).not.toMatch(/sore|nerve/)
    expect(chainIntact).toBe(true)
    const { rows } = await testApp.owner.query<{ action: string; details: object }>(
      `select action, details from audit_rows where subject = $1 and action like 'understanding.%'`,
      [asked.consentId],
    )
    expect(rows.map(({ action }) => action)).toContain('understanding.explained')
    expect(JSON.stringify(rows)).not.toMatch(/sore|nerve/)
  })

  it.each([
    [
      'another answer',
      `update understanding_entries set is_right = true where consent_id = $1 and number = 1`,
    ],
    [
      'other words',
      `update understanding_entries set text = 'No' where consent_id = $1 and kind = 'finished'`,
    ],
    ['an entry less', `delete from understanding_entries where consent_id = $1 and number = 1`],
    ['no entries', `delete from understanding_entries where consent_id = $1`],
  ])('shows both sides where something was changed: %s', async (_what, change) => {
    const asked = await addConsentWithCheck()
    await answer(asked, 0, 'wrong')
    await finish(asked, 'It will be sore.')
    await testApp.owner.query(change, [asked.consentId])
    expect((await read(asked)).chainIntact).toBe(false)
    const { chainIntact } = await asked.patient.callOk(signing.read, { consentId: asked.consentId })
    expect(chainIntact).toBe(false)
  })

  it('prints what was asked, answered and said before the signature', async () => {
    const asked = await addConsentWithCheck()
    await answerAll(asked, [0])
    await answer(asked, 0, 'wrong')
    await answer(asked, 0, 'wrong')
    await finish(asked, 'It will be sore for a week.')
    await explain(asked)
    await asked.patient.callOk(signing.sign, signatureFor(asked))
    await testApp.runJobs()
    const { documents } = await read(asked)
    const pdf = await dentist().get(`/api/clinic/consents/${asked.consentId}/documents/${documents[0]!.id}`)
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'candour-understanding-')), 'record.pdf')
    await writeFile(file, pdf.raw)
    const words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replaceAll(
      /\s+/g,
      ' ',
    )
    const { length } = asked.questions
    expect(words).toContain('What the patient understood')
    expect(words).toContain(`${length - 1} of ${length} questions were answered correctly in the end.`)
    expect(words).toContain(asked.questions[0]!.question)
    expect(words).toContain('Answered incorrectly after the explanation')
    expect(words).toContain('It will be sore for a week.')
    expect(words).toContain('Discussed by Tom Hughes')
  })
})

describe('the database', () => {
  let app: pg.Client
  let asked: CheckedConsent
  beforeAll(async () => {
    app = new pg.Client(testApp.logins.app)
    await app.connect()
  })
  afterAll(() => app.end())
  beforeEach(async () => {
    asked = await addConsentWithCheck()
    await answer(asked, 0, 'right')
  })

  const insert = `insert into understanding_entries (clinic_id, consent_id, number, kind, text, staff_id, hash, at)
                  values ($1, $2, $3, $4, $5, $6, 'x', now())`
  const scopeOf = (role: 'candour_patient' | 'candour_clinic') => ({
    role,
    clinicId: testApp.clinicA.id,
    consentIds: [asked.consentId],
  })

  it('lets nobody write for the other side, out of turn, or anew', async () => {
    const staffId = testApp.clinicA.staff.dentist.staffId!
    const note = [testApp.clinicA.id, asked.consentId, 2, 'explained', 'Said', staffId]
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, note)).rejects.toThrow('another side')
    const end = [testApp.clinicA.id, asked.consentId, 2, 'finished', '', null]
    await expect(rawQuery(app)(scopeOf('candour_clinic'), insert, end)).rejects.toThrow('another side')
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, end.with(2, 7))).rejects.toThrow(
      'follows the last one',
    )
    for (const role of ['candour_patient', 'candour_clinic'] as const)
      for (const change of [
        `update understanding_entries set text = ''`,
        'delete from understanding_entries',
      ])
        await expect(rawQuery(app)(scopeOf(role), change)).rejects.toThrow('permission denied')
  })

  it('shows a patient their own alone', async () => {
    const other = await addConsentWithCheck()
    await answer(other, 0, 'right')
    const seen = await rawQuery(app)<{ consent_id: string }>(
      scopeOf('candour_patient'),
      'select distinct consent_id from understanding_entries',
    )
    expect(seen.map(({ consent_id: id }) => id)).toEqual([asked.consentId])
    const foreign = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    expect(await rawQuery(app)(foreign, 'select 1 from understanding_entries')).toEqual([])
  })

  it('lets the chain vouch for nothing that is not there, and for nothing twice', async () => {
    await finish(asked)
    const { rows } = await testApp.owner.query<{ number: number; hash: string; details: { hash: string } }>(
      'select number, hash, details from consent_events where consent_id = $1 order by number desc limit 1',
      [asked.consentId],
    )
    const tell = `insert into consent_events
      (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
      values ($1, $2, $3, $4, now(), 'Patient', '', '', $5, $6, 'x')`
    const { number, hash, details } = rows[0]!
    for (const [role, event, told] of [
      ['candour_patient', 'understanding.checked', details],
      ['candour_patient', 'understanding.checked', { ...details, entry: 1 }],
      ['candour_patient', 'understanding.explained', details],
      ['candour_patient', 'understanding.other', details],
      ['candour_clinic', 'understanding.checked', details],
      ['candour_clinic', 'understanding.explained', details],
    ] as const)
      await expect(
        rawQuery(app)(scopeOf(role), tell, [
          testApp.clinicA.id,
          asked.consentId,
          number + 1,
          event,
          told,
          hash,
        ]),
      ).rejects.toThrow('did not happen')
    await expect(
      rawQuery(app)(scopeOf('candour_patient'), tell, [
        ...[testApp.clinicA.id, asked.consentId, number + 2, 'understanding.checked', details, hash],
      ]),
    ).rejects.toThrow('follows the last one')
  })
})

it('a conversation before the answers says nothing about what was not clear afterwards', async () => {
  const asked = await addConsentWithCheck()
  await testApp.clinicA.discuss(asked)
  const { id } = await testApp.clinicA.addAppointment({
    patientId: asked.patientId,
    consentIds: [asked.consentId],
  })
  testApp.clock.advance(1000)
  await asked.patient.callOk(understanding.talk, { consentId: asked.consentId, question: null })
  const board = await dentist().callOk(appointments.day, { clinician: 'all' })
  const { readiness } = board.appointments.find((row) => row.id === id)!
  expect(readiness.conditions.find(({ name }) => name === 'understanding')).toMatchObject({
    state: 'missing',
    words: `To discuss: ${asked.questions.map(({ question }) => `“${question}”`).join('; ')}`,
  })
  expect(discussion().understanding).toBe('explained-back')
})
