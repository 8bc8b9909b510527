import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const addMessage = (consentId: string, status: string, minute: number) =>
  testApp.owner.query(
    `insert into messages (clinic_id, kind, about_id, recipient, status, created_at)
     values ($1, 'consent-link', $2, 'eleanor@example.org', $3, now() + $4 * interval '1 minute')`,
    [testApp.clinicA.id, consentId, status, minute],
  )

it('counts and lists what did not arrive, until a newer message did', async () => {
  const dentist = testApp.clinicA.as('dentist')
  const { consentId } = await testApp.clinicA.addSent()
  const shown = async () => {
    const { rows } = await dentist.callOk(contract.consents.list, { view: 'undelivered' })
    const { undelivered } = await dentist.callOk(contract.consents.counts, {})
    expect(undelivered).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  await addMessage(consentId, 'sent', 1)
  expect(await shown()).toEqual([])
  await addMessage(consentId, 'failed', 2)
  expect(await shown()).toEqual([consentId])
  await addMessage(consentId, 'unconfirmed', 3)
  expect(await shown()).toEqual([consentId])
  await addMessage(consentId, 'sent', 4)
  expect(await shown()).toEqual([])
  await addMessage(consentId, 'bounced', 5)
  expect(await shown()).toEqual([consentId])
})

it('counts the drafts of whoever asks', async () => {
  await testApp.clinicA.addDraft()
  expect((await testApp.clinicA.as('dentist').callOk(contract.consents.counts, {})).ownDrafts).toBe(1)
  expect((await testApp.clinicA.as('lead').callOk(contract.consents.counts, {})).ownDrafts).toBe(0)
})
