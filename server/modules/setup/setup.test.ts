import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { setup, identity, account } = contract
const password = 'a stable of correct horses'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  await testApp.owner.query('delete from auth.setup_token')
  token = (await testApp.app.makeSetupToken())!
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withSetupToken = (held = token) => ({ headers: { 'x-setup-token': held } })
const firstAdmin = { name: 'Ines Vogel', email: 'Ines@candour.example.org', password }

describe('the set-up token', () => {
  it('is told once, kept as its hash, and made anew only after it was used', async () => {
    expect(await testApp.app.makeSetupToken()).toBeNull()
    const { rows } = await testApp.owner.query('select * from auth.setup_token')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is asked for: without it, with a wrong one and as staff nothing is shown and nothing done', async () => {
    const callers = [testApp.anonymous(), testApp.clinicA.as('owner'), testApp.as(testApp.stranger)]
    for (const caller of callers) {
      for (const sending of [{}, withSetupToken('wrong')]) {
        expect((await caller.call(setup.status, {}, sending)).status).toBe(401)
        const found = await caller.call(
          setup.findUser,
          { email: testApp.clinicA.staff.dentist.email },
          sending,
        )
        expect([found.status, found.raw.includes('Hughes')]).toEqual([401, false])
        expect((await caller.call(setup.makeSuperAdmin, firstAdmin, sending)).status).toBe(401)
      }
    }
  })

  it('is not needed by a super administrator, whose acts leave it as it is', async () => {
    const admin = testApp.as(testApp.superAdmin)
    expect(await admin.callOk(setup.status, {})).toEqual({ hasSuperAdmin: true, byToken: false })
    await admin.callOk(setup.fixUser, { userId: testApp.stranger.userId, repairs: ['verify-email'] })
    expect((await testApp.anonymous().call(setup.status, {}, withSetupToken())).status).toBe(200)
  })
})

describe('the first super administrator', () => {
  it('is made with the token, once, and must set up a second factor at sign-in', async () => {
    await testApp.owner.query(`update auth."user" set is_active = false where platform_role = 'super_admin'`)
    const made = await testApp.anonymous().call(setup.makeSuperAdmin, firstAdmin, withSetupToken())
    expect([made.status, made.body]).toEqual([200, { email: 'ines@candour.example.org' }])
    expect((await testApp.anonymous().call(setup.status, {}, withSetupToken())).status).toBe(401)
    const step = await testApp.anonymous().callOk(identity.signIn, { login: firstAdmin.email, password })
    expect(step).toEqual({ step: 'enrol', user: null })
    await testApp.owner.query('update auth."user" set is_active = true where id = $1', [
      testApp.superAdmin.userId,
    ])
  })

  it('is one, however many ask with the token at the same moment', async () => {
    await testApp.owner.query(`update auth."user" set is_active = false where platform_role = 'super_admin'`)
    const asked = [1, 2, 3].map((n) =>
      testApp
        .anonymous()
        .call(
          setup.makeSuperAdmin,
          { ...firstAdmin, email: `race${n}@candour.example.org` },
          withSetupToken(),
        ),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401, 401])
    await testApp.owner.query(`delete from auth."user" where email like 'race%'`)
    await testApp.owner.query('update auth."user" set is_active = true where id = $1', [
      testApp.superAdmin.userId,
    ])
  })

  it('who was signed in for long proves a factor again before making another or repairing anybody', async () => {
    const admin = testApp.as(testApp.superAdmin)
    testApp.clock.advance(15 * minute_ms)
    const told = [
      await admin.call(setup.makeSuperAdmin, { ...firstAdmin, email: 'another@example.org' }),
      await admin.call(setup.fixUser, { userId: testApp.stranger.userId, repairs: ['end-sessions'] }),
      await admin.call(setup.reactivateSuperAdmin, { email: testApp.superAdmin.email }),
    ]
    testApp.clock.advance(-15 * minute_ms)
    expect(told.map(({ reason }) => reason)).toEqual(Array(3).fill('requires-recent-login'))
  })

  it('cannot be made by the token while there is one, nor with a weak password', async () => {
    const refused = await testApp
      .anonymous()
      .call(setup.makeSuperAdmin, { ...firstAdmin, email: 'other@example.org' }, withSetupToken())
    expect(refused.reason).toBe('has-super-admin')
    const weak = await testApp
      .as(testApp.superAdmin)
      .call(setup.makeSuperAdmin, { ...firstAdmin, email: 'other@example.org', password: 'password1234' })
    expect(weak.reason).toBe('weak-password')
    const taken = await testApp.as(testApp.superAdmin).call(setup.makeSuperAdmin, firstAdmin)
    expect(taken.reason).toBe('email-already-in-use')
  })
})

