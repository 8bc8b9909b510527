import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { profile_photo_bytes_max, step_up_minutes } from '../../../contract/limits.ts'
import { createTestAccounts } from '../../testing/test-accounts.ts'
import { openTestBrowser } from '../../testing/test-browser.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { account, identity } = contract
const session_cookie = 'candour.session_token'

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'own')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const photoAt = (photo: string) => `/api/account/photos/${photo}`

/** Another session of the same person, on a browser of its own. */
const openOtherBrowser = async ({ userId, staffId }: TestPerson) =>
  accounts.browserOf({ cookie: await testApp.people.openSession(userId, staffId) })

async function userRow(userId: string) {
  const { rows } = await testApp.owner.query('select * from auth."user" where id = $1', [userId])
  return rows[0]
}

describe('my account', () => {
  it('shows who I am, how I sign in, and where', async () => {
    const person = await accounts.addMember(testApp.clinicA.id, { gdcNumber: '248163' })
    const mine = await accounts.browserOf(person).callOk(account.get, {})
    expect(mine).toEqual({
      uid: person.userId,
      isAnonymous: false,
      displayName: 'Tom Hughes',
      email: person.email,
      emailVerified: true,
      emailPending: null,
      username: null,
      phoneNumber: null,
      photo: null,
      role: 'clinic_staff',
      clinicId: testApp.clinicA.id,
      tenantId: testApp.clinicA.id,
      clinicName: 'Harbour Street',
      jobTitle: 'Dentist',
      gdcNumber: '248163',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastSignInAt: mine.sessions[0]!.startedAt,
      hasPassword: true,
      hasPin: false,
      secondFactor: {
        isOn: false,
        isRequired: false,
        mayTurnOffApp: true,
        mayRemovePasskey: true,
        recoveryCodesLeft: 0,
        trustedDevices: 0,
      },
      passkeys: [],
      providerData: [],
      photoURL: null,
      metadata: { creationTime: expect.any(String), lastSignInTime: expect.any(String) },
      identities: [],
      providers: [],
      sessions: [
        {
          id: expect.any(String),
          isThis: true,
          device: 'Unknown browser',
          place: 'unknown',
          way: 'password',
          startedAt: expect.any(String),
          seenAt: expect.any(String),
          isLocked: false,
        },
      ],
    })
  })

  it('shows passkeys and identities elsewhere, without anything secret', async () => {
    const person = await accounts.addMember()
    await testApp.owner.query(
      `insert into auth.account (id, account_id, provider_id, user_id, access_token) values ($1, 'g-1', 'google', $2, 'hush')`,
      [randomUUID(), person.userId],
    )
    await testApp.owner.query(
      `insert into auth.passkey (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
       values ($1, 'Work phone', 'hush', $2, 'c-1', 0, 'singleDevice', false)`,
      ['p-1', person.userId],
    )
    const mine = await accounts.browserOf(person).callOk(account.get, {})
    expect(mine.identities).toEqual([
      {
        providerId: 'google',
        uid: 'g-1',
        displayName: null,
        email: null,
        phoneNumber: null,
        photoURL: null,
        linkedAt: expect.any(String),
      },
    ])
    expect(mine).toMatchObject({
      photoURL: null,
      providerData: mine.identities,
      metadata: { creationTime: mine.createdAt, lastSignInTime: mine.lastSignInAt },
    })
    expect(mine.passkeys).toEqual([{ id: 'p-1', name: 'Work phone', createdAt: expect.any(String) }])
    expect(JSON.stringify(mine)).not.toContain('hush')
  })

  it('tells devices apart, and which are locked', async () => {
    const person = await accounts.addMember()
    const browser = openTestBrowser(testApp.app.http)
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    await browser.callOk(
      identity.signIn,
      { login: person.email, password: 'correct horse battery' },
      { from: '203.0.113.7', headers: { 'user-agent': chrome } },
    )
    const idle = await openOtherBrowser(person)
    await idle.callOk(account.get, {})
    await (await openOtherBrowser(person)).callOk(identity.lock, {})
    await testApp.owner.query(
      `update auth.session set seen_at = now() - interval '31 minutes' where token = split_part($1, '.', 1)`,
      [decodeURIComponent(idle.cookie(session_cookie)!)],
    )
    const { sessions } = await browser.callOk(account.get, {})
    expect(sessions.find(({ isThis }) => isThis)).toMatchObject({
      device: 'Chrome 142 on Windows',
      place: '203.0.113.7',
      isLocked: false,
    })
    const others = sessions.filter(({ isThis }) => !isThis)
    expect(others.map(({ isLocked }) => isLocked).toSorted()).toEqual([false, true, true])
  })

  it('belongs to super administrators and people of no clinic as well', async () => {
    const admin = await testApp.as(testApp.superAdmin).callOk(account.get, {})
    expect(admin).toMatchObject({ role: 'super_admin', clinicId: null, tenantId: null, jobTitle: null })
    expect(admin.secondFactor.isRequired).toBe(true)
    const stranger = await testApp.as(testApp.stranger).callOk(account.get, {})
    expect(stranger).toMatchObject({ role: 'clinic_staff', clinicId: null, clinicName: null })
  })
})

