import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, files } from '../../../contract/index.ts'
import { sample_size } from '../../../contract/limits.ts'
import { addHours, seedConsent, type SeededChange } from '../../testing/seeded-consents.ts'
import { day_ms } from '../../testing/test-clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { monthBefore } from './compliance-rules.ts'
import { drawSample } from './sample-audit-rules.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { compliance, improvementActions, incidents, inspectionPacks, policies, sampleAudits, trainings } =
  contract
const manager = (clinic: TestClinic) => clinic.as('manager')
const dayAfter = (days: number): string => dateInTimeZone(new Date(Date.now() + days * day_ms))
const today = () => dayAfter(0)
const itemOf = async (clinic: TestClinic, itemId: string) =>
  (await manager(clinic).callOk(compliance.item, { itemId, period: 'year' })).item
const versionOf = async ({ templateId }: TestClinic) => {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select current_version_id as id from templates where id = $1',
    [templateId],
  )
  return { templateId, versionId: rows[0]!.id }
}
const seed = async (clinic: TestClinic, change: SeededChange & { at: Date }) =>
  (await seedConsent(testApp.owner, clinic, await versionOf(clinic), change)).consentId

/** The middle of the month that ended last. */
const lastMonth = () => monthBefore(today())
const middle = () => new Date(`${lastMonth()}-12T10:00:00Z`)

describe('notes and actions', () => {
  it('stand with the item that they are about', async () => {
    const clinic = await testApp.addClinic('Notes')
    const key = { idempotencyKey: randomUUID() }
    const note = { itemId: 'CQ05', text: 'Asked at every visit from now on.' }
    await manager(clinic).callOk(compliance.addNote, note, key)
    await manager(clinic).callOk(compliance.addNote, note, key)
    const action = await manager(clinic).callOk(improvementActions.create, {
      ...{
        item: 'CQ05',
        title: 'Ask what matters',
        ownerId: clinic.staff.dentist.staffId!,
        dueOn: '2024-01-31',
      },
    })
    expect(action).toMatchObject({
      owner: { name: 'Tom Hughes' },
      isOverdue: true,
      origin: '',
      status: 'open',
    })
    const detail = await manager(clinic).callOk(compliance.item, { itemId: 'CQ05' })
    expect(detail.notes.map(({ text, by }) => [text, by])).toEqual([[note.text, 'Siân Rees']])
    expect(detail.actions.map(({ id }) => id)).toEqual([action.id])
    expect(detail.item.openActions).toBe(1)
    expect((await manager(clinic).call(compliance.addNote, { itemId: 'CQ99', text: 'x' })).reason).toBe(
      'not-found',
    )
  })

  it('are changed while they are open, and closed once with what came of them', async () => {
    const clinic = await testApp.addClinic('Actions')
    const [ownerId, dueOn] = [clinic.staff.lead.staffId!, dayAfter(20)]
    const { id: actionId } = await manager(clinic).callOk(improvementActions.create, {
      title: 'Old',
      ownerId,
      dueOn,
    })
    const change = { actionId, title: 'New', ownerId, dueOn }
    for (const stranger of [clinic.staff.leaver.staffId!, testApp.clinicB.staff.lead.staffId!])
      expect(
        (await manager(clinic).call(improvementActions.update, { ...change, ownerId: stranger })).reason,
      ).toBe('owner-not-found')
    expect(await manager(clinic).callOk(improvementActions.update, change)).toMatchObject({ title: 'New' })
    const close = { actionId, outcome: 'Done at the meeting.' }
    expect((await testApp.clinicB.as('manager').call(improvementActions.close, close)).reason).toBe(
      'not-found',
    )
    expect(await manager(clinic).callOk(improvementActions.close, close)).toMatchObject({ status: 'closed' })
    expect((await manager(clinic).call(improvementActions.close, close)).reason).toBe('already-closed')
    expect((await manager(clinic).call(improvementActions.update, change)).reason).toBe('already-closed')
    const closed = await manager(clinic).callOk(improvementActions.list, { status: 'closed' })
    expect(closed.rows.map(({ outcome, closedBy }) => [outcome, closedBy])).toEqual([
      [close.outcome, 'Siân Rees'],
    ])
    expect((await manager(clinic).callOk(improvementActions.list, {})).total).toBe(0)
  })

  it('are listed by when they are due, or by what they are sorted by', async () => {
    const clinic = await testApp.addClinic('Sorted actions')
    const ownerId = clinic.staff.lead.staffId!
    for (const [title, days] of [
      ['Beta', 30],
      ['Alpha', 20],
      ['Gamma', 10],
    ] as const)
      await manager(clinic).callOk(improvementActions.create, { title, ownerId, dueOn: dayAfter(days) })
    const titles = async (sort?: 'title' | '-due') =>
      (await manager(clinic).callOk(improvementActions.list, sort ? { sort } : {})).rows.map(
        ({ title }) => title,
      )
    expect(await titles()).toEqual(['Gamma', 'Alpha', 'Beta'])
    expect(await titles('title')).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await titles('-due')).toEqual(['Beta', 'Alpha', 'Gamma'])
  })
})

