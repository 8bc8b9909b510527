import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { consents, templates } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const newTemplate = async () =>
  (
    await testApp.clinicA
      .as('manager')
      .callOk(templates.duplicate, { templateId: testApp.clinicA.templateId })
  ).id

test('those of a template that nobody has answered are listed, the newest change on top, page by page', async () => {
  const templateId = await newTemplate()
  const [draft, sent, viewed] = [
    await testApp.clinicA.addDraft({ templateId }),
    await testApp.clinicA.addSent({ templateId }),
    await testApp.clinicA.addViewed({ templateId }),
  ]
  await testApp.clinicA.addDraft()
  const { rows, total } = await dentist().callOk(consents.ofTemplate, { templateId })
  expect(total).toBe(3)
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [viewed.consentId, 'viewed'],
    [sent.consentId, 'sent'],
    [draft.id, 'draft'],
  ])
  const [first] = rows
  expect(first).toMatchObject({
    patient: { name: 'Mrs Eleanor Whitcombe' },
    clinician: { id: testApp.clinicA.staff.dentist.staffId },
    templateVersion: '1.0',
    isCurrent: true,
  })
  const second = await dentist().callOk(consents.ofTemplate, { templateId, page: 2, pageSize: 2 })
  expect([second.total, second.rows.map(({ id }) => id)]).toEqual([3, [draft.id]])
})

test('those that are signed, declined or voided are not, nor those of another template or clinic', async () => {
  const templateId = await newTemplate()
  await testApp.clinicA.addSigned({ templateId })
  await testApp.clinicA.addFinalised({ templateId })
  const { id: consentId } = await testApp.clinicA.addDraft({ templateId })
  await testApp.clinicA.as('owner').callOk(consents.void, { consentId, reason: 'Made by mistake' })
  const empty = { rows: [], total: 0 }
  expect(await dentist().callOk(consents.ofTemplate, { templateId })).toMatchObject(empty)
  await testApp.clinicA.addDraft({ templateId })
  const foreign = await testApp.clinicB.as('dentist').call(consents.ofTemplate, { templateId })
  expect([foreign.status, foreign.reason]).toEqual([404, 'not-found'])
})

test('each says which version its patient reads, also once the template is changed or deleted', async () => {
  const templateId = await newTemplate()
  const { consentId: id } = await testApp.clinicA.addSent({ templateId })
  const manager = testApp.clinicA.as('manager')
  const { versionId, treatmentType, sections } = await manager.callOk(templates.get, { templateId })
  await manager.callOk(templates.update, { templateId, versionId, name: 'Anew', treatmentType, sections })
  const { rows } = await dentist().callOk(consents.ofTemplate, { templateId })
  expect(rows).toMatchObject([{ id, templateVersion: '1.0', isCurrent: false }])
  await manager.callOk(templates.remove, { templateId })
  expect((await dentist().callOk(consents.ofTemplate, { templateId })).total).toBe(1)
})
