import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import libraryFile from '../../../build/content/templates.json' with { type: 'json' }
import type { AdoptionState, CatalogueRow } from '../../../contract/adoptions.ts'
import { contract } from '../../../contract/index.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { adoptions, adminTemplates, templates } = contract
const library = libraryFile as unknown as { id: string; name: string; treatmentType: string }[]

let testApp: TestApp
/** A practice that has adopted nothing yet. */
let unadoptedClinic: TestClinic
/** Whole types of the library are adopted in it, one after the other. */
let adoptingClinic: TestClinic

beforeAll(async () => {
  testApp = await openTestApp()
  unadoptedClinic = await testApp.addClinic('Fresh Start')
  adoptingClinic = await testApp.addClinic('Thorough Lane')
  for (const { id } of [unadoptedClinic, adoptingClinic])
    await testApp.owner.query('delete from template_adoptions where clinic_id = $1', [id])
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const lead = (clinic: TestClinic = unadoptedClinic) => clinic.as('lead')
const admin = () => testApp.as(testApp.superAdmin)
const catalogue = (input: object = {}, clinic: TestClinic = unadoptedClinic) =>
  clinic.as('receptionist').callOk(adoptions.catalogue, input)
const adoptionOf = async (templateId: string, clinic: TestClinic = unadoptedClinic) =>
  (await clinic.as('receptionist').callOk(adoptions.get, { templateId })).adoption
const idOf = async (libraryId: string): Promise<string> => {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select id from templates where library_id = $1',
    [libraryId],
  )
  return rows[0]!.id
}
const auditOf = async (clinic: TestClinic, action: string) => {
  const { rows } = await testApp.owner.query<{ subject: string | null; details: Record<string, unknown> }>(
    'select subject, details from audit_rows where clinic_id = $1 and action = $2 order by sequence',
    [clinic.id, action],
  )
  return rows
}

/** A super administrator saves a template of the platform anew. */
async function revise(templateId: string, change: 'cosmetic' | 'material') {
  const { id: _id, sections, metadata, ...read } = await admin().callOk(adminTemplates.get, { templateId })
  const [first, ...others] = sections
  const changed = { ...first!, content: `${first!.content}<p>Saved ${randomUUID()}.</p>` }
  const { name, treatmentType, treatmentSubtype, description, risks, questions, cautions, versionId } = read
  return admin().callOk(adminTemplates.update, {
    ...{ templateId, versionId, name, treatmentType, treatmentSubtype, description },
    ...{ risks, questions, cautions, change, sections: [changed, ...others] },
    metadata: { ...metadata, isGlobal: true },
  })
}

describe('the catalogue', () => {
  it('lists everything in use, with length, reading age and review date, to every member', async () => {
    const { rows, total, counts } = await catalogue({ pageSize: 100 })
    expect(total).toBe(library.length + 1)
    expect(counts).toEqual({ adopted: 0, outdated: 0, none: library.length, own: 1 })
    for (const row of rows.filter(({ adoption }) => adoption.state !== 'own')) {
      expect(row.words, row.name).toBeGreaterThan(200)
      expect(row.readingAge, row.name).toBeGreaterThan(7)
      expect(row.readingAge, row.name).toBeLessThan(15)
      expect(row.reviewDue).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(row.adoption).toEqual({ state: 'none', byName: null, gdcNumber: null, at: null, version: null })
    }
  })

  it('says nothing of the length of what was saved before it was measured', async () => {
    const { rows } = await catalogue({ state: 'own' })
    expect(rows).toMatchObject([
      { templateId: unadoptedClinic.templateId, words: null, readingAge: null, adoption: { state: 'own' } },
    ])
    const saved = await lead().callOk(templates.duplicate, { templateId: await idOf('porcelain-crown') })
    const listed = (await catalogue({ search: 'porcelain (copy)' })).rows
    expect(listed).toHaveLength(1)
    expect(listed[0]!.words).toBeGreaterThan(200)
    await lead().callOk(templates.remove, { templateId: saved.id })
    expect((await catalogue({ search: 'porcelain (copy)' })).total).toBe(0)
  })

  it('counts each treatment type, whatever is searched', async () => {
    const { types } = await catalogue({ search: 'nothing is called this' })
    expect(types.map(({ treatmentType }) => treatmentType)).toEqual(
      [...new Set(library.map(({ treatmentType }) => treatmentType))].sort(),
    )
    for (const { treatmentType, total, adopted, toAdopt } of types) {
      const shipped = library.filter((entry) => entry.treatmentType === treatmentType).length
      // The practice's own template is a root canal, which nobody has to adopt.
      const own = treatmentType === 'Root Canal Therapy' ? 1 : 0
      expect({ total, adopted, toAdopt }, treatmentType).toEqual({
        total: shipped + own,
        adopted: 0,
        toAdopt: shipped,
      })
    }
  })

  it('finds by words, type and state, and pages', async () => {
    const named = await catalogue({ search: 'CROWN porcelain' })
    expect(named.rows.map(({ name }) => name)).toContain('Porcelain Crown')
    expect(named.rows.length).toBeLessThan(20)
    const crowns = await catalogue({ treatmentType: 'Dental Crown', pageSize: 100 })
    expect(crowns.total).toBe(library.filter(({ treatmentType }) => treatmentType === 'Dental Crown').length)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => catalogue({ treatmentType: 'Dental Crown', pageSize: 5, page })),
    )
    expect(pages.flatMap(({ rows }) => rows)).toEqual(crowns.rows)
    expect((await catalogue({ treatmentType: 'Dental Crown', state: 'adopted' })).total).toBe(0)
    expect((await catalogue({ search: '%' })).total).toBe(0)
  })

  it('is sorted by each of its columns, either way, what was not measured last', async () => {
    const states = ['none', 'outdated', 'adopted', 'own']
    const facts = {
      type: ({ treatmentType }: CatalogueRow) => treatmentType,
      name: ({ name }: CatalogueRow) => name,
      words: ({ words }: CatalogueRow) => words,
      age: ({ readingAge }: CatalogueRow) => readingAge,
      review: ({ reviewDue }: CatalogueRow) => reviewDue,
      adoption: ({ adoption }: CatalogueRow) => states.indexOf(adoption.state),
    }
    const usual = await catalogue({ pageSize: 100 })
    expect((await catalogue({ sort: 'type', pageSize: 100 })).rows).toEqual(usual.rows)
    const compare = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other))
    for (const [key, factOf] of Object.entries(facts) as [keyof typeof facts, (typeof facts)['words']][])
      for (const [sort, way] of [
        [key, 1],
        [`-${key}`, -1],
      ] as const) {
        const pages = await Promise.all([1, 2, 3].map((page) => catalogue({ sort, pageSize: 100, page })))
        const rows = pages.flatMap((page) => page.rows)
        expect(new Set(rows.map(({ templateId }) => templateId)).size, sort).toBe(usual.total)
        const all = rows.map(factOf)
        const known = all.filter((fact) => fact !== null)
        expect(all.slice(0, known.length), sort).toEqual(known)
        // As the database compares text, case and punctuation come second.
        if (typeof known[0] === 'number' || key === 'review')
          expect(known, sort).toEqual(known.toSorted((one, other) => way * compare(one, other)))
      }
    const names = async (sort: 'name' | '-name') =>
      (await catalogue({ sort, search: 'crown', pageSize: 100 })).rows.map(({ templateId }) => templateId)
    expect(await names('-name')).toEqual((await names('name')).toReversed())
  })

  it('leaves out what no consent can be made of', async () => {
    const { id: templateId } = await lead().callOk(templates.duplicate, {
      templateId: await idOf('porcelain-crown'),
    })
    await lead().callOk(templates.setStatus, { templateId, status: 'inactive' })
    const { rows } = await catalogue({ search: 'porcelain' })
    expect(rows.map((row) => row.templateId)).not.toContain(templateId)
    await lead().callOk(templates.remove, { templateId })
  })
})