describe('name and username', () => {
  it('change, the username in lower case, and a changed username is told', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    await browser.callOk(account.update, { displayName: 'Thomas Hughes', username: 'Tom.Hughes' })
    expect(await userRow(person.userId)).toMatchObject({ name: 'Thomas Hughes', username: 'tom.hughes' })
    const { user } = await browser.callOk(identity.session, {})
    expect(user?.displayName).toBe('Thomas Hughes')
    await browser.callOk(account.update, { displayName: 'Tom Hughes', username: 'tom.hughes' })
    expect(await accounts.messagesTo(person.email)).toEqual([{ kind: 'account-changed', change: 'username' }])
    await browser.callOk(account.update, { displayName: 'Tom Hughes', username: '' })
    expect(await userRow(person.userId)).toMatchObject({ username: null })
  })

  it('takes no username of somebody else, however it is written', async () => {
    const [first, second] = [await accounts.addMember(), await accounts.addMember()]
    await accounts.browserOf(first).callOk(account.update, { displayName: 'First', username: 'reception' })
    const answer = await accounts
      .browserOf(second)
      .call(account.update, { displayName: 'Second', username: 'Reception' })
    expect(answer).toMatchObject({ status: 409, reason: 'username-taken' })
    expect(await userRow(second.userId)).toMatchObject({ name: 'Tom Hughes', username: null })
  })
})

describe('my photo', () => {
  it('is kept by its content and shown to me, to my clinic and to super administrators alone', async () => {
    const person = await accounts.addMember()
    const picture = newPicture()
    const { photo } = await accounts
      .browserOf(person)
      .callOk(account.setPhoto, { image: picture.toString('base64') })
    expect(photo).toBe(hashOf(picture))
    const colleague = await testApp.clinicA.as('receptionist').get(photoAt(photo))
    expect({ type: colleague.headers['content-type'], bytes: colleague.raw }).toEqual({
      type: 'image/png',
      bytes: picture,
    })
    expect((await accounts.browserOf(person).get(photoAt(photo))).status).toBe(200)
    expect((await testApp.as(testApp.superAdmin).get(photoAt(photo))).status).toBe(200)
    for (const outsider of [testApp.clinicB.as('owner'), testApp.as(testApp.stranger)])
      expect(await outsider.get(photoAt(photo))).toMatchObject({ status: 404, reason: 'photo-not-found' })
    expect((await testApp.anonymous().get(photoAt(photo))).status).toBe(401)
  })

  it('is refused where its bytes are no picture, whatever anybody calls it, and where it is too large', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const picture = newPicture()
    const large = Buffer.concat([
      picture.subarray(0, -12),
      Buffer.alloc(profile_photo_bytes_max),
      picture.subarray(-12),
    ])
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const set = (bytes: Buffer) => browser.call(account.setPhoto, { image: bytes.toString('base64') })
    expect(await set(page)).toMatchObject({ status: 400, reason: 'photo-refused' })
    expect((await set(large)).status).toBe(400)
    expect((await browser.callOk(account.get, {})).photo).toBeNull()
  })

  it('may have all of the bytes it is allowed', async () => {
    const picture = newPicture()
    const text = Buffer.alloc(profile_photo_bytes_max - picture.length)
    text.writeUInt32BE(text.length - 12, 0)
    text.write('tEXt', 4)
    const whole = Buffer.concat([picture.subarray(0, -12), text, picture.subarray(-12)])
    expect(whole).toHaveLength(profile_photo_bytes_max)
    const browser = accounts.browserOf(await accounts.addMember())
    const { photo } = await browser.callOk(account.setPhoto, { image: whole.toString('base64') })
    expect(photo).toBe(hashOf(whole))
  })

  it('goes when it is removed or replaced, but not while somebody else has the same', async () => {
    const [one, other] = [await accounts.addMember(), await accounts.addMember()]
    const [same, next] = [newPicture(), newPicture()]
    for (const person of [one, other])
      await accounts.browserOf(person).callOk(account.setPhoto, { image: same.toString('base64') })
    await accounts.browserOf(one).callOk(account.removePhoto, {})
    expect((await accounts.browserOf(one).callOk(account.get, {})).photo).toBeNull()
    const browser = accounts.browserOf(other)
    expect((await browser.get(photoAt(hashOf(same)))).status).toBe(200)
    await browser.callOk(account.setPhoto, { image: next.toString('base64') })
    expect((await browser.get(photoAt(hashOf(same)))).status).toBe(404)
    expect((await browser.get(photoAt(hashOf(next)))).status).toBe(200)
    await browser.callOk(account.setPhoto, { image: next.toString('base64') })
    expect((await browser.get(photoAt(hashOf(next)))).status).toBe(200)
  })
})