describe('policies', () => {
  it('begin with the wording that comes with the product, and count who has read the version in force', async () => {
    const clinic = await testApp.addClinic('Policies')
    const suggested = await clinic.as('receptionist').callOk(policies.get, { policy: 'consent' })
    expect(suggested).toMatchObject({ title: 'Consent policy', version: null })
    expect(await itemOf(clinic, 'CQ34')).toMatchObject({ value: 0, of: 7, state: 'below' })
    const wording = {
      policy: 'consent',
      title: 'Our consent policy',
      text: suggested.text,
      reviewOn: dayAfter(300),
    }
    const first = await manager(clinic).callOk(policies.adopt, { ...wording, after: 0 })
    expect(first.version).toMatchObject({ number: 1, readers: 0, staff: 7, hasRead: false })
    for (const who of ['receptionist', 'nurse'] as const)
      await clinic.as(who).callOk(policies.acknowledge, { policy: 'consent', versionId: first.version!.id })
    await clinic.as('nurse').callOk(policies.acknowledge, { policy: 'consent', versionId: first.version!.id })
    const read = await clinic.as('nurse').callOk(policies.get, { policy: 'consent' })
    expect(read.version).toMatchObject({ readers: 2, hasRead: true })
    expect(await itemOf(clinic, 'CQ34')).toMatchObject({ count: 2, of: 7 })
    const second = await manager(clinic).callOk(policies.adopt, { ...wording, text: 'Shorter.', after: 1 })
    expect([second.version?.readers, second.earlier.map(({ number }) => number)]).toEqual([0, [1]])
    const stale = { policy: 'consent', versionId: first.version!.id }
    expect((await clinic.as('nurse').call(policies.acknowledge, stale)).reason).toBe('stale-version')
  })

  it('are not adopted over another version, for a day that has passed, or by whoever may not', async () => {
    const clinic = await testApp.addClinic('Policies Refused')
    const wording = { policy: 'laser', title: 'Laser', text: 'Goggles on.', reviewOn: dayAfter(30), after: 0 }
    expect((await clinic.as('dentist').call(policies.adopt, wording)).status).toBe(403)
    for (const reviewOn of [today(), dayAfter(4 * 366)])
      expect((await manager(clinic).call(policies.adopt, { ...wording, reviewOn })).reason).toBe(
        'review-passed',
      )
    const both = await Promise.all([1, 2].map(() => manager(clinic).call(policies.adopt, wording)))
    expect(both.map(({ reason }) => reason).toSorted()).toEqual([null, 'stale-version'].toSorted())
    expect((await testApp.clinicB.as('manager').call(policies.get, { policy: 'laser' })).reason).toBe(
      'not-found',
    )
    expect((await manager(clinic).callOk(policies.list, {})).map(({ policy }) => policy)).toEqual([
      'consent',
      'laser',
    ])
  })
})

