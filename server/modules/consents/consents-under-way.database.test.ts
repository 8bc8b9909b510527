import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { consents, templates } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const dentist = () => world.a.as('dentist')
const newTemplate = async () =>
  (await world.a.as('manager').ask(templates.duplicate, { templateId: world.a.templateId })).id

test('those of a template that nobody has answered are listed, the newest change on top, page by page', async () => {
  const templateId = await newTemplate()
  const [draft, sent, viewed] = [
    await world.a.addDraft({ templateId }),
    await world.a.addSent({ templateId }),
    await world.a.addViewed({ templateId }),
  ]
  await world.a.addDraft()
  const { rows, total } = await dentist().ask(consents.ofTemplate, { templateId })
  expect(total).toBe(3)
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [viewed.consentId, 'viewed'],
    [sent.consentId, 'sent'],
    [draft.id, 'draft'],
  ])
  const [first] = rows
  expect(first).toMatchObject({
    patient: { name: 'Mrs Eleanor Whitcombe' },
    clinician: { id: world.a.staff.dentist.staffId },
    templateVersion: '1.0',
    isCurrent: true,
  })
  const second = await dentist().ask(consents.ofTemplate, { templateId, page: 2, pageSize: 2 })
  expect([second.total, second.rows.map(({ id }) => id)]).toEqual([3, [draft.id]])
})

test('those that are signed, declined or voided are not, nor those of another template or clinic', async () => {
  const templateId = await newTemplate()
  await world.a.addSigned({ templateId })
  await world.a.addFinalised({ templateId })
  const { id: consentId } = await world.a.addDraft({ templateId })
  await world.a.as('owner').ask(consents.void, { consentId, reason: 'Made by mistake' })
  const empty = { rows: [], total: 0 }
  expect(await dentist().ask(consents.ofTemplate, { templateId })).toMatchObject(empty)
  await world.a.addDraft({ templateId })
  const foreign = await world.b.as('dentist').call(consents.ofTemplate, { templateId })
  expect([foreign.status, foreign.reason]).toEqual([404, 'not-found'])
})

test('each says which version its patient reads, also once the template is changed or deleted', async () => {
  const templateId = await newTemplate()
  const { consentId: id } = await world.a.addSent({ templateId })
  const manager = world.a.as('manager')
  const { versionId, treatmentType, sections } = await manager.ask(templates.get, { templateId })
  await manager.ask(templates.update, { templateId, versionId, name: 'Anew', treatmentType, sections })
  const { rows } = await dentist().ask(consents.ofTemplate, { templateId })
  expect(rows).toMatchObject([{ id, templateVersion: '1.0', isCurrent: false }])
  await manager.ask(templates.remove, { templateId })
  expect((await dentist().ask(consents.ofTemplate, { templateId })).total).toBe(1)
})