describe('my sessions', () => {
  it('end one by one, at once', async () => {
    const person = await accounts.addMember()
    const [here, there] = [accounts.browserOf(person), await openOtherBrowser(person)]
    const { sessions } = await there.callOk(account.get, {})
    const sessionId = sessions.find(({ isThis }) => isThis)!.id
    await here.callOk(account.endSession, { sessionId })
    expect((await there.call(account.get, {})).status).toBe(401)
    expect((await here.call(account.get, {})).status).toBe(200)
    expect(await here.call(account.endSession, { sessionId })).toMatchObject({ reason: 'session-not-found' })
  })

  it('include the one I am in', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const { sessions } = await browser.callOk(account.get, {})
    await browser.callOk(account.endSession, { sessionId: sessions[0]!.id })
    expect(browser.cookies().includes(session_cookie)).toBe(false)
  })

  it('are ended by nobody who finds my browser open, until they prove that they are me', async () => {
    const person = await accounts.addMember()
    const [browser, there] = [accounts.browserOf(person), await openOtherBrowser(person)]
    const { sessions } = await there.callOk(account.get, {})
    const sessionId = sessions.find(({ isThis }) => isThis)!.id
    testApp.clock.advance((step_up_minutes + 1) * minute_ms)
    const answers = [
      await browser.call(account.endSession, { sessionId }),
      await browser.call(account.endOtherSessions, {}),
    ]
    testApp.clock.advance(-(step_up_minutes + 1) * minute_ms)
    expect(answers.map(({ reason }) => reason)).toEqual(Array(2).fill('requires-recent-login'))
    expect((await there.call(account.get, {})).status).toBe(200)
  })

  it('are all ended by a super administrator, when a computer was lost', async () => {
    const person = await accounts.addMember()
    const browsers = [accounts.browserOf(person), await openOtherBrowser(person)]
    const repair = { userId: person.userId, repairs: ['end-sessions' as const] }
    await testApp.as(testApp.superAdmin).callOk(contract.setup.fixUser, repair)
    for (const browser of browsers) expect((await browser.call(account.get, {})).status).toBe(401)
  })

  it('are not for others to end', async () => {
    const [mine, theirs] = [accounts.browserOf(await accounts.addMember()), await accounts.addMember()]
    const browser = accounts.browserOf(theirs)
    const { sessions } = await browser.callOk(account.get, {})
    const answer = await mine.call(account.endSession, { sessionId: sessions[0]!.id })
    expect(answer).toMatchObject({ status: 404, reason: 'session-not-found' })
    expect((await browser.call(account.get, {})).status).toBe(200)
  })

  it('end everywhere else at once', async () => {
    const person = await accounts.addMember()
    const here = accounts.browserOf(person)
    const others = [await openOtherBrowser(person), await openOtherBrowser(person)]
    expect(await here.callOk(account.endOtherSessions, {})).toEqual({ ended: 2 })
    for (const browser of others) expect((await browser.call(account.get, {})).status).toBe(401)
    expect((await here.call(account.get, {})).status).toBe(200)
  })
})