describe('trainings', () => {
  it('count for those who may take consent while both are within two years', async () => {
    const clinic = await testApp.addClinic('Trainings')
    const before = await itemOf(clinic, 'CQ32')
    expect(before).toMatchObject({ count: 0, state: 'below' })
    const staffId = clinic.staff.dentist.staffId!
    const record = (topic: 'consent' | 'capacity', doneOn: string) =>
      manager(clinic).callOk(trainings.record, { staffId, topic, title: 'Course', doneOn })
    await record('consent', dayAfter(-40))
    await record('capacity', dayAfter(-800))
    expect(await itemOf(clinic, 'CQ32')).toMatchObject({ count: 0 })
    const { id: trainingId } = await record('capacity', dayAfter(-30))
    expect(await itemOf(clinic, 'CQ32')).toMatchObject({ count: 1, of: before.of })
    await manager(clinic).callOk(trainings.takeBack, { trainingId })
    expect((await manager(clinic).call(trainings.takeBack, { trainingId })).reason).toBe('already-taken-back')
    expect(await itemOf(clinic, 'CQ32')).toMatchObject({ count: 0 })
    const { rows, people } = await manager(clinic).callOk(trainings.list, {})
    expect(rows.map(({ doneOn }) => doneOn)).toEqual([dayAfter(-40), dayAfter(-800)])
    const oldestFirst = await manager(clinic).callOk(trainings.list, { sort: 'day' })
    expect(oldestFirst.rows).toEqual(rows.toReversed())
    expect(people.find(({ id }) => id === staffId)).toMatchObject({
      isCurrent: false,
      consentOn: dayAfter(-40),
    })
  })

  it('keep the certificate as it was given, and take nothing else', async () => {
    const clinic = await testApp.addClinic('Certificates')
    const training = {
      staffId: clinic.staff.nurse.staffId!,
      topic: 'other' as const,
      title: 'x',
      doneOn: today(),
    }
    const picture = newPicture()
    const kept = await manager(clinic).callOk(trainings.record, {
      ...training,
      certificate: picture.toString('base64'),
    })
    expect(kept.certificate).toEqual({ type: 'image/png' })
    const path = files.trainings.certificate.path.replace(':trainingId', kept.id)
    const answer = await manager(clinic).get(path)
    expect(answer.raw.equals(picture)).toBe(true)
    expect((await testApp.clinicB.as('manager').get(path)).status).toBe(404)
    const refused = { ...training, certificate: Buffer.from('<svg/>').toString('base64') }
    expect((await manager(clinic).call(trainings.record, refused)).reason).toBe('certificate-refused')
    expect((await manager(clinic).call(trainings.record, { ...training, doneOn: dayAfter(2) })).reason).toBe(
      'in-future',
    )
    const stranger = { ...training, staffId: testApp.clinicB.staff.nurse.staffId! }
    expect((await manager(clinic).call(trainings.record, stranger)).reason).toBe('not-found')
  })
})