describe('adopting', () => {
  it('whole types covers the library, with one line in the audit log for each', async () => {
    const { types } = await catalogue({}, adoptingClinic)
    for (const { treatmentType, toAdopt } of types) {
      const { adopted } = await lead(adoptingClinic).callOk(adoptions.adopt, { treatmentType })
      expect(adopted, treatmentType).toBe(toAdopt)
    }
    const after = await catalogue({ pageSize: 100 }, adoptingClinic)
    expect(after.counts).toEqual({ adopted: library.length, outdated: 0, none: 0, own: 1 })
    expect(after.types.reduce((sum, { adopted }) => sum + adopted, 0)).toBe(library.length)
    expect(after.types.every(({ toAdopt }) => toAdopt === 0)).toBe(true)
    const { rows } = await testApp.owner.query<{ count: number }>(
      'select count(*)::int from template_adoptions where clinic_id = $1',
      [adoptingClinic.id],
    )
    expect(rows[0]!.count).toBe(library.length)
    const written = (await auditOf(adoptingClinic, 'template.adopted')).map(({ details }) => details)
    expect(written).toEqual(
      types.map(({ treatmentType, toAdopt }) => ({ treatmentType, count: toAdopt, gdcNumber: '271905' })),
    )
    // The other practice has adopted nothing by it.
    expect((await catalogue()).counts.adopted).toBe(0)
  })

  it('by name keeps who, with which GDC number, when and which version', async () => {
    const templateIds = [await idOf('composite-filling'), await idOf('simple-extraction')]
    const [before, { adopted }, after] = [
      testApp.clock.now(),
      await lead().callOk(adoptions.adopt, { templateIds }),
      testApp.clock.now(),
    ]
    expect(adopted).toBe(2)
    const { version } = await lead().callOk(templates.get, { templateId: templateIds[0]! })
    const { at, ...adoption } = await adoptionOf(templateIds[0]!)
    expect(adoption).toEqual({ state: 'adopted', byName: 'Priya Nair', gdcNumber: '271905', version })
    expect(new Date(at!) >= before && new Date(at!) <= after).toBe(true)
    const [written] = await auditOf(unadoptedClinic, 'template.adopted')
    expect(written!.details).toMatchObject({ count: 2, gdcNumber: '271905' })
    expect(new Set(written!.details.templateIds as string[])).toEqual(new Set(templateIds))
  })

  it('finds nothing to adopt in what is adopted, the practice’s own, another’s or unknown', async () => {
    const adopted = await idOf('composite-filling')
    for (const templateIds of [
      [adopted],
      [unadoptedClinic.templateId],
      [testApp.clinicB.templateId],
      [randomUUID()],
    ])
      expect((await lead().call(adoptions.adopt, { templateIds })).reason).toBe('nothing-to-adopt')
    const unknown = await lead().call(adoptions.adopt, { treatmentType: 'Nothing of the kind' })
    expect(unknown).toMatchObject({ status: 409, reason: 'nothing-to-adopt' })
    // What is left of a mixed choice is adopted.
    const templateIds = [adopted, unadoptedClinic.templateId, await idOf('porcelain-crown')]
    expect(await lead().callOk(adoptions.adopt, { templateIds })).toEqual({ adopted: 1 })
  })

  it('takes names or a type, not both and not neither', async () => {
    const templateIds = [await idOf('molar-root-canal')]
    const many = Array.from({ length: 101 }, () => randomUUID())
    for (const input of [
      {},
      { templateIds, treatmentType: 'Dental Crown' },
      { templateIds: [] },
      { templateIds: many },
    ])
      expect((await lead().call(adoptions.adopt, input)).code).toBe('invalid-argument')
  })

  it('is for clinicians with a GDC number who may manage templates', async () => {
    const templateIds = [await idOf('molar-root-canal')]
    const flagged = await testApp.people.addStaff(unadoptedClinic.id, 'therapist@fresh-start.example.org', {
      role: 'clinic_staff',
      level: 1,
      jobTitle: 'Dental nurse',
      name: ['Ola', 'Brandt'],
      isClinician: true,
      permissions: { canManageTemplates: true },
    })
    for (const caller of [unadoptedClinic.as('manager'), testApp.as(flagged)]) {
      const refused = await caller.call(adoptions.adopt, { templateIds })
      expect(refused).toMatchObject({ status: 403, reason: 'not-registered' })
      expect(refused.error).toMatchObject({
        message: 'Only a clinician with a GDC number can adopt wording.',
      })
    }
    for (const caller of [unadoptedClinic.as('dentist'), admin(), testApp.anonymous()])
      expect((await caller.call(adoptions.adopt, { templateIds })).status).toBeGreaterThan(400)
    expect((await adoptionOf(templateIds[0]!)).state).toBe('none')
    const refusals = (await auditOf(unadoptedClinic, 'template.adoption_refused')).map(
      ({ details }) => details.reason,
    )
    expect(refusals.filter((reason) => reason === 'not-registered')).toHaveLength(2)
  })

  it('tells beforehand as whom the caller would', async () => {
    const templateId = await idOf('molar-root-canal')
    const asked = async (who: Parameters<TestClinic['as']>[0]) =>
      (await unadoptedClinic.as(who).callOk(adoptions.get, { templateId })).adopter
    expect(await asked('lead')).toEqual({ name: 'Priya Nair', gdcNumber: '271905' })
    expect((await unadoptedClinic.as('owner').callOk(adoptions.catalogue, {})).adopter).toEqual({
      name: 'Amara Okafor',
      gdcNumber: '204417',
    })
    for (const who of ['manager', 'dentist', 'nurse', 'receptionist'] as const)
      expect(await asked(who), who).toBeNull()
  })
})

