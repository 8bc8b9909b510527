import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import libraryFile from '../../../build/content/templates.json' with { type: 'json' }
import type { LibraryTemplate } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import { oneTreatment } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedTemplates } from './index.ts'

const { templates } = contract
const library = libraryFile as unknown as LibraryTemplate[]

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const receptionist = () => testApp.clinicA.as('receptionist')
const seed = (entries: LibraryTemplate[]) => seedTemplates(testApp.owner, entries, testApp.clock.now())

type Seeded = { id: string; name: string; label: string; versions: number }
async function seededAs(libraryId: string): Promise<Seeded> {
  const { rows } = await testApp.owner.query<Seeded>(
    `select t.id, t.name, v.label, (select count(*)::int from template_versions n where n.template_id = t.id) as versions
     from templates t join template_versions v on v.id = t.current_version_id where t.library_id = $1`,
    [libraryId],
  )
  return rows[0]!
}

test('a clinic lists its own templates and those offered to all, by treatment type and name', async () => {
  const page = (number: number) => receptionist().callOk(templates.list, { page: number, pageSize: 100 })
  const pages = [await page(1), await page(2), await page(3)]
  const rows = pages.flatMap((answer) => answer.rows)
  expect(pages[0]!.total).toBe(library.length + 1)
  expect(
    rows
      .filter(({ isGlobal }) => isGlobal)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(library.map(({ name }) => name).sort())
  const own = rows.filter(({ isGlobal }) => !isGlobal)
  expect(own).toMatchObject([
    {
      id: testApp.clinicA.templateId,
      isPersonal: false,
      clinicId: testApp.clinicA.id,
      clinicName: 'Harbour Street',
    },
  ])
  const order = rows.map(({ treatmentType, name }) => `${treatmentType} ${name}`)
  expect(order).toEqual(order.toSorted())
})

test('a search looks for each word in name, treatment and description', async () => {
  const find = async (search: string) =>
    (await receptionist().callOk(templates.list, { search, pageSize: 100 })).rows
  const found = await find('ROOT canal')
  const texts = found.map(({ name, treatmentType, description }) => `${name} ${treatmentType} ${description}`)
  for (const text of texts) expect(text.toLowerCase()).toMatch(/root.*canal|canal.*root/s)
  const names = found.map(({ name }) => name)
  expect(names).toContain('Molar Root Canal')
  expect(names).not.toContain('Composite Filling')
  expect(await find('root nowhere')).toEqual([])
  expect(await find('%')).toEqual([])
})

test('one template answers its current wording, with the placeholders it uses', async () => {
  const entry = library.find(({ id }) => id === 'composite-filling')!
  const { id: templateId } = await seededAs(entry.id)
  const template = await receptionist().callOk(templates.get, { templateId })
  expect(template).toMatchObject({
    name: entry.name,
    version: entry.version,
    usageCount: 0,
    lastUsedAt: null,
  })
  expect(template.sections.map(({ title }) => title)).toEqual(entry.sections.map(({ title }) => title))
  expect(template.sections[0]!.content).toContain('<strong>')
  expect(template.risks).toEqual(entry.risks)
  expect(template.placeholders).toEqual(entry.placeholders)
})

test("another clinic's template is as if there were none, in the list, by id and in a consent", async () => {
  const foreign = testApp.clinicB.as('owner')
  const { rows } = await foreign.callOk(templates.list, { pageSize: 100 })
  expect(rows.map(({ id }) => id)).not.toContain(testApp.clinicA.templateId)
  for (const templateId of [testApp.clinicA.templateId, randomUUID()]) {
    expect((await foreign.call(templates.get, { templateId })).reason).toBe('not-found')
    const draft = {
      patientId: await testApp.clinicB.addPatient(),
      clinicianId: testApp.clinicB.staff.dentist.staffId!,
      templateId,
    }
    expect((await foreign.call(contract.consents.create, oneTreatment(draft))).reason).toBe(
      'template-not-found',
    )
  }
})

test('a template that is not offered, or not active, cannot be used', async () => {
  const { id: templateId } = await seededAs('porcelain-crown')
  const set = (column: string, value: unknown) =>
    testApp.owner.query(`update templates set ${column} = $1 where id = $2`, [value, templateId])
  const isListed = async () =>
    (await receptionist().callOk(templates.list, { search: 'porcelain crown' })).rows.some(
      ({ id }) => id === templateId,
    )
  expect(await isListed()).toBe(true)
  await set('offered_to_all', false)
  expect(await isListed()).toBe(false)
  expect((await receptionist().call(templates.get, { templateId })).reason).toBe('not-found')
  await set('offered_to_all', true)
  await set('status', 'inactive')
  expect(await isListed()).toBe(false)
  await set('status', 'active')
})

test('each consent made out counts one use, for this clinic alone', async () => {
  const { id: templateId } = await seededAs('molar-root-canal')
  await testApp.clinicA.addDraft({ templateId })
  await testApp.clinicA.addDraft({ templateId })
  const used = await receptionist().callOk(templates.get, { templateId })
  expect(used.usageCount).toBe(2)
  expect(used.lastUsedAt).not.toBeNull()
  expect((await testApp.clinicB.as('receptionist').callOk(templates.get, { templateId })).usageCount).toBe(0)
})

test('seeding again changes nothing, also from two instances at once', async () => {
  await Promise.all([seed(library), seedElsewhere()])
  for (const entry of library) {
    expect(await seededAs(entry.id)).toMatchObject({ name: entry.name, label: entry.version, versions: 1 })
  }
})

async function seedElsewhere(): Promise<void> {
  const client = new pg.Client(testApp.logins.owner)
  await client.connect()
  try {
    await seedTemplates(client, library, testApp.clock.now())
  } finally {
    await client.end()
  }
}

test('a new wording of the library becomes current, and what was made from the old one keeps it', async () => {
  const entry = library.find(({ id }) => id === 'simple-extraction')!
  const { id: templateId } = await seededAs(entry.id)
  const draft = await testApp.clinicA.addDraft({ templateId })
  const [first, ...rest] = entry.sections
  const unsafe = { ...first!, html: '<p onclick="x()">New wording</p><script>alert(1)</script>' }
  await seed([
    {
      ...entry,
      hash: 'a'.repeat(64),
      name: 'Simple Extraction (new)',
      version: '1.1',
      sections: [unsafe, ...rest],
    },
  ])
  const template = await receptionist().callOk(templates.get, { templateId })
  expect(template).toMatchObject({ name: 'Simple Extraction (new)', version: '1.1' })
  expect(template.sections[0]!.content).toBe('<p>New wording</p>')
  const kept = await testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId: draft.id })
  expect(kept.content.templateVersion).toBe(entry.version)
  expect(kept.content.sections[0]!.content).not.toContain('New wording')
})

test('an edited template keeps its wording: the new one of the library is only added', async () => {
  const entry = library.find(({ id }) => id === 'single-tooth-implant')!
  const { id } = await seededAs(entry.id)
  const versionId = randomUUID()
  await testApp.owner.query(
    `insert into template_versions (id, template_id, number, label, heading, wording, hash, created_by, reason)
     select $1, template_id, 2, 'edited', heading, wording, 'edited', 'somebody', 'Edited' from template_versions where template_id = $2`,
    [versionId, id],
  )
  await testApp.owner.query('update templates set current_version_id = $1 where id = $2', [versionId, id])
  await seed([{ ...entry, hash: 'b'.repeat(64), name: 'Renamed', version: '9.9' }])
  expect(await seededAs(entry.id)).toEqual({ id, name: entry.name, label: 'edited', versions: 3 })
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