describe('incidents', () => {
  it('are closed with what was learned and how it was shared, and count then', async () => {
    const clinic = await testApp.addClinic('Incidents')
    const told = { kind: 'complaint' as const, happenedOn: today(), isAboutConsent: true }
    const { id: incidentId } = await manager(clinic).callOk(incidents.record, {
      ...told,
      summary: 'The price was a surprise.',
    })
    await manager(clinic).callOk(incidents.record, {
      ...told,
      summary: 'The lift was broken.',
      isAboutConsent: false,
      happenedOn: dayAfter(-3),
    })
    const days = async (sort: 'day' | '-day') =>
      (await manager(clinic).callOk(incidents.list, { sort })).rows.map(({ happenedOn }) => happenedOn)
    expect(await days('day')).toEqual([dayAfter(-3), today()])
    expect(await days('-day')).toEqual([today(), dayAfter(-3)])
    expect(await itemOf(clinic, 'CQ37')).toMatchObject({ count: 0, of: 1 })
    const learned = { incidentId, learning: 'Say the price first.', candour: 'We said sorry.' }
    expect((await manager(clinic).call(incidents.update, { ...learned, isClosed: true })).reason).toBe(
      'learning-missing',
    )
    const closing = { ...learned, shared: 'Staff meeting', isClosed: true }
    expect(await manager(clinic).callOk(incidents.update, closing)).toMatchObject({ closedBy: 'Siân Rees' })
    expect((await manager(clinic).call(incidents.update, closing)).reason).toBe('already-closed')
    expect((await testApp.clinicB.as('manager').call(incidents.update, closing)).reason).toBe('not-found')
    expect(await itemOf(clinic, 'CQ37')).toMatchObject({ count: 1, of: 1, state: 'met' })
    expect((await manager(clinic).callOk(incidents.list, { about: 'open' })).total).toBe(1)
    const strange = { ...told, summary: 'x', consentId: randomUUID() }
    expect((await manager(clinic).call(incidents.record, strange)).reason).toBe('consent-not-found')
    expect(
      (await manager(clinic).call(incidents.record, { ...told, summary: 'x', happenedOn: dayAfter(2) }))
        .reason,
    ).toBe('in-future')
  })
})

describe('surveys, groups, wording and requests', () => {
  it('are counted where there is something to count; small groups are hidden', async () => {
    const clinic = await testApp.addClinic('Groups')
    const at = middle()
    for (let number = 0; number < 24; number++) {
      const patient = number < 12 ? { language: 'pl' } : {}
      const id = await seed(clinic, {
        at,
        patient: { ...patient, date_of_birth: number < 2 ? '2015-01-01' : '1961-03-14' },
      })
      await testApp.owner.query(
        `insert into surveys (clinic_id, consent_id, template_ids, is_skipped, answers, at) values ($1, $2, '[]', false, $3, $4)`,
        [
          clinic.id,
          id,
          JSON.stringify({ understood: number < 6 ? 2 : 5, asSaid: 5, again: 5, regret: 1 }),
          at,
        ],
      )
    }
    const asked = { period: 'month' as const, from: `${lastMonth()}-01` }
    const said = await manager(clinic).callOk(compliance.item, { itemId: 'CQ38', ...asked })
    expect(said.item).toMatchObject({ count: 18, of: 24, value: 75 })
    expect(said.records.rows.slice(0, 7).map(({ isMet }) => isMet)).toEqual([...Array(6).fill(false), true])
    const { groups } = await manager(clinic).callOk(compliance.item, { itemId: 'CQ39', ...asked })
    const of = (by: string) => groups.filter((group) => group.by === by && group.item === 'CQ38')
    expect(of('language').map(({ name, figure }) => [name, figure?.count, figure?.of])).toEqual([
      ['Another language', 6, 12],
      ['English', 12, 12],
    ])
    // Two children alone: and the others too, or the whole would tell of the two.
    expect(of('age').map(({ figure }) => figure)).toEqual([null, null])
  })

  it('ask of wording whether it is easy, and whether somebody answers for it', async () => {
    const clinic = await testApp.addClinic('Wording')
    const { templateId, versionId } = await versionOf(clinic)
    await seed(clinic, { at: middle() })
    const asked = { period: 'month' as const, from: `${lastMonth()}-01` }
    const item = async (itemId: string) =>
      (await manager(clinic).callOk(compliance.item, { itemId, ...asked })).item
    expect([(await item('CQ24')).value, (await item('CQ25')).value]).toEqual([0, 0])
    await testApp.owner.query('update template_versions set reading_grade = 7.4 where id = $1', [versionId])
    await testApp.owner.query(
      `update templates set clinical_owner_name = 'A', clinical_owner_gdc = '204417', review_due = $2 where id = $1`,
      [templateId, dayAfter(200)],
    )
    expect([(await item('CQ24')).value, (await item('CQ25')).value]).toEqual([100, 100])
  })

  it('ask of requests whether they were closed in time', async () => {
    const clinic = await testApp.addClinic('Requests')
    const patientId = await clinic.addPatient()
    const add = (dueOn: string, closedAt: Date | null) =>
      testApp.owner.query(
        `insert into access_requests (clinic_id, patient_id, received_on, due_on, requester, opened_by, created_at, outcome, closed_by, closed_at)
         values ($1, $2, $3, $3, 'x', 'x', now(), $4, $5, $6)`,
        [clinic.id, patientId, dueOn, closedAt && 'answered', closedAt && 'x', closedAt],
      )
    const day = `${lastMonth()}-15`
    await add(day, addHours(new Date(`${day}T00:00:00Z`), -48))
    await add(day, addHours(new Date(`${day}T00:00:00Z`), 72))
    await add(day, null)
    const asked = { period: 'month' as const, from: day }
    const { item, records } = await manager(clinic).callOk(compliance.item, { itemId: 'CQ40', ...asked })
    expect([item.count, item.of, records.rows.map(({ isMet }) => isMet)]).toEqual([
      1,
      3,
      [false, false, true],
    ])
  })
})

