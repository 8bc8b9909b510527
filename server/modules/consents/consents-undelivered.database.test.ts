import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const addMessage = (consentId: string, status: string, minute: number) =>
  world.owner.query(
    `insert into messages (clinic_id, kind, about_id, recipient, status, created_at)
     values ($1, 'consent-link', $2, 'eleanor@example.org', $3, now() + $4 * interval '1 minute')`,
    [world.a.id, consentId, status, minute],
  )

it('counts and lists what did not arrive, until a newer message did', async () => {
  const dentist = world.a.as('dentist')
  const { consentId } = await world.a.addSent()
  const shown = async () => {
    const { rows } = await dentist.ask(contract.consents.list, { view: 'undelivered' })
    const { undelivered } = await dentist.ask(contract.consents.counts, {})
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
  await world.a.addDraft()
  expect((await world.a.as('dentist').ask(contract.consents.counts, {})).ownDrafts).toBe(1)
  expect((await world.a.as('lead').ask(contract.consents.counts, {})).ownDrafts).toBe(0)
})
