import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { birth_date_attempts_max } from '../../../contract/limits.ts'
import { birthDate, wrongBirthDate } from '../../testing/test-clinic.ts'
import { newAddress } from '../../testing/test-caller.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { locks } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const admin = () => world.as(world.superAdmin)
const reason = 'They rang, and it is them'

const signIn = (login: string, from: string) =>
  world.nobody().call(contract.identity.signIn, { login, password: 'wrong password' }, { from })

/** Guesses at an account until nobody may guess on from there. */
async function lockOut(login: string, from: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++)
    if ((await signIn(login, from)).reason === 'too-many-requests') return
  throw new Error('It was never locked')
}
const lastAudit = async (action: string) =>
  (
    await world.owner.query('select * from audit_rows where action = $1 order by sequence desc limit 1', [
      action,
    ])
  ).rows[0]

describe('a limit that is used up', () => {
  it('is listed without a name, found by whoever it counts, and released so that they may try again', async () => {
    const login = `${randomUUID()}@example.org`
    const from = newAddress()
    await lockOut(login, from)
    const all = await admin().ask(locks.list, {})
    expect(all.rows.some(({ what }) => what === 'sign-in.account-from')).toBe(true)
    expect(JSON.stringify(all)).not.toContain(login)

    const found = await admin().ask(locks.find, { typed: login.toUpperCase() })
    expect(found.map(({ what }) => what)).toEqual(['sign-in.account-from'])
    expect(await admin().ask(locks.find, { typed: from })).toEqual(found)
    expect(await admin().ask(locks.find, { typed: 'nobody@example.org' })).toEqual([])

    const { key } = found[0]!
    expect(await admin().ask(locks.release, { key, reason })).toEqual({ released: true })
    expect(await lastAudit('lock.released')).toMatchObject({
      subject: key,
      details: { what: 'sign-in.account-from', reason },
    })
    expect((await signIn(login, from)).reason).toBe('invalid-credential')
    const again = await admin().call(locks.release, { key, reason })
    expect([again.status, again.reason]).toEqual([409, 'gone'])
  })

  it('is found by a username, which counts towards the same account', async () => {
    const { userId } = await world.a.addColleague()
    const email = `${randomUUID()}@example.org`
    const username = `u${randomUUID().slice(0, 8)}`
    await world.owner.query('update auth."user" set email = $2, username = $3 where id = $1', [
      userId,
      email,
      username,
    ])
    await lockOut(username, newAddress())
    for (const typed of [username, email])
      expect((await admin().ask(locks.find, { typed })).map(({ what }) => what)).toEqual([
        'sign-in.account-from',
      ])
  })

  it('is not listed while nobody is turned away', async () => {
    const login = `${randomUUID()}@example.org`
    await signIn(login, newAddress())
    expect(await admin().ask(locks.find, { typed: login })).toEqual([])
  })
})

describe('a link that wrong birth dates have locked', () => {
  it('is listed by clinic without its patient; a new one is sent in its place, and it stays locked', async () => {
    const consent = await world.a.addSent()
    const { token: accessToken, linkId } = await world.a.addLink(consent)
    const prove = (token: string, dateOfBirth: string) =>
      world.nobody().call(contract.signing.verify, { accessToken: token, dateOfBirth })
    for (let tries = 0; tries < birth_date_attempts_max; tries++) await prove(accessToken, wrongBirthDate)
    expect((await prove(accessToken, birthDate)).reason).toBe('link-locked')

    const { rows } = await admin().ask(locks.links, {})
    expect(rows).toEqual([
      expect.objectContaining({ linkId, clinicId: world.a.id, clinicName: 'Harbour Street' }),
    ])
    expect(JSON.stringify(rows)).not.toContain(consent.consentId)

    const foreign = await admin().call(locks.replaceLink, { linkId, clinicId: world.b.id, reason })
    expect([foreign.status, foreign.reason]).toEqual([409, 'gone'])
    const before = (await world.mail()).length
    await admin().ask(locks.replaceLink, { linkId, clinicId: world.a.id, reason })
    expect(await lastAudit('lock.link_replaced')).toMatchObject({
      subject: linkId,
      details: { clinicId: world.a.id, reason },
    })
    // Pressed twice before the job ran, it is one message.
    await admin().ask(locks.replaceLink, { linkId, clinicId: world.a.id, reason })
    await world.runJobs()
    const mails = await world.mail()
    expect(mails).toHaveLength(before + 1)
    expect((await prove(mails.at(-1)!.token!, birthDate)).status).toBe(200)
    expect((await prove(accessToken, birthDate)).status).not.toBe(200)
    expect((await admin().ask(locks.links, {})).total).toBe(0)
  })
})