describe('signing in with a second step', () => {
  it('is told beside whether records are secure, of the people who are active', async () => {
    const clinic = await testApp.addClinic('Second steps')
    const besides = async () =>
      (await manager(clinic).callOk(compliance.item, { itemId: 'CQ36' })).besides.map(({ value }) => value)
    const [policy, none] = await besides()
    expect(policy).toBe('Not required. No decision is recorded')
    const of = Number(none!.split(' of ')[1])
    expect([none, of > 1]).toEqual([`0 of ${of}`, true])
    await testApp.owner.query(
      `insert into auth.second_factor (user_id, secret, confirmed_at, recovery_hashes)
       select user_id, 'x', now(), '{}' from staff where id = $1`,
      [clinic.staff.dentist.staffId],
    )
    await testApp.owner.query('update clinics set second_factor_opt_out = $2 where id = $1', [
      clinic.id,
      { reason: 'No phones in surgery', byName: 'Amara Okafor', at: '2026-11-20T23:30:00.000Z' },
    ])
    expect(await besides()).toEqual([
      'Not required. Decided by Amara Okafor on 20 November 2026: No phones in surgery',
      `1 of ${of}`,
    ])
    await testApp.owner.query(
      'update clinics set second_factor_opt_out = null, requires_second_factor = true, second_factor_from = $2 where id = $1',
      [clinic.id, new Date(testApp.clock.now().getTime() + day_ms)],
    )
    expect((await besides())[0]).toMatch(/^Required of all staff from \d+ \w+ \d{4}$/)
  })
})

