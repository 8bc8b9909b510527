import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import libraryFile from '../../../build/content/templates.json' with { type: 'json' }
import shipped from '../../../build/content/translations.json' with { type: 'json' }
import type { LibraryTemplate, LibraryTranslation } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import { languageTags } from '../../../contract/languages.ts'
import { whileRowsLocked } from '../../testing/row-locks.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedTranslations } from './index.ts'

const library = libraryFile as unknown as LibraryTemplate[]
const { adminTemplates, adminTranslations, translations } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const asShipped = (entries: readonly LibraryTranslation[]) => ({
  ...{ library, marks: entries, read: async () => entries },
})
const seed = (entries: readonly LibraryTranslation[]) =>
  seedTranslations(testApp.owner, asShipped(entries), testApp.clock.now())
const counted = async () => {
  const { rows } = await testApp.owner.query<{ count: number }>(
    'select count(*)::int as count from template_translations',
  )
  return rows[0]!.count
}
const idOf = async (libraryId: string) => {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select id from templates where library_id = $1',
    [libraryId],
  )
  return rows[0]!.id
}
const molar = shipped.filter(({ template, language }) => template === 'molar-root-canal' && language === 'pl')
const read = async () => {
  const templateId = await idOf('molar-root-canal')
  const all = await testApp.clinicA.as('manager').callOk(translations.list, { templateId })
  return all.find(({ language, format }) => language === 'pl' && format === 'standard')
}

test('the twelve treatments asked for most often are there in nine languages', () => {
  const ofLanguage = Object.groupBy(shipped, ({ language }) => language)
  expect(Object.keys(ofLanguage).toSorted()).toEqual(languageTags.toSorted())
  for (const translations of Object.values(ofLanguage))
    expect(translations!.length).toBeGreaterThanOrEqual(12)
})

test('what is shipped is there once, marked as drafted by machine, and up to date', async () => {
  await seed(shipped)
  const noneRead = async () => expect.unreachable('a text was read')
  await seedTranslations(testApp.owner, { ...asShipped(shipped), read: noneRead }, testApp.clock.now())
  expect(await counted()).toBe(shipped.length)
  expect(await read()).toMatchObject({ status: 'machine', isStale: false, missing: [] })
})

test('a new text follows, and one of an older English is stale', async () => {
  const reworded = molar.map((one) => ({
    ...one,
    hash: 'reworded',
    sections: one.sections.map((section) => ({ ...section, title: `${section.title}!` })),
  }))
  await seed(reworded)
  expect((await read())!.sections[0]!.title).toMatch(/!$/)
  expect((await read())!.isStale).toBe(false)
  await seed(reworded.map((one) => ({ ...one, hash: 'older', staleSections: [2] })))
  const older = (await read())!
  expect(older).toMatchObject({ isStale: true, status: 'machine' })
  expect(older.sections.filter(({ isStale }) => isStale).map(({ sectionId }) => sectionId)).toEqual([2])
})

test('what a person saves at the same moment stays too', async () => {
  const templateId = await idOf('molar-root-canal')
  await testApp.owner.query(`delete from template_translations where template_id = $1 and language = 'ro'`, [
    templateId,
  ])
  const section = {
    ...{ sectionId: 1, title: 'Descriere', content: '<p>Text.</p>', englishHash: '' },
    ...{ status: 'machine', checkedBy: null, checkedByName: null, checkedAt: null },
  }
  const saved = {
    text: `with locked as materialized (select id from templates where id = $1 for update)
      insert into template_translations (template_id, language, format, number, sections, created_by, created_at)
      select id, 'ro', 'standard', 1, $2::jsonb, 'somebody', now() from locked`,
    values: [templateId, JSON.stringify([section])],
  }
  const romanian = molar.map((one) => ({ ...one, language: 'ro' }))
  const other = new pg.Client(testApp.logins.owner)
  await other.connect()
  const now = testApp.clock.now()
  await whileRowsLocked(testApp, saved, () => [seedTranslations(other, asShipped(romanian), now)])
  await other.end()
  const { rows } = await testApp.owner.query<{ title: string }>(
    `select sections->0->>'title' as title from template_translations where template_id = $1 and language = 'ro'`,
    [templateId],
  )
  expect(rows).toEqual([{ title: 'Descriere' }])
})

test('what a person saved, or took away, stays as it is', async () => {
  const admin = testApp.as(testApp.superAdmin)
  const templateId = await idOf('molar-root-canal')
  const { sections } = await admin.callOk(adminTemplates.get, { templateId })
  const key = { templateId, language: 'pl', format: 'standard' } as const
  await admin.callOk(adminTranslations.save, {
    ...key,
    translationId: (await read())!.id,
    sections: [
      {
        sectionId: sections[0]!.id,
        title: 'Opis',
        content: '<p>Leczenie.</p>',
        status: 'checked',
        isCompared: true,
      },
    ],
  })
  await seed(molar)
  expect((await read())!.sections).toMatchObject([{ title: 'Opis', status: 'checked' }])
  await admin.callOk(adminTranslations.remove, key)
  await seed(molar)
  expect(await read()).toBeUndefined()
})
