import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { consentSorts } from '../../../contract/consents.ts'
import { contract } from '../../../contract/index.ts'
import { consents_exported_max, list_count_max } from '../../../contract/limits.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { list } = contract.consents

/** A draft that was last changed at this moment. */
async function draftOf(clinic: TestClinic, changedAt: string, patientId?: string): Promise<string> {
  const { id } = await clinic.addDraft(patientId ? { patientId } : {})
  await testApp.owner.query('update consents set updated_at = $1 where id = $2', [changedAt, id])
  return id
}

/** Copies of a draft, as many as nobody makes by hand. */
const addCopies = (consentId: string, copies: number) =>
  testApp.owner.query(
    `insert into consents (clinic_id, patient_id, clinician_id, plan, treatment, created_by, updated_at)
     select clinic_id, patient_id, clinician_id, plan, treatment, created_by, updated_at - n * interval '1 second'
     from consents, generate_series(1, $2::int) n where id = $1`,
    [consentId, copies],
  )

const csvOf = (clinic: TestClinic, query = '') => clinic.as('dentist').get(`/api/clinic/consents.csv${query}`)
const linesOf = (raw: Buffer) => raw.toString('utf8').replace('\uFEFF', '').trim().split('\r\n')

describe('days of the last change', () => {
  test('are those of the clinic’s own calendar, which has 23 hours in spring and 25 in autumn', async () => {
    const clinic = await testApp.addClinic('Clock Change')
    const moments = {
      'spring, before': '2026-03-28T23:59:59Z',
      'spring, first': '2026-03-29T00:00:00Z',
      'spring, last': '2026-03-29T22:59:59Z',
      'spring, after': '2026-03-29T23:00:00Z',
      'autumn, before': '2026-10-24T22:59:59Z',
      'autumn, first': '2026-10-24T23:00:00Z',
      'autumn, last': '2026-10-25T23:59:59Z',
      'autumn, after': '2026-10-26T00:00:00Z',
    }
    const named = new Map<string, string>()
    for (const [name, at] of Object.entries(moments)) named.set(await draftOf(clinic, at), name)
    const changedOn = async (from: string, to = from) => {
      const { rows, counts } = await clinic.as('dentist').callOk(list, { from, to })
      expect(counts.all).toBe(rows.length)
      return rows.map(({ id }) => named.get(id))
    }
    expect(await changedOn('2026-03-29')).toEqual(['spring, last', 'spring, first'])
    expect(await changedOn('2026-10-25')).toEqual(['autumn, last', 'autumn, first'])
    expect(await changedOn('2026-10-24', '2026-10-25')).toEqual([
      'autumn, last',
      'autumn, first',
      'autumn, before',
    ])
    expect(await changedOn('2026-03-30', '2026-03-29')).toEqual([])
  })
})

