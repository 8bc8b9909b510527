import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { announcements } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const admin = () => world.as(world.superAdmin)
const inTime = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
const written = (change: object = {}) => ({
  ...{ text: `Something new ${randomUUID()}`, kind: 'information' as const, audience: 'clinics' as const },
  ...{ clinicId: null, from: inTime(-minute_ms), until: inTime(day_ms) },
  ...change,
})
const announce = (change: object = {}) => admin().ask(announcements.create, written(change))
const idsFor = async (side: 'a' | 'b') =>
  (await world[side].as('receptionist').ask(announcements.current, {})).rows.map(({ id }) => id)
const idsForAll = async () => (await world.nobody().ask(announcements.status, {})).rows.map(({ id }) => id)

describe('an announcement', () => {
  it('to every clinic is read by their people and on the status page, until it is taken down', async () => {
    const { id } = await announce()
    for (const ids of [await idsFor('a'), await idsFor('b'), await idsForAll()]) expect(ids).toContain(id)
    await admin().ask(announcements.end, { announcementId: id })
    for (const ids of [await idsFor('a'), await idsForAll()]) expect(ids).not.toContain(id)
    const again = await admin().call(announcements.end, { announcementId: id })
    expect([again.status, again.reason]).toEqual([404, 'not-found'])
  })

  it('to one clinic is read there and nowhere else', async () => {
    const { id, clinicName } = await announce({ audience: 'one-clinic', clinicId: world.a.id })
    expect(clinicName).toBe('Harbour Street')
    expect(await idsFor('a')).toContain(id)
    for (const ids of [await idsFor('b'), await idsForAll()]) expect(ids).not.toContain(id)
  })

  it('to super administrators is read by them alone', async () => {
    const { id } = await announce({ audience: 'admins' })
    expect((await admin().ask(announcements.forAdmin, {})).map((row) => row.id)).toContain(id)
    for (const ids of [await idsFor('a'), await idsForAll()]) expect(ids).not.toContain(id)
  })

  it('is written down with all its fields', async () => {
    const { id, text } = await announce({ kind: 'urgent' })
    const { rows } = await world.owner.query('select * from audit_rows where subject = $1', [id])
    expect(rows[0]).toMatchObject({
      action: 'announcement.created',
      details: { text, kind: 'urgent', audience: 'clinics', clinicId: null },
    })
  })

  it.each([
    ['one that ends before it begins', () => ({ until: inTime(-2 * minute_ms) }), 'ends-before-start'],
    ['one for a clinic that is not named', () => ({ audience: 'one-clinic' }), 'clinic-missing'],
    [
      'one for a clinic that nobody has',
      () => ({ audience: 'one-clinic', clinicId: randomUUID() }),
      'clinic-missing',
    ],
  ])('refuses %s', async (_what, change, reason) => {
    const answer = await admin().call(announcements.create, written(change()))
    expect([answer.status, answer.reason]).toEqual([400, reason])
  })
})

it('who is told of maintenance: practices, and everybody on the status page', async () => {
  const until = inTime(day_ms)
  await admin().ask(contract.maintenance.change, { isOn: true, reason: 'The database is moved', until })
  const told = await world.nobody().ask(announcements.status, {})
  expect(told.maintenance).toEqual({ until })
  const { maintenance } = await world.a.as('receptionist').ask(announcements.current, {})
  expect(maintenance).toEqual({ until })
  expect(JSON.stringify(told)).not.toContain('database is moved')
})

// Last, for the sessions of before are over then.
it('an announcement is shown from its beginning to its end', async () => {
  const { id } = await announce({ from: inTime(day_ms), until: inTime(2 * day_ms) })
  expect(await idsFor('b')).not.toContain(id)
  world.clock.advance(day_ms + minute_ms)
  expect(await idsForAll()).toContain(id)
  world.clock.advance(day_ms)
  expect(await idsForAll()).not.toContain(id)
})
