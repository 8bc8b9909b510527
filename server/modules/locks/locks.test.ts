import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { birth_date_attempts_max } from '../../../contract/limits.ts'
import { birthDate, wrongBirthDate } from '../../testing/test-clinic.ts'
import { nextIpAddress } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { locks } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const reason = 'They rang, and it is them'

const signIn = (login: string, from: string) =>
  testApp.anonymous().call(contract.identity.signIn, { login, password: 'wrong password' }, { from })

/** Guesses at an account until nobody may guess on from there. */
async function lockOut(login: string, from: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++)
    if ((await signIn(login, from)).reason === 'too-many-requests') return
  throw new Error('It was never locked')
}
const lastAudit = async (action: string) =>
  (
    await testApp.owner.query('select * from audit_rows where action = $1 order by sequence desc limit 1', [
      action,
    ])
  ).rows[0]

describe('a limit that is used up', () => {
  it('is listed without a name, found by whoever it counts, and released so that they may try again', async () => {
    const login = `${randomUUID()}@example.org`
    const from = nextIpAddress()
    await lockOut(login, from)
    const all = await admin().callOk(locks.list, {})
    expect(all.rows.some(({ what }) => what === 'sign-in.account-from')).toBe(true)
    expect(JSON.stringify(all)).not.toContain(login)

    const found = await admin().callOk(locks.find, { typed: login.toUpperCase() })
    expect(found.map(({ what }) => what)).toEqual(['sign-in.account-from'])
    expect(await admin().callOk(locks.find, { typed: from })).toEqual(found)
    expect(await admin().callOk(locks.find, { typed: 'nobody@example.org' })).toEqual([])

    const { key } = found[0]!
    expect(await admin().callOk(locks.release, { key, reason })).toEqual({ released: true })
    expect(await lastAudit('lock.released')).toMatchObject({
      subject: key,
      details: { what: 'sign-in.account-from', reason },
    })
    expect((await signIn(login, from)).reason).toBe('invalid-credential')
    const again = await admin().call(locks.release, { key, reason })
    expect([again.status, again.reason]).toEqual([409, 'gone'])
  })

  it('is found by a username, which counts towards the same account', async () => {
    const { userId } = await testApp.clinicA.addColleague()
    const email = `${randomUUID()}@example.org`
    const username = `u${randomUUID().slice(0, 8)}`
    await testApp.owner.query('update auth."user" set email = $2, username = $3 where id = $1', [
      userId,
      email,
      username,
    ])
    await lockOut(username, nextIpAddress())
    for (const typed of [username, email])
      expect((await admin().callOk(locks.find, { typed })).map(({ what }) => what)).toEqual([
        'sign-in.account-from',
      ])
  })

  it('is not listed while nobody is turned away', async () => {
    const login = `${randomUUID()}@example.org`
    await signIn(login, nextIpAddress())
    expect(await admin().callOk(locks.find, { typed: login })).toEqual([])
  })
})

describe('a link that wrong birth dates have locked', () => {
  it('is listed by clinic without its patient; a new one is sent in its place, and it stays locked', async () => {
    const consent = await testApp.clinicA.addSent()
    const { token: accessToken, linkId } = await testApp.clinicA.addLink(consent)
    const prove = (token: string, dateOfBirth: string) =>
      testApp.anonymous().call(contract.signing.verify, { accessToken: token, dateOfBirth })
    for (let tries = 0; tries < birth_date_attempts_max; tries++) await prove(accessToken, wrongBirthDate)
    expect((await prove(accessToken, birthDate)).reason).toBe('link-locked')

    const { rows } = await admin().callOk(locks.links, {})
    expect(rows).toEqual([
      expect.objectContaining({ linkId, clinicId: testApp.clinicA.id, clinicName: 'Harbour Street' }),
    ])
    expect(JSON.stringify(rows)).not.toContain(consent.consentId)

    const foreign = await admin().call(locks.replaceLink, { linkId, clinicId: testApp.clinicB.id, reason })
    expect([foreign.status, foreign.reason]).toEqual([409, 'gone'])
    const before = (await testApp.mail()).length
    await admin().callOk(locks.replaceLink, { linkId, clinicId: testApp.clinicA.id, reason })
    expect(await lastAudit('lock.link_replaced')).toMatchObject({
      subject: linkId,
      details: { clinicId: testApp.clinicA.id, reason },
    })
    // Pressed twice before the job ran, it is one message.
    await admin().callOk(locks.replaceLink, { linkId, clinicId: testApp.clinicA.id, reason })
    await testApp.runJobs()
    const mails = await testApp.mail()
    expect(mails).toHaveLength(before + 1)
    expect((await prove(mails.at(-1)!.token!, birthDate)).status).toBe(200)
    expect((await prove(accessToken, birthDate)).status).not.toBe(200)
    expect((await admin().callOk(locks.links, {})).total).toBe(0)
  })
})