describe('sorting', () => {
  test('is by the last change, by when it was sent, or by patient, either way, also over pages', async () => {
    const clinic = await testApp.addClinic('Sort Square')
    const named = new Map<string, string>()
    const add = async (lastName: string, sentAt: string | null, changedAt: string) => {
      const id = await draftOf(clinic, changedAt, await clinic.addPatient({ firstName: 'Nia', lastName }))
      await testApp.owner.query('update consents set sent_at = $1 where id = $2', [sentAt, id])
      named.set(id, lastName)
    }
    await add('Middle', '2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z')
    await add('Aston', null, '2026-03-04T10:00:00Z')
    await add('Zeller', '2026-03-01T09:00:00Z', '2026-03-05T10:00:00Z')
    const sorted = async (sort?: (typeof consentSorts)[number]) => {
      const pages = []
      for (const page of [1, 2, 3])
        pages.push(
          ...(await clinic.as('dentist').callOk(list, { ...(sort && { sort }), page, pageSize: 1 })).rows,
        )
      return pages.map(({ id }) => named.get(id))
    }
    expect(await sorted()).toEqual(['Zeller', 'Aston', 'Middle'])
    expect(await sorted('-changed')).toEqual(['Zeller', 'Aston', 'Middle'])
    expect(await sorted('changed')).toEqual(['Middle', 'Aston', 'Zeller'])
    expect(await sorted('-sent')).toEqual(['Middle', 'Zeller', 'Aston'])
    expect(await sorted('sent')).toEqual(['Zeller', 'Middle', 'Aston'])
    expect(await sorted('patient')).toEqual(['Aston', 'Middle', 'Zeller'])
    expect(await sorted('-patient')).toEqual(['Zeller', 'Middle', 'Aston'])
    const refused = await clinic.as('dentist').get('/api/clinic/consents?sort=price')
    expect([refused.status, refused.code]).toEqual([400, 'invalid-argument'])
  })

  test('is the file’s order too', async () => {
    const clinic = await testApp.addClinic('File Fields')
    for (const lastName of ['Moss', 'Abbot'])
      await draftOf(clinic, '2026-03-03T10:00:00Z', await clinic.addPatient({ lastName }))
    const lines = linesOf((await csvOf(clinic, '?sort=patient')).raw)
    expect(lines.slice(1).map((line) => /Moss|Abbot/.exec(line)?.[0])).toEqual(['Abbot', 'Moss'])
  })
})

describe('filters', () => {
  it('narrow together, and counts follow them', async () => {
    const clinic = await testApp.addClinic('Filter Farm')
    const [dentist, lead] = [clinic.staff.dentist.staffId!, clinic.staff.lead.staffId!]
    const patientId = await clinic.addPatient({ firstName: 'Ottoline', lastName: 'Crown' })
    const own = await clinic.addDraft({ patientId })
    const others = await clinic.addDraft({ patientId, clinicianId: lead })
    const sent = await clinic.addSent({ clinicianId: lead })
    const ask = (input: object) => clinic.as('dentist').callOk(list, input)
    const found = async (input: object) => (await ask(input)).rows.map(({ id }) => id).toSorted()
    expect(await found({ clinicianId: lead })).toEqual([others.id, sent.consentId].toSorted())
    expect(await found({ clinicianId: lead, view: 'drafts', search: 'ottol' })).toEqual([others.id])
    expect((await ask({ clinicianId: lead })).counts).toMatchObject({ all: 2, drafts: 1, awaiting: 1 })
    expect(await found({ clinicianId: dentist })).toEqual([own.id])
    expect(await found({ templateId: clinic.templateId, view: 'drafts' })).toEqual(
      [own.id, others.id].toSorted(),
    )
    expect(await found({ templateId: randomUUID() })).toEqual([])
  })

  it('find words of the treatment and of the patient, in either order, and nothing where one leads nowhere', async () => {
    const clinic = await testApp.addClinic('Word Walk')
    const patientId = await clinic.addPatient({ firstName: 'Ottoline', lastName: 'Featherstone' })
    const { id, treatment } = await clinic.addDraft({ patientId })
    await clinic.addDraft()
    const [word] = treatment.toUpperCase().split(' ')
    const totalOf = async (search: string) => (await clinic.as('dentist').callOk(list, { search })).total
    expect(await totalOf(word!)).toBe(2)
    for (const search of ['feather', `feather ${word}`, `${word} otto`, `otto feather ${word}`]) {
      const { rows } = await clinic.as('dentist').callOk(list, { search })
      expect(rows.map((row) => row.id)).toEqual([id])
    }
    for (const search of ['feather crocodile', 'crocodile', '%', '_', String.raw`\ `])
      expect(await totalOf(search)).toBe(0)
  })
})