describe('sample audits', () => {
  /** What is wrong on every third and every fifth consent, and which criterion says so. */
  const defects: [every: number, change: SeededChange, criterion: string][] = [
    [3, { plan: { options: [] } }, 'G31-2'],
    [4, { discussion: { note: 'Short.', copy: 'handed' } }, 'G31-1'],
    [5, { pricePence: null }, 'G31-5'],
    [7, { isChainBroken: true }, 'R11-9'],
  ]

  it('find every defect that was put in, draw the same sample from the same seed, and come once', async () => {
    const clinic = await testApp.addClinic('Sampled')
    // On the first of a month the one before it is not over yet wherever a practice is.
    const month = monthBefore(dayAfter(-1))
    const at = new Date(`${month}-12T10:00:00Z`)
    const wrong = new Map<string, string[]>()
    for (let number = 1; number <= 26; number++) {
      const found = defects.filter(([every]) => number % every === 0)
      const change = Object.assign({}, ...found.map(([, each]) => each)) as SeededChange
      wrong.set(
        await seed(clinic, { ...change, at }),
        found.map(([, , criterion]) => criterion),
      )
    }
    await testApp.app.sweep('compliance.sample-audits')
    await testApp.runJobs()
    await testApp.app.sweep('compliance.sample-audits')
    await testApp.runJobs()
    const [row, ...others] = await manager(clinic).callOk(sampleAudits.list, {})
    expect(others).toEqual([])
    expect(row).toMatchObject({ month, size: sample_size, population: 26, madeBy: 'Candour' })
    const audit = await manager(clinic).callOk(sampleAudits.get, { auditId: row!.id })
    expect(new Map(audit.consents.map(({ id, gaps }) => [id, gaps.toSorted()]))).toEqual(
      new Map(audit.consents.map(({ id }) => [id, wrong.get(id)!.toSorted()])),
    )
    expect(audit.consents.map(({ id }) => id)).toEqual(drawSample([...wrong.keys()].toReversed(), audit.seed))
    const { rows: actions } = await manager(clinic).callOk(improvementActions.list, {})
    const short = audit.criteria.filter(({ met, of }) => met < of)
    expect(short.map(({ id }) => id).toSorted()).toEqual(
      defects.map(([, , criterion]) => criterion).toSorted(),
    )
    expect(actions.map(({ origin, item }) => [origin, item]).toSorted()).toEqual(
      short.map(({ item }) => ['Sample audit', item]).toSorted(),
    )
    expect(actions.flatMap(({ consentIds }) => consentIds).length).toBe(row!.gaps)
    expect(actions.every(({ owner }) => owner?.name === 'Amara Okafor')).toBe(true)
    expect((await manager(clinic).call(sampleAudits.run, { month })).reason).toBe('already-made')
    expect(await itemOf(clinic, 'CQ35')).toMatchObject({ value: 0, of: 1, state: 'below' })
    for (const { id: actionId } of actions)
      await manager(clinic).callOk(improvementActions.close, { actionId, outcome: 'Talked about.' })
    expect(await itemOf(clinic, 'CQ35')).toMatchObject({ value: 1, state: 'met' })
    expect((await testApp.clinicB.as('manager').call(sampleAudits.get, { auditId: row!.id })).reason).toBe(
      'not-found',
    )
  })

  it('are made by hand for a month that has ended and had consents', async () => {
    const clinic = await testApp.addClinic('By Hand')
    await seed(clinic, { at: new Date('2024-02-12T10:00:00Z') })
    const run = (month: string) => manager(clinic).call(sampleAudits.run, { month })
    expect((await run('2024-02')).body).toMatchObject({ size: 1, population: 1, madeBy: 'Siân Rees' })
    expect((await run('2024-03')).reason).toBe('nothing-to-sample')
    expect((await run('2024-03')).reason).toBe('nothing-to-sample')
    expect((await run(today().slice(0, 7))).reason).toBe('month-not-over')
  })

  it('bring actions for reviews and trainings that will be due, each once', async () => {
    const clinic = await testApp.addClinic('Due')
    const wording = { policy: 'consent', title: 'Consent', text: 'We ask.', reviewOn: dayAfter(20), after: 0 }
    await manager(clinic).callOk(policies.adopt, wording)
    for (const topic of ['consent', 'capacity'] as const)
      await manager(clinic).callOk(trainings.record, {
        ...{ staffId: clinic.staff.dentist.staffId!, topic, title: 'Course', doneOn: dayAfter(-715) },
      })
    await testApp.app.sweep('compliance.sample-audits')
    await testApp.runJobs()
    const { rows } = await manager(clinic).callOk(improvementActions.list, {})
    expect(rows.map(({ origin, owner }) => [origin, owner?.name]).toSorted()).toEqual([
      ['Policy review', 'Siân Rees'],
      ['Training', 'Tom Hughes'],
    ])
    const told = async () => {
      const found = await testApp.owner.query<{ recipient: string; status: string }>(
        `select recipient, status from messages where clinic_id = $1 and kind = 'review-due' order by recipient`,
        [clinic.id],
      )
      return found.rows
    }
    const owners = [clinic.staff.dentist.email, clinic.staff.manager.email].toSorted()
    expect(await told()).toEqual(owners.map((recipient) => ({ recipient, status: 'sent' })))
    const mail = (await testApp.mail()).filter(
      ({ subject }) => subject === 'Due: policy review or training due',
    )
    expect(mail.map(({ text }) => /clinic\/cqc\/\w+/.exec(text)?.[0]).toSorted()).toEqual([
      'clinic/cqc/actions',
      'clinic/cqc/policies',
    ])
    // The month after, nobody is told of the same again.
    testApp.clock.advance(31 * day_ms)
    await testApp.app.sweep('compliance.sample-audits')
    await testApp.runJobs()
    testApp.clock.advance(-31 * day_ms)
    expect(await told()).toHaveLength(2)
  })
})

