import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClinicCaller } from '../../../contract/access.ts'
import type { HistoryFact } from '../../../contract/histories.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import { transact, type JobCaller, type PendingJob } from '../../platform/database/transaction.ts'
import type { StaffName } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { historyHandlers } from './history-handlers.ts'
import { findPatientFacts } from './history-plan.ts'

const { histories } = contract
const day = '2026-11-21'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const dentist = () => testApp.clinicA.as('dentist')
const yes = (factor: string, given: Partial<HistoryFact> = {}) =>
  ({ factor, answer: 'yes', ...given }) as const
const no = (factor: string) => ({ factor, answer: 'no' }) as const

type Saving = { version?: number; source?: 'patient' | 'letter'; isReviewed?: boolean; by?: StaffName }
const save = (
  patientId: string,
  facts: Partial<HistoryFact>[],
  { version = 0, source = 'patient', by = 'dentist', isReviewed = false }: Saving = {},
) =>
  testApp.clinicA.as(by).call(histories.save, {
    patientId,
    ...{ version, source, isReviewed },
    facts: facts as HistoryFact[],
  })
const get = (patientId: string) => dentist().callOk(histories.get, { patientId })
const review = (patientId: string, version: number) =>
  dentist().call(histories.review, { patientId, version })

async function auditOf(subject: string) {
  const { rows } = await testApp.owner.query<{ action: string; details: unknown }>(
    `select action, details from audit_rows where subject = $1 and action like 'history.%' order by sequence`,
    [subject],
  )
  return rows
}

/** The birth date of somebody who is so many years old today. */
const birthDateAt = (years: number): string => {
  const today = dateInTimeZone(testApp.clock.now())
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
}

/** A template of the library, by its id there. */
async function library(libraryId: string): Promise<string> {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select id from templates where library_id = $1',
    [libraryId],
  )
  return rows[0]!.id
}

test('nothing is known of a patient until somebody asks: every question is open, none is answered no', async () => {
  const patientId = await testApp.clinicA.addPatient()
  const history = await get(patientId)
  expect(history).toMatchObject({ patientId, version: 0, facts: [] })
  expect(history.review).toEqual({ state: 'never', at: null, byName: null })
  expect(history.unasked).toHaveLength(54)
  expect((await review(patientId, 0)).reason).toBe('nothing-asked')
})

test('a patient is asked what fits their age, and what was answered at another age stands', async () => {
  const unaskedOf = async (dateOfBirth: string) =>
    (await get(await testApp.clinicA.addPatient({ dateOfBirth }))).unasked
  const byAge = ['pregnancy', 'breastfeeding', 'smoker', 'cognitive', 'growth-incomplete']
  const askedAmong = async (dateOfBirth: string) => {
    const unasked = await unaskedOf(dateOfBirth)
    return byAge.filter((id) => unasked.includes(id))
  }
  expect(await askedAmong(birthDateAt(5))).toEqual(['growth-incomplete'])
  expect(await askedAmong(birthDateAt(14))).toEqual([
    'pregnancy',
    'breastfeeding',
    'smoker',
    'growth-incomplete',
  ])
  expect(await askedAmong(birthDateAt(40))).toEqual(['pregnancy', 'breastfeeding', 'smoker', 'cognitive'])
  expect(await askedAmong(birthDateAt(80))).toEqual(['smoker', 'cognitive'])
  const patientId = await testApp.clinicA.addPatient({ dateOfBirth: birthDateAt(30) })
  const { body } = await save(patientId, [yes('growth-incomplete')])
  expect(body.facts.map(({ factor }) => factor)).toEqual(['growth-incomplete'])
})

test('answers are kept with who said so and when; the audit log tells how many changed, and no health', async () => {
  const patientId = await testApp.clinicA.addPatient()
  const facts = [yes('warfarin', { fields: { inrValue: '2.6', inrDate: '' } }), no('smoker')]
  const { body } = await save(patientId, facts)
  expect(body.version).toBe(1)
  expect(body.facts.map(({ factor }) => factor)).toEqual(['warfarin', 'smoker'])
  expect(body.facts[0]).toMatchObject({
    ...{ answer: 'yes', fields: { inrValue: '2.6' }, teeth: null },
    ...{ source: 'patient', byName: 'Tom Hughes', version: 1 },
  })
  expect(body.unasked).toHaveLength(52)
  expect(body.unasked).not.toContain('warfarin')
  expect(await get(patientId)).toEqual(body)
  await review(patientId, 1)
  const audited = await auditOf(patientId)
  expect(audited).toEqual([
    { action: 'history.saved', details: { changed: 2, isReviewed: false } },
    { action: 'history.reviewed', details: {} },
  ])
  expect(JSON.stringify(audited) + testApp.logged.join('')).not.toMatch(/warfarin|smoker|2\.6/)
})