describe('repairing an account', () => {
  const find = async (email: string) => testApp.as(testApp.superAdmin).callOk(setup.findUser, { email })
  const repair = (userId: string, ...repairs: ('activate' | 'link-staff' | 'remove-second-factor')[]) =>
    testApp.anonymous().call(setup.fixUser, { userId, repairs }, withSetupToken())

  it('shows what is wrong and mends it; each use takes the token and is written down', async () => {
    const { userId, staffId, email } = testApp.clinicA.staff.nurse
    await testApp.owner.query('update staff set user_id = null where id = $1', [staffId])
    await testApp.owner.query('update auth."user" set is_active = false where id = $1', [userId])
    expect(await find(email.toUpperCase())).toMatchObject({
      userId,
      isActive: false,
      staff: [{ clinicName: 'Harbour Street', isLinked: false }],
    })
    const { body } = await repair(userId, 'activate', 'link-staff')
    expect(body).toMatchObject({ isActive: true, staff: [{ isLinked: true }] })
    expect((await testApp.clinicA.as('nurse').call(contract.patients.list, {})).status).toBe(200)
    expect((await repair(userId, 'activate')).status).toBe(401)
    const { rows } = await testApp.owner.query(
      `select subject, details from audit_rows where action = 'setup.user_repaired' order by sequence desc limit 1`,
    )
    expect(rows[0]).toEqual({ subject: userId, details: { repairs: ['activate', 'link-staff'] } })
  })

  it('takes no record from another account', async () => {
    const { staffId, email } = testApp.clinicA.staff.receptionist
    const other = await testApp.people.addUser('Sam Lee', 'sam.lee@example.org')
    await testApp.owner.query('update staff set email = $1 where id = $2', [other.email, staffId])
    await repair(other.userId, 'link-staff')
    const { rows } = await testApp.owner.query('select user_id from staff where id = $1', [staffId])
    expect(rows[0].user_id).toBe(testApp.clinicA.staff.receptionist.userId)
    await testApp.owner.query('update staff set email = $1 where id = $2', [email, staffId])
  })

  it('removes a lost second factor, and every session with it', async () => {
    const manager = testApp.clinicB.as('manager')
    const { secret } = await manager.callOk(account.startSecondFactor, {})
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await manager.callOk(account.confirmSecondFactor, { code })
    const { userId, email } = testApp.clinicB.staff.manager
    await testApp.owner.query(
      `insert into auth.passkey (id, public_key, user_id, credential_id, counter, device_type, backed_up)
       values ('lost', 'x', $1, 'lost', 0, 'singleDevice', false)`,
      [userId],
    )
    expect((await find(email)).hasSecondFactor).toBe(true)
    expect((await repair(userId, 'remove-second-factor')).body).toMatchObject({ hasSecondFactor: false })
    const { rowCount } = await testApp.owner.query('select from auth.session where user_id = $1', [userId])
    expect(rowCount).toBe(0)
  })

  it('knows no account that is none', async () => {
    const admin = testApp.as(testApp.superAdmin)
    expect((await admin.call(setup.findUser, { email: 'nobody@example.org' })).status).toBe(404)
    const { userId } = testApp.stranger
    const unknown = userId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    expect((await admin.call(setup.fixUser, { userId: unknown, repairs: ['activate'] })).status).toBe(404)
  })
})

describe('a deactivated super administrator', () => {
  it('is let in again by their address, and only one who is a super administrator', async () => {
    await testApp.owner.query('update auth."user" set is_active = false where id = $1', [
      testApp.superAdmin.userId,
    ])
    const ask = (email: string) =>
      testApp.anonymous().call(setup.reactivateSuperAdmin, { email }, withSetupToken())
    expect((await ask(testApp.stranger.email)).status).toBe(404)
    expect((await ask(testApp.superAdmin.email)).body).toMatchObject({ isActive: true, isSuperAdmin: true })
    expect((await testApp.as(testApp.superAdmin).call(setup.status, {})).status).toBe(200)
    expect((await ask(testApp.superAdmin.email)).status).toBe(401)
  })
})
