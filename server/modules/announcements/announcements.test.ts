import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { announcements } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const isoAfter = (ms: number) => new Date(testApp.clock.now().getTime() + ms).toISOString()
const announcementInput = (change: object = {}) => ({
  ...{ text: `Something new ${randomUUID()}`, kind: 'information' as const, audience: 'clinics' as const },
  ...{ clinicId: null, from: isoAfter(-minute_ms), until: isoAfter(day_ms) },
  ...change,
})
const announce = (change: object = {}) => admin().callOk(announcements.create, announcementInput(change))
const idsFor = async (side: 'clinicA' | 'clinicB') =>
  (await testApp[side].as('receptionist').callOk(announcements.current, {})).rows.map(({ id }) => id)
const idsForAll = async () =>
  (await testApp.anonymous().callOk(announcements.status, {})).rows.map(({ id }) => id)

describe('an announcement', () => {
  it('to every clinic is read by their people and on the status page, until it is taken down', async () => {
    const { id } = await announce()
    for (const ids of [await idsFor('clinicA'), await idsFor('clinicB'), await idsForAll()])
      expect(ids).toContain(id)
    await admin().callOk(announcements.end, { announcementId: id })
    for (const ids of [await idsFor('clinicA'), await idsForAll()]) expect(ids).not.toContain(id)
    const again = await admin().call(announcements.end, { announcementId: id })
    expect([again.status, again.reason]).toEqual([404, 'not-found'])
  })

  it('to one clinic is read there and nowhere else', async () => {
    const { id, clinicName } = await announce({ audience: 'one-clinic', clinicId: testApp.clinicA.id })
    expect(clinicName).toBe('Harbour Street')
    expect(await idsFor('clinicA')).toContain(id)
    for (const ids of [await idsFor('clinicB'), await idsForAll()]) expect(ids).not.toContain(id)
  })

  it('to super administrators is read by them alone', async () => {
    const { id } = await announce({ audience: 'admins' })
    expect((await admin().callOk(announcements.forAdmin, {})).map((row) => row.id)).toContain(id)
    for (const ids of [await idsFor('clinicA'), await idsForAll()]) expect(ids).not.toContain(id)
  })

  it('is written down with all its fields', async () => {
    const { id, text } = await announce({ kind: 'urgent' })
    const { rows } = await testApp.owner.query('select * from audit_rows where subject = $1', [id])
    expect(rows[0]).toMatchObject({
      action: 'announcement.created',
      details: { text, kind: 'urgent', audience: 'clinics', clinicId: null },
    })
  })

  it.each([
    ['one that ends before it begins', () => ({ until: isoAfter(-2 * minute_ms) }), 'ends-before-start'],
    ['one for a clinic that is not named', () => ({ audience: 'one-clinic' }), 'clinic-missing'],
    [
      'one for a clinic that nobody has',
      () => ({ audience: 'one-clinic', clinicId: randomUUID() }),
      'clinic-missing',
    ],
  ])('refuses %s', async (_what, change, reason) => {
    const answer = await admin().call(announcements.create, announcementInput(change()))
    expect([answer.status, answer.reason]).toEqual([400, reason])
  })
})

it('who is told of maintenance: practices, and everybody on the status page', async () => {
  const until = isoAfter(day_ms)
  await admin().callOk(contract.maintenance.change, { isOn: true, reason: 'The database is moved', until })
  const told = await testApp.anonymous().callOk(announcements.status, {})
  expect(told.maintenance).toEqual({ until })
  const { maintenance } = await testApp.clinicA.as('receptionist').callOk(announcements.current, {})
  expect(maintenance).toEqual({ until })
  expect(JSON.stringify(told)).not.toContain('database is moved')
})

// Last, for the sessions of before are over then.
it('an announcement is shown from its beginning to its end', async () => {
  const { id } = await announce({ from: isoAfter(day_ms), until: isoAfter(2 * day_ms) })
  expect(await idsFor('clinicB')).not.toContain(id)
  testApp.clock.advance(day_ms + minute_ms)
  expect(await idsForAll()).toContain(id)
  testApp.clock.advance(day_ms)
  expect(await idsForAll()).not.toContain(id)
})