describe('an adoption', () => {
  it('stands through cosmetic versions, ends with a material one, and is given anew', async () => {
    const templateId = await idOf('molar-root-canal')
    const seen: AdoptionState[] = []
    const look = async () => void seen.push((await adoptionOf(templateId)).state)
    await look()
    await lead().callOk(adoptions.adopt, { templateIds: [templateId] })
    await look()
    await revise(templateId, 'cosmetic')
    await revise(templateId, 'cosmetic')
    await look()
    await revise(templateId, 'material')
    await look()
    await revise(templateId, 'cosmetic')
    await look()
    expect((await catalogue({ state: 'outdated' })).rows.map((row) => row.templateId)).toEqual([templateId])
    await lead().callOk(adoptions.adopt, { templateIds: [templateId] })
    await look()
    expect(seen).toEqual(['none', 'adopted', 'adopted', 'outdated', 'outdated', 'adopted'])
  })

  it('is withdrawn with a reason, and what was written before stays', async () => {
    const templateId = await idOf('simple-extraction')
    const blank = await lead().call(adoptions.withdraw, { templateId, reason: ' ' })
    expect(blank.code).toBe('invalid-argument')
    const reason = 'We no longer take teeth out here'
    const { adoption } = await unadoptedClinic
      .as('manager')
      .callOk(adoptions.withdraw, { templateId, reason })
    expect(adoption).toEqual({ state: 'none', byName: null, gdcNumber: null, at: null, version: null })
    const again = await lead().call(adoptions.withdraw, { templateId, reason })
    expect(again).toMatchObject({ status: 409, reason: 'not-adopted' })
    const { rows } = await testApp.owner.query(
      `select kind, by_name, gdc_number, reason from template_adoptions
       where clinic_id = $1 and template_id = $2 order by id`,
      [unadoptedClinic.id, templateId],
    )
    expect(rows).toEqual([
      { kind: 'adopted', by_name: 'Priya Nair', gdc_number: '271905', reason: '' },
      { kind: 'withdrawn', by_name: 'Siân Rees', gdc_number: null, reason },
    ])
    expect(await auditOf(unadoptedClinic, 'template.adoption_withdrawn')).toEqual([
      { subject: templateId, details: { reason } },
    ])
    expect((await adoptionOf(templateId, testApp.clinicA)).state).toBe('adopted')
    // Adopted again, it counts again.
    await lead().callOk(adoptions.adopt, { templateIds: [templateId] })
    expect((await adoptionOf(templateId)).state).toBe('adopted')
  })

  it('of the practice’s own template there is none, and of another practice’s nobody knows', async () => {
    expect((await adoptionOf(unadoptedClinic.templateId)).state).toBe('own')
    const reason = 'A reason'
    const own = await lead().call(adoptions.withdraw, { templateId: unadoptedClinic.templateId, reason })
    expect(own.reason).toBe('not-adopted')
    for (const templateId of [testApp.clinicB.templateId, randomUUID()]) {
      expect((await lead().call(adoptions.withdraw, { templateId, reason })).reason).toBe('not-found')
      expect((await lead().call(adoptions.get, { templateId })).reason).toBe('not-found')
    }
  })
})

