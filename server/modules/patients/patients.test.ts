import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { patients } = contract
const eleanor = { firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' }
const numbers = ['943 476 5919', '9876543210', '4010232137']

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const dentist = () => world.a.as('dentist')
const add = (details: Partial<PatientDetails> = {}) =>
  dentist().ask(patients.create, { ...eleanor, ...details })

async function auditOf(subject: string) {
  const { rows } = await world.owner.query<{ action: string; details: unknown }>(
    'select action, details from audit_rows where subject = $1 order by sequence',
    [subject],
  )
  return rows
}

test('a patient is added, read back and changed; the audit log names fields and no values', async () => {
  const added = await add({ title: 'Mrs', phone: '020 7946 0018', nhsNumber: numbers[0]! })
  expect(added).toMatchObject({ ...eleanor, nhsNumber: '9434765919', status: 'active', version: 1 })
  const { id: patientId } = added
  expect(await dentist().ask(patients.get, { patientId })).toEqual(added)
  const changed = await dentist().ask(patients.update, { ...added, patientId, phone: '020 7946 0019' })
  expect(changed).toMatchObject({ phone: '020 7946 0019', version: 2 })
  const audited = await auditOf(patientId)
  expect(audited).toEqual([
    { action: 'patient.created', details: {} },
    { action: 'patient.updated', details: { fields: ['phone'] } },
  ])
})

test('of two saves made from the same version the second is refused and changes nothing', async () => {
  const added = await add()
  const save = (phone: string) => dentist().call(patients.update, { ...added, patientId: added.id, phone })
  const answers = await Promise.all([save('020 7946 0001'), save('020 7946 0002')])
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ error }) => error)!.reason).toBe('changed-meanwhile')
  const kept = await dentist().ask(patients.get, { patientId: added.id })
  expect(kept.phone).toBe(answers.find(({ error }) => !error)!.body.phone)
  expect(kept.version).toBe(2)
})

test('an NHS number belongs to one patient of a practice, whoever saves first; another practice may have it', async () => {
  const nhsNumber = numbers[1]!
  const twins = await Promise.all(
    [1, 2].map(() => dentist().call(patients.create, { ...eleanor, nhsNumber })),
  )
  expect(twins.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
  expect(twins.find(({ error }) => error)!.reason).toBe('duplicate-nhs-number')
  const other = await add()
  const update = await dentist().call(patients.update, { ...other, patientId: other.id, nhsNumber })
  expect(update.reason).toBe('duplicate-nhs-number')
  const kept = await dentist().ask(patients.get, { patientId: other.id })
  expect(kept).toEqual(other)
  const elsewhere = await world.b.as('dentist').call(patients.create, { ...eleanor, nhsNumber })
  expect(elsewhere.status).toBe(200)
})

test('a repeated request adds one patient and answers the same', async () => {
  const sending = { idempotencyKey: 'f6d1f0f2-7d3b-4d57-9f3a-0f8c1f0a7b11' }
  const details = { ...eleanor, lastName: 'Repeated' }
  const answers = [
    await dentist().ask(patients.create, details, sending),
    await dentist().ask(patients.create, details, sending),
  ]
  expect(answers[0]).toEqual(answers[1])
  expect((await dentist().ask(patients.list, { search: 'repeated' })).total).toBe(1)
})

test('an archived patient leaves the list, stays readable and comes back', async () => {
  const { id: patientId } = await add({ lastName: 'Archived' })
  const search = { search: 'archived' }
  expect((await dentist().ask(patients.archive, { patientId })).status).toBe('archived')
  expect((await dentist().ask(patients.list, search)).total).toBe(0)
  expect((await dentist().ask(patients.list, { ...search, status: 'archived' })).total).toBe(1)
  expect((await dentist().ask(patients.get, { patientId })).status).toBe('archived')
  expect((await dentist().ask(patients.restore, { patientId })).status).toBe('active')
  expect((await dentist().ask(patients.list, search)).total).toBe(1)
})

test('a search finds by name, birth date, phone and NHS number, and only here', async () => {
  const { id } = await add({
    firstName: 'Zoë',
    lastName: 'O’Brien_100%',
    dateOfBirth: '1984-02-29',
    phone: '(01632) 960-555',
    nhsNumber: numbers[2]!,
  })
  const searches = [
    'zoe',
    'OBRIEN',
    "o'brien zoë",
    '29/2/1984',
    '1984-02-29',
    '29 2 1984',
    '01632 960555',
    '401 023 2137',
    '_100%',
  ]
  for (const search of searches) {
    const found = await dentist().ask(patients.list, { search })
    expect(
      found.rows.map((row) => row.id),
      search,
    ).toEqual([id])
    expect((await world.b.as('dentist').ask(patients.list, { search })).total, search).toBe(0)
  }
  for (const search of ['zoe smith', '28/2/1984', '%', 'o_brien']) {
    const found = await dentist().ask(patients.list, { search })
    expect(
      found.rows.filter((row) => row.id === id),
      search,
    ).toHaveLength(search === '%' ? 1 : 0)
  }
})

test('pages go by last name, first name and id, without gaps or repeats', async () => {
  const clinic = await world.addClinic('Pages')
  const names = ['Ash', 'Birch', 'Birch', 'Cedar', 'Elm']
  for (const lastName of names.toReversed())
    await clinic.as('dentist').ask(patients.create, { ...eleanor, lastName })
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => clinic.as('dentist').ask(patients.list, { page, pageSize: 2 })),
  )
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 1, 0])
  const rows = pages.flatMap((page) => page.rows)
  expect(rows.map((row) => row.lastName)).toEqual(names)
  expect(new Set(rows.map((row) => row.id)).size).toBe(5)
  expect(Object.keys(rows[0]!)).not.toContain('address')
})

test("another practice's patient is as if there were none", async () => {
  const added = await add()
  const foreign = world.b.as('owner')
  const patientId = added.id
  const answers = [
    await foreign.call(patients.get, { patientId }),
    await foreign.call(patients.update, { ...added, patientId }),
    await foreign.call(patients.archive, { patientId }),
    await foreign.call(patients.restore, { patientId }),
  ]
  expect(answers.map(({ status, reason }) => [status, reason])).toEqual(answers.map(() => [404, 'not-found']))
  expect(await dentist().ask(patients.get, { patientId })).toEqual(added)
})

test('details that cannot be are refused by field', async () => {
  const answer = await dentist().call(patients.create, {
    ...eleanor,
    firstName: ' ',
    dateOfBirth: '2999-01-01',
    nhsNumber: '9434765918',
  })
  expect(answer.code).toBe('invalid-argument')
  expect(answer.error!.details.fields!.map(({ field }) => field)).toEqual([
    'firstName',
    'dateOfBirth',
    'nhsNumber',
  ])
})

test('nothing went wrong behind the answers', () => {
  expect(world.faults).toEqual([])
})