test(`nothing is counted beyond ${list_count_max}, and no page is turned beyond it`, async () => {
  const clinic = await testApp.addClinic('Long List')
  const { id } = await clinic.addDraft()
  await addCopies(id, list_count_max + 5)
  const asked = await clinic.as('dentist').callOk(list, { pageSize: 100 })
  expect(asked.total).toBe(list_count_max)
  expect(asked.counts).toMatchObject({ all: list_count_max, drafts: list_count_max, signed: 0 })
  const pageOf = async (page: number) =>
    (await clinic.as('dentist').callOk(list, { page, pageSize: 100 })).rows.length
  expect([await pageOf(10), await pageOf(11)]).toEqual([100, 0])
  const counted = await clinic.as('receptionist').callOk(contract.consents.counts, {})
  expect(counted.byStatus).toMatchObject({ draft: list_count_max, sent: 0 })
})

describe('the list as a file', () => {
  it('holds what the list shows, with the moments of the clinic’s clocks and no formula', async () => {
    const clinic = await testApp.addClinic('Export End')
    const patientId = await clinic.addPatient({ title: '', firstName: '=SUM(A1)', lastName: 'Évans, "Bo"' })
    const { id } = await clinic.addDraft({ patientId })
    await testApp.owner.query(
      `update consents set created_at = '2026-07-01T22:30:00Z', updated_at = '2026-07-01T23:30:00Z' where id = $1`,
      [id],
    )
    await clinic.addSent()
    const { status, raw, headers } = await csvOf(clinic, '?view=drafts')
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head, line, ...more] = linesOf(raw)
    expect(head).toBe(
      '"Patient","Date of birth","Treatment","Teeth","Clinician","Status","Created","Sent","Signed","Expires","Reconfirmation needed since","Last change"',
    )
    expect(line).toContain(`"'=SUM(A1) Évans, ""Bo""","1961-03-14",`)
    expect(line).toContain('"46","Tom Hughes","draft","2026-07-01 23:30","","","","","2026-07-02 00:30"')
    expect(more).toEqual([])
    expect(linesOf((await csvOf(clinic)).raw)).toHaveLength(3)
  })

  it('holds those that are named and no others, and none of another clinic', async () => {
    const [one, two] = [await testApp.clinicA.addDraft(), await testApp.clinicA.addDraft()]
    const foreign = await testApp.clinicB.addDraft()
    const { raw } = await csvOf(testApp.clinicA, `?consentIds=${one.id},${foreign.id}`)
    expect(linesOf(raw)).toHaveLength(2)
    expect(linesOf((await csvOf(testApp.clinicA, `?consentIds=${one.id},${two.id}`)).raw)).toHaveLength(3)
    const none = await csvOf(testApp.clinicA, `?consentIds=${foreign.id}`)
    expect([none.status, none.reason]).toEqual([404, 'nothing-to-export'])
    expect((await csvOf(testApp.clinicA, `?consentIds=${one.id},all`)).status).toBe(404)
  })

  it('is for staff alone, and the audit log keeps how many lines went and nothing of whom', async () => {
    const clinic = await testApp.addClinic('Audit Alley')
    await clinic.addDraft({ patientId: await clinic.addPatient({ lastName: 'Featherstone' }) })
    expect((await testApp.anonymous().get('/api/clinic/consents.csv')).code).toBe('unauthenticated')
    await csvOf(clinic, '?search=featherstone')
    const { rows } = await testApp.owner.query<{ details: unknown; row: string }>(
      `select details, row_to_json(r)::text as row from audit_rows r
       where clinic_id = $1 and action = 'consent.list_exported'`,
      [clinic.id],
    )
    expect(rows.map(({ details }) => details)).toEqual([{ rows: 1 }])
    expect(rows[0]!.row.toLowerCase()).not.toContain('featherstone')
  })

  it(`is refused beyond ${consents_exported_max} lines, and given up to them`, async () => {
    const clinic = await testApp.addClinic('Large Ledger')
    const { id } = await clinic.addDraft()
    await addCopies(id, consents_exported_max - 1)
    expect(linesOf((await csvOf(clinic)).raw)).toHaveLength(consents_exported_max + 1)
    await addCopies(id, 1)
    const refused = await csvOf(clinic)
    expect([refused.status, refused.reason]).toEqual([400, 'too-many'])
  })
})