it('the database shows adoptions to their own clinic alone, and lets nobody change or take one away', async () => {
  const app = new pg.Client(testApp.logins.app)
  await app.connect()
  const raw = rawQuery(app)
  const own = { role: 'candour_clinic', clinicId: adoptingClinic.id } as const
  const other = { role: 'candour_clinic', clinicId: unadoptedClinic.id } as const
  const count = 'select count(*)::int as count from template_adoptions where clinic_id = $1'
  expect(await raw(own, count, [adoptingClinic.id])).toEqual([{ count: library.length }])
  expect(await raw(other, count, [adoptingClinic.id])).toEqual([{ count: 0 }])
  for (const role of ['candour_admin', 'candour_patient', 'candour_link', 'candour_job'] as const)
    await expect(raw({ ...own, role }, count, [adoptingClinic.id]), role).rejects.toThrow('permission denied')
  for (const change of ['update template_adoptions set gdc_number = null', 'delete from template_adoptions'])
    for (const scope of [own, other]) await expect(raw(scope, change)).rejects.toThrow('permission denied')
  const insert = `insert into template_adoptions (clinic_id, template_id, version_id, kind, by_staff_id, by_name, gdc_number, at)
    select $1, id, current_version_id, 'adopted', $2, 'Somebody', '123456', now() from templates limit 1`
  const asOther = raw(other, insert, [adoptingClinic.id, adoptingClinic.staff.owner.staffId])
  await expect(asOther).rejects.toThrow('row-level security')
  // Nobody of another practice, and nobody without a number.
  await expect(raw(own, insert, [adoptingClinic.id, unadoptedClinic.staff.owner.staffId])).rejects.toThrow(
    'foreign key',
  )
  const unnumbered = insert.replace("'123456'", 'null')
  await expect(raw(own, unnumbered, [adoptingClinic.id, adoptingClinic.staff.owner.staffId])).rejects.toThrow(
    'template_adoptions_registered',
  )
  await app.end()
})