describe('deleting my account', () => {
  it('ends every way in, keeps the staff record of nobody, and tells me', async () => {
    const person = await accounts.addMember()
    const elsewhere = await openOtherBrowser(person)
    const browser = accounts.browserOf(person)
    const picture = newPicture()
    const { photo } = await browser.callOk(account.setPhoto, { image: picture.toString('base64') })
    await browser.callOk(account.remove, {})
    expect(browser.cookies().includes(session_cookie)).toBe(false)
    expect((await elsewhere.call(account.get, {})).status).toBe(401)
    const signIn = { login: person.email, password: 'correct horse battery' }
    expect(await browser.call(identity.signIn, signIn)).toMatchObject({ reason: 'invalid-credential' })
    expect(await userRow(person.userId)).toBeUndefined()
    const { rows } = await testApp.owner.query('select user_id, status, email from staff where id = $1', [
      person.staffId,
    ])
    expect(rows[0]).toEqual({ user_id: null, status: 'inactive', email: person.email })
    expect((await testApp.as(testApp.superAdmin).get(photoAt(photo))).status).toBe(404)
    expect(await accounts.messagesTo(person.email)).toEqual([{ kind: 'account-changed', change: 'deleted' }])
    expect((await accounts.auditOf(person.userId)).map(({ action }) => action)).toContain('account.deleted')
  })

  it('happens once where it is asked for several times at once: to the others I am nobody any more', async () => {
    const person = await accounts.addMember()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => accounts.browserOf(person).call(account.remove, {})),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    expect(testApp.loggedErrors).toEqual([])
    expect(await accounts.messagesTo(person.email)).toHaveLength(1)
  })

  it('asks for a factor proved just now', async () => {
    const person = await accounts.addMember()
    testApp.clock.advance((step_up_minutes + 1) * minute_ms)
    const answer = await accounts.browserOf(person).call(account.remove, {})
    testApp.clock.advance(-(step_up_minutes + 1) * minute_ms)
    expect(answer).toMatchObject({ status: 403, reason: 'requires-recent-login' })
    expect(await userRow(person.userId)).toBeDefined()
  })

  it('is refused to the last administrator of any clinic, who stays in all of them', async () => {
    const [alone, shared] = [await testApp.addClinic('Alone'), await testApp.addClinic('Together')]
    const { userId } = alone.staff.owner
    await testApp.owner.query(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, role, registered)
       values ($1, $2, 'second@together.example.org', 'Amara', 'Okafor', 'clinic_admin', true)`,
      [shared.id, userId],
    )
    const answer = await alone.as('owner').call(account.remove, {})
    expect(answer).toMatchObject({ status: 409, reason: 'last-administrator' })
    const { rows } = await testApp.owner.query('select status from staff where user_id = $1', [userId])
    expect(rows).toEqual([{ status: 'active' }, { status: 'active' }])
    expect((await shared.as('owner').call(account.remove, {})).status).toBe(200)
    expect((await alone.as('owner').call(account.remove, {})).status).toBe(409)
  })

  it('leaves one administrator where two of a clinic go at the same moment', async () => {
    const clinic = await testApp.addClinic('Both At Once')
    const { rows } = await testApp.owner.query(
      `update staff set role = 'clinic_admin' where id = $1 returning user_id`,
      [clinic.staff.manager.staffId],
    )
    expect(rows).toHaveLength(1)
    const answers = await Promise.all([
      clinic.as('owner').call(account.remove, {}),
      clinic.as('manager').call(account.remove, {}),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is refused to the last super administrator, however many try at once', async () => {
    const second = await accounts.addAdmin()
    const answers = await Promise.all(
      [testApp.superAdmin, second].map((admin) => testApp.as(admin).call(account.remove, {})),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { rows } = await testApp.owner.query(
      `select id from auth."user" where platform_role = 'super_admin'`,
    )
    expect(rows).toHaveLength(1)
  })
})