test('a change keeps what was known before; only what is new is written', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await save(patientId, [no('vaper'), yes('smoker', { fields: { perDay: '20' } })])
  const again = await save(patientId, [yes('smoker', { fields: { perDay: '20' } }), no('vaper')], {
    version: 1,
  })
  expect(again.body.version).toBe(1)
  await save(patientId, [no('smoker'), no('vaper')], { version: 1, by: 'lead' })
  // The same answer from elsewhere is kept as that, and is no change.
  await save(patientId, [no('smoker')], { version: 2, source: 'letter' })
  const history = await get(patientId)
  expect(history.version).toBe(3)
  expect(history.facts).toMatchObject([
    { factor: 'smoker', answer: 'no', source: 'letter', version: 3 },
    { factor: 'vaper', answer: 'no', version: 1 },
  ])
  const { rows, total } = await dentist().callOk(histories.timeline, { patientId })
  expect(total).toBe(3)
  expect(rows.map(({ version, changes }) => [version, changes.length])).toEqual([
    [3, 1],
    [2, 1],
    [1, 2],
  ])
  expect(rows[1]).toMatchObject({
    byName: 'Priya Nair',
    changes: [
      { before: { answer: 'yes', fields: { perDay: '20' } }, after: { factor: 'smoker', answer: 'no' } },
    ],
  })
  expect(rows[2]!.changes.map(({ after }) => after.factor)).toEqual(['smoker', 'vaper'])
  const second = await dentist().callOk(histories.timeline, { patientId, page: 2, pageSize: 2 })
  expect(second.rows.map(({ version }) => version)).toEqual([1])
  expect((await auditOf(patientId)).map(({ details }) => details)).toEqual([
    { changed: 2, isReviewed: false },
    { changed: 1, isReviewed: false },
    { changed: 0, isReviewed: false },
  ])
})

test('reviewed and nothing changed is one call; it is asked for again after 90 days', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await save(patientId, [no('smoker')])
  const { body } = await review(patientId, 1)
  expect(body.review).toMatchObject({ state: 'current', byName: 'Tom Hughes' })
  expect(body.version).toBe(1)
  const older = `update history_reviews set at = at - interval '91 days' where patient_id = $1`
  await testApp.owner.query(older, [patientId])
  expect((await get(patientId)).review.state).toBe('due')
  const saved = await save(patientId, [no('vaper')], { version: 1, isReviewed: true })
  expect(saved.body.review.state).toBe('current')
  const unchanged = await save(patientId, [no('vaper')], { version: 2, isReviewed: true })
  expect(unchanged.body.version).toBe(2)
  const { rows } = await dentist().callOk(histories.timeline, { patientId })
  expect(rows.map(({ kind }) => kind)).toEqual(['reviewed', 'reviewed', 'saved', 'saved', 'reviewed'])
})

test('a repeated review counts once', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await save(patientId, [no('smoker')])
  const sending = { idempotencyKey: '5f1f7c1e-6a58-4a5f-9d11-1c1a3a9b0001' }
  const [first, second] = [
    await dentist().callOk(histories.review, { patientId, version: 1 }, sending),
    await dentist().callOk(histories.review, { patientId, version: 1 }, sending),
  ]
  expect(second).toEqual(first)
  expect((await dentist().callOk(histories.timeline, { patientId })).total).toBe(2)
})

describe('of two who write at the same time', () => {
  test('the first to ask a patient saves, the other is told', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const answers = await Promise.all([
      save(patientId, [yes('smoker')]),
      save(patientId, [no('smoker')], { by: 'lead' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ error }) => error)!.reason).toBe('changed-meanwhile')
    const { version, facts } = await get(patientId)
    expect([version, facts.length]).toEqual([1, 1])
    expect(facts[0]!.answer).toBe(answers.find(({ error }) => !error)!.body.facts[0]!.answer)
  })

  test('whoever saves or reviews what changed meanwhile is refused, and nothing is lost', async () => {
    const patientId = await testApp.clinicA.addPatient()
    await save(patientId, [yes('smoker')])
    await save(patientId, [yes('vaper')], { version: 1 })
    expect((await save(patientId, [no('smoker')], { version: 1 })).reason).toBe('changed-meanwhile')
    expect((await review(patientId, 1)).reason).toBe('changed-meanwhile')
    const { facts, review: reviewed } = await get(patientId)
    expect(facts.map(({ answer }) => answer)).toEqual(['yes', 'yes'])
    expect(reviewed.state).toBe('never')
  })
})