describe('inspection packs', () => {
  it('hold the sealed report and the evidence of the sample, for whoever proved who they are, and end', async () => {
    const clinic = await testApp.addClinic('Packs')
    const { consentId } = await clinic.addFinalised()
    await testApp.runJobs()
    await testApp.owner.query(
      `insert into sample_audits (clinic_id, month, version, seed, population, sample, made_by, at)
       values ($1, $2, '1.1', 'seed', 2, $3, 'test', now())`,
      [
        clinic.id,
        lastMonth(),
        JSON.stringify([consentId, randomUUID()].map((id) => ({ consentId: id, found: { 'G31-1': 1 } }))),
      ],
    )
    const asked = await clinic.as('owner').callOk(inspectionPacks.make, { period: 'month' })
    expect(asked).toMatchObject({ status: 'preparing', bytes: null })
    expect((await clinic.as('owner').call(inspectionPacks.make, {})).reason).toBe('already-preparing')
    await testApp.runJobs()
    const [pack] = await clinic.as('owner').callOk(inspectionPacks.list, {})
    expect(pack).toMatchObject({ status: 'ready', progress: 100, failure: null })
    const file = `/api/clinic/inspection-packs/${pack!.id}/file`
    expect((await clinic.as('owner').get(file)).status).toBe(409)
    const { url } = await clinic.as('owner').callOk(inspectionPacks.release, { packId: pack!.id })
    expect(url).toBe(file)
    expect((await clinic.as('manager').get(file)).status).toBe(409)
    expect((await testApp.clinicB.as('owner').get(file)).status).toBe(404)
    const zip = unzipSync(Uint8Array.from((await clinic.as('owner').get(file)).raw))
    expect(Object.keys(zip).toSorted()).toEqual(['README.txt', `evidence/${consentId}.zip`, 'report.pdf'])
    expect(Object.keys(unzipSync(zip[`evidence/${consentId}.zip`]!))).toContain('manifest.json')
    const place = path.join(mkdtempSync(path.join(tmpdir(), 'candour-report-')), 'report.pdf')
    writeFileSync(place, zip['report.pdf']!)
    expect(execFileSync('pdfsig', ['-nocert', place], { encoding: 'utf8' })).toContain('Signature is Valid')
    const words = execFileSync('pdftotext', ['-layout', place, '-'], { encoding: 'utf8' })
    for (const said of [
      ...['CQ01', 'CQ40', 'No data', 'Sample audit', 'Valid until', 'CQC: evidence on consent'],
      ...['Two-step sign-in', 'Not required. No decision is recorded'],
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('Whitcombe')
    testApp.clock.advance(31 * day_ms)
    await testApp.app.sweep('compliance.packs')
    await testApp.runJobs()
    testApp.clock.advance(-31 * day_ms)
    expect((await clinic.as('owner').callOk(inspectionPacks.list, {}))[0]!.status).toBe('expired')
    expect((await clinic.as('owner').call(inspectionPacks.release, { packId: pack!.id })).reason).toBe(
      'not-ready',
    )
  })
})
