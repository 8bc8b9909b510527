import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { consents } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

async function draftOf(libraryId: string, reading: object) {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select id from templates where library_id = $1',
    [libraryId],
  )
  return testApp.clinicA.addDraft({ templateId: rows[0]!.id, ...reading })
}

it('a draft says whether its treatment can be read in Easy Read, whichever form is chosen', async () => {
  const has = await draftOf('composite-filling', {})
  expect(has.inEasyRead).toEqual(['Composite Filling'])
  expect(has.content.sections.some(({ easyRead }) => easyRead)).toBe(false)
  expect((await draftOf('porcelain-crown', { format: 'easy-read' })).inEasyRead).toEqual([])
})

it('is frozen with the text, filled in for this patient, beside all of the full form', async () => {
  const draft = await draftOf('composite-filling', { format: 'easy-read' })
  const dentist = testApp.clinicA.as('dentist')
  await dentist.callOk(consents.send, {
    ...{ consentId: draft.id, by: 'link', wordingConfirmed: true, unaskedAcknowledged: true },
  })
  const { content, contentHash, inEasyRead } = await dentist.callOk(consents.get, { consentId: draft.id })
  expect(contentHash).toMatch(/^[0-9a-f]{64}$/)
  expect(inEasyRead).toEqual([])
  const given = content.sections.filter(({ easyRead }) => easyRead)
  expect(given.map(({ title }) => title)).toContain('Risks and Complications')
  const html = JSON.stringify(given.map(({ easyRead }) => easyRead))
  expect(html).toContain('The nerve in your tooth could die.')
  expect(html).toContain(content.diagnosis)
  expect(html).not.toMatch(/\{\{|\[\w+\]/)
  expect(given.every(({ content: full, easyRead }) => full !== '' && easyRead!.status === 'draft')).toBe(true)
})