test.each<[string, Partial<HistoryFact>[], string]>([
  ['a question that is none', [no('left-handed')], 'unknown-question'],
  ['one question twice', [no('smoker'), yes('smoker')], 'asked-twice'],
  ['details of a no', [{ ...no('smoker'), fields: { perDay: '3' } }], 'details-without-yes'],
  ['a tooth of the whole patient', [yes('smoker', { teeth: ['48'] })], 'not-of-teeth'],
  ['a detail that is none', [yes('smoker', { fields: { since: '1990' } })], 'unknown-detail'],
  ['a number in words', [yes('smoker', { fields: { perDay: 'many' } })], 'detail-unreadable'],
])('%s is refused, with everything saved with it', async (_name, facts, reason) => {
  const patientId = await testApp.clinicA.addPatient()
  expect((await save(patientId, [yes('gag'), ...facts])).reason).toBe(reason)
  expect((await get(patientId)).facts).toEqual([])
})

test('what cannot be is refused by field', async () => {
  const patientId = await testApp.clinicA.addPatient()
  const fieldsOf = async (facts: Partial<HistoryFact>[]) =>
    (await save(patientId, facts)).error!.details.fields!.map(({ field }) => field)
  expect(await fieldsOf([yes('near-ian', { teeth: ['49'] })])).toEqual(['facts.0.teeth.0'])
  expect(await fieldsOf([yes('near-ian', { teeth: [] })])).toEqual(['facts.0.teeth'])
  expect(await fieldsOf([])).toEqual(['facts'])
})

test('anybody on the staff reads, and an answer carries the name of who wrote it', async () => {
  const patientId = await testApp.clinicA.addPatient()
  expect((await save(patientId, [yes('smoker')], { by: 'nurse' })).body.facts[0]!.byName).toBe(
    'Ewa Kowalczyk',
  )
  for (const who of ['owner', 'lead', 'manager', 'nurse', 'receptionist', 'auditor'] as const) {
    const read = await testApp.clinicA.as(who).call(histories.get, { patientId })
    expect(read.status, who).toBe(200)
  }
})

test("another clinic's patient is as if there were none", async () => {
  const patientId = await testApp.clinicA.addPatient()
  await save(patientId, [yes('smoker')])
  const foreign = testApp.clinicB.as('owner')
  const treatments = [{ templateId: await library('simple-extraction'), teeth: ['48'] }]
  const answers = [
    await foreign.call(histories.get, { patientId }),
    await foreign.call(histories.save, { patientId, version: 1, source: 'patient', facts: [no('smoker')] }),
    await foreign.call(histories.review, { patientId, version: 1 }),
    await foreign.call(histories.timeline, { patientId }),
    await foreign.call(histories.risks, { patientId, day, treatments }),
  ]
  expect(answers.map(({ status, reason }) => [status, reason])).toEqual(answers.map(() => [404, 'not-found']))
  expect((await get(patientId)).facts).toMatchObject([{ answer: 'yes', version: 1 }])
})

describe('the risks of a plan', () => {
  const plan = async (patientId: string, treatments: { templateId: string; teeth: string[] }[], on = day) =>
    dentist().call(histories.risks, { patientId, day: on, treatments })

  test('come from what is known, once for all treatments, with what must still be asked', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const [wisdom, simple] = [
      await library('surgical-wisdom-tooth-extraction'),
      await library('simple-extraction'),
    ]
    const treatments = [
      { templateId: wisdom, teeth: ['48'] },
      { templateId: simple, teeth: ['16'] },
    ]
    const before = await plan(patientId, treatments)
    expect(before.body.findings.map(({ ruleId }) => ruleId)).toEqual(['R097'])
    expect(before.body.questions.find(({ factor }) => factor === 'previous-mronj')).toMatchObject({
      severity: 'stop',
      treatments: [wisdom, simple],
    })
    const facts = [yes('previous-mronj'), yes('near-ian', { teeth: ['48'] }), no('smoker')]
    await save(patientId, facts, { isReviewed: true })
    const { body } = await plan(patientId, treatments)
    expect(body).toMatchObject({ version: 1, review: { state: 'current' }, ageYears: 65 })
    expect(body.findings.map(({ ruleId, severity, treatments: of }) => [ruleId, severity, of])).toEqual([
      ['R012', 'stop', [wisdom, simple]],
      ['R060', 'confirm', [wisdom]],
      ['R097', 'info', [wisdom]],
    ])
    expect(body.findings[1]).toMatchObject({ teeth: ['48'], source: { isChecked: true } })
    expect(body.questions.map(({ factor }) => factor)).not.toContain('smoker')
    expect(body.treatments.map(({ known }) => known)).toEqual(['treatment', 'treatment'])
  })

  test('say so where the treatment itself is not known to the library', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const own = await testApp.clinicA.as('manager').callOk(contract.templates.create, {
      name: 'Snoring splint of ours',
      treatmentType: 'Sleep',
      treatmentSubtype: 'Snoring',
      sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint for the night.</p>' }],
    })
    const copy = await testApp.clinicA
      .as('manager')
      .callOk(contract.templates.duplicate, { templateId: await library('simple-extraction') })
    const { body } = await plan(patientId, [
      { templateId: own.id, teeth: [] },
      { templateId: testApp.clinicA.templateId, teeth: ['46'] },
      { templateId: copy.id, teeth: ['46'] },
    ])
    expect(body.treatments.map(({ known }) => known)).toEqual(['none', 'type', 'treatment'])
    const ofOwn = body.questions.filter(({ treatments }) => treatments.includes(own.id))
    expect(ofOwn.map(({ factor }) => factor).toSorted()).toEqual(['cognitive', 'occupation'])
  })

  test('go by the age on the planned day, and cannot be told before birth', async () => {
    const patientId = await testApp.clinicA.addPatient({ dateOfBirth: '2008-02-29' })
    const whitening = [{ templateId: await library('in-surgery-whitening'), teeth: [] }]
    const on = async (planned: string) => (await plan(patientId, whitening, planned)).body
    expect((await on('2026-02-28')).findings.map(({ ruleId }) => ruleId)).toContain('R092')
    const grown = await on('2026-03-01')
    expect(grown.ageYears).toBe(18)
    expect(grown.findings).toEqual([])
    expect((await plan(patientId, whitening, '2008-02-28')).reason).toBe('before-birth')
  })

  test('are refused for a template of another clinic, and for none', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const foreign = await plan(patientId, [{ templateId: testApp.clinicB.templateId, teeth: [] }])
    expect(foreign.reason).toBe('template-not-found')
    expect((await plan(patientId, [])).code).toBe('invalid-argument')
  })
})

describe('news of a history', () => {
  /** Saves as the dentist in a transaction that is watched: what it enqueued. */
  async function told(
    patientId: string,
    facts: Partial<HistoryFact>[],
    version: number,
  ): Promise<PendingJob[]> {
    const { staffId, userId } = testApp.clinicA.staff.dentist
    const caller = {
      audience: 'clinic',
      clinicId: testApp.clinicA.id,
      staffId,
      actor: { kind: 'staff', userId, staffId, name: 'Tom Hughes' },
    } as unknown as ClinicCaller
    let enqueued: PendingJob[] = []
    await transact(testApp.app.database, caller, {
      now: testApp.clock.now(),
      work: (scope) =>
        historyHandlers.save.handler(
          scope as never,
          { patientId, version, source: 'letter', facts: facts as HistoryFact[], isReviewed: true } as never,
          {
            setCookie: () => {},
            ...{ cookie: '', accept: '', idempotencyKey: null, ifMatch: '', ifNoneExist: '' },
          },
        ),
      beforeCommit: () => async (_client, pending) => void (enqueued = pending),
    })
    return enqueued
  }

  test('is told once for each save that changes an answer, by ids alone', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const news = { queue: 'patient.history_changed', data: { clinicId: testApp.clinicA.id, patientId } }
    const fact = { ...yes('smoker'), fields: {}, teeth: null }
    expect(await told(patientId, [fact, { ...fact, factor: 'vaper' }], 0)).toEqual([news])
    expect(await told(patientId, [fact], 1)).toEqual([])
    expect(await told(patientId, [{ ...fact, fields: { perDay: '5' } }], 1)).toEqual([news])
  })
})

test('facts are handed on as the rules read them, with their version', async () => {
  const patientId = await testApp.clinicA.addPatient()
  await save(patientId, [yes('near-ian', { teeth: ['48'] }), yes('near-sinus'), no('smoker')])
  const actor = { kind: 'system', role: 'system' } as const
  const caller = { audience: 'job', clinicId: testApp.clinicA.id, actor } as JobCaller
  const found = await transact(testApp.app.database, caller, {
    now: testApp.clock.now(),
    work: (scope) => findPatientFacts(scope, patientId),
    beforeCommit: () => async () => {},
  })
  expect(found).toEqual({
    version: 1,
    facts: {
      'near-ian': { answer: 'yes', fields: {}, teeth: ['48'] },
      'near-sinus': { answer: 'yes', fields: {} },
      smoker: { answer: 'no', fields: {} },
    },
  })
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
