import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { email_verification_minutes, step_up_minutes } from '../../../contract/limits.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { account, identity } = contract

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'moving')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

let addresses = 0
const newAddress = () => `new${++addresses}@harbour.example.org`

/** The token of the last link that was sent to an address; undefined when none was. */
async function tokenSentTo(address: string): Promise<string | undefined> {
  await testApp.runJobs()
  const mails = (await testApp.mail()).filter(({ to }) => to === address)
  return mails.flatMap(({ text }) => /\/verify-email#([\w-]{32,64})/.exec(text)?.[1] ?? []).at(-1)
}

/** Asks for another address; answers the token of the link. */
async function requestEmailChange(person: TestPerson, email: string): Promise<string> {
  await accounts.browserOf(person).callOk(account.changeEmail, { email })
  return (await tokenSentTo(email))!
}
const confirmEmail = (token: string) => testApp.anonymous().call(account.confirmEmail, { token })

async function addressesOf({ userId }: TestPerson) {
  const { rows } = await testApp.owner.query<{ email: string }>(
    `select email from auth."user" where id = $1 union all select email from staff where user_id = $1`,
    [userId],
  )
  return rows.map(({ email }) => email)
}

describe('another e-mail address', () => {
  it('becomes mine once it is proved, in every clinic, and sessions stay', async () => {
    const person = await accounts.addMember()
    await testApp.owner.query(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, registered) values ($1, $2, $3, 'Tom', 'Hughes', true)`,
      [testApp.clinicB.id, person.userId, person.email],
    )
    const browser = accounts.browserOf(person)
    const email = newAddress()
    await browser.callOk(account.changeEmail, { email: ` ${email.toUpperCase()}` })
    expect(await browser.callOk(account.get, {})).toMatchObject({ email: person.email, emailPending: email })
    expect(await addressesOf(person)).toEqual([person.email, person.email, person.email])
    const token = (await tokenSentTo(email))!
    expect(await confirmEmail(token)).toMatchObject({ status: 200, body: { email } })
    expect(await addressesOf(person)).toEqual([email, email, email])
    expect(await browser.callOk(account.get, {})).toMatchObject({
      email,
      emailVerified: true,
      emailPending: null,
    })
    const answers = [email, person.email].map((login) =>
      testApp.anonymous().call(identity.signIn, { login, password: testPassword }),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401])
    expect(await accounts.messagesTo(person.email)).toEqual([{ kind: 'account-changed', change: 'email' }])
    const [last] = (await accounts.auditOf(person.userId)).filter(({ action }) =>
      action.startsWith('account.'),
    )
    expect(last).toEqual({ action: 'account.email_changed', details: {} })
    const { rows } = await testApp.owner.query<{ clinic_id: string }>(
      `select a.clinic_id from audit_rows a join staff s on s.id::text = a.subject
       where a.action = 'staff.email_changed' and s.user_id = $1`,
      [person.userId],
    )
    expect(rows.map((row) => row.clinic_id).toSorted()).toEqual(
      [testApp.clinicA.id, testApp.clinicB.id].toSorted(),
    )
  })

  it('leaves no link at the old address that sets a password', async () => {
    const person = await accounts.addMember()
    await testApp.anonymous().callOk(identity.requestReset, { email: person.email })
    await testApp.runJobs()
    const { text } = (await testApp.mail()).find(({ to }) => to === person.email)!
    const token = /\/reset-password#([\w-]+)/.exec(text)![1]!
    await confirmEmail(await requestEmailChange(person, newAddress()))
    const answer = await testApp
      .anonymous()
      .call(identity.reset, { token, password: 'a stable of correct horses' })
    expect(answer).toMatchObject({ status: 400, reason: 'invalid-action-code' })
  })

  it('is proved by its link once', async () => {
    const token = await requestEmailChange(await accounts.addMember(), newAddress())
    expect((await confirmEmail(token)).status).toBe(200)
    expect(await confirmEmail(token)).toMatchObject({ status: 400, reason: 'invalid-action-code' })
  })

  it('is proved within the hour', async () => {
    const person = await accounts.addMember()
    const token = await requestEmailChange(person, newAddress())
    testApp.clock.advance((email_verification_minutes + 1) * minute_ms)
    const answer = await confirmEmail(token)
    testApp.clock.advance(-(email_verification_minutes + 1) * minute_ms)
    expect(answer).toMatchObject({ status: 400, reason: 'expired-action-code' })
    expect(await addressesOf(person)).toEqual([person.email, person.email])
  })

  it('is proved by a link of ours, for the address that is wanted now', async () => {
    const person = await accounts.addMember()
    const earlier = await requestEmailChange(person, newAddress())
    const newEmail = newAddress()
    const later = await requestEmailChange(person, newEmail)
    expect(await confirmEmail(earlier)).toMatchObject({ reason: 'invalid-action-code' })
    expect(await confirmEmail('x'.repeat(43))).toMatchObject({ reason: 'invalid-action-code' })
    expect((await confirmEmail(later)).body).toEqual({ email: newEmail })
  })

  it('is refused when another account has it, which only its owner hears', async () => {
    const [person, other] = [await accounts.addMember(), await accounts.addMember()]
    const answer = await accounts.browserOf(person).call(account.changeEmail, { email: other.email })
    expect(answer).toMatchObject({ status: 200, body: { sent: true } })
    const token = (await tokenSentTo(other.email))!
    expect(await confirmEmail(token)).toMatchObject({ status: 409, reason: 'email-already-in-use' })
    expect(await addressesOf(person)).toEqual([person.email, person.email])
  })

  it('is refused whole when one clinic has it on its staff', async () => {
    const person = await accounts.addMember()
    const email = newAddress()
    const add = `insert into staff (clinic_id, user_id, email, first_name, last_name) values ($1, $2, $3, 'Tom', 'Hughes')`
    await testApp.owner.query(add, [testApp.clinicB.id, person.userId, person.email])
    await testApp.owner.query(add, [testApp.clinicB.id, null, email])
    expect(await confirmEmail(await requestEmailChange(person, email))).toMatchObject({
      reason: 'email-already-in-use',
    })
    expect(await addressesOf(person)).toEqual([person.email, person.email, person.email])
  })

  it('must be an address, and asks for a factor proved just now', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    for (const email of ['tom', 'tom@', 'tom@example.org\r\nBcc: all@example.org', ''])
      expect(await browser.call(account.changeEmail, { email })).toMatchObject({
        status: 400,
        reason: 'invalid-email',
      })
    testApp.clock.advance((step_up_minutes + 1) * minute_ms)
    const answer = await browser.call(account.changeEmail, { email: newAddress() })
    testApp.clock.advance(-(step_up_minutes + 1) * minute_ms)
    expect(answer).toMatchObject({ status: 403, reason: 'requires-recent-login' })
  })

  it('gets few links, however often they are asked for', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const email = newAddress()
    for (let at = 0; at < 5; at++) await browser.callOk(account.changeEmail, { email })
    expect((await accounts.messagesTo(email)).length).toBe(3)
  })
})

describe('a phone to sign in with', () => {
  let numbers = 100
  const newNumber = () => `07700 900${++numbers}`
  const international = (typed: string) => `+44${typed.slice(1).replace(' ', '')}`

  /** The code that was last sent to a number. */
  async function codeFor(typed: string): Promise<string> {
    await testApp.runJobs()
    const texts = (await testApp.mail()).filter(({ to }) => to === international(typed))
    return /\b\d{6}\b/.exec(texts.at(-1)!.text)![0]
  }

  it('becomes mine with the code that was sent to it, and can be removed', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    const phone = newNumber()
    await browser.callOk(account.sendPhoneCode, { phone })
    await browser.callOk(account.confirmPhone, { phone, code: await codeFor(phone) })
    expect((await browser.callOk(account.get, {})).phoneNumber).toBe(international(phone))
    await browser.callOk(account.removePhone, {})
    expect((await browser.callOk(account.get, {})).phoneNumber).toBeNull()
    const told = { kind: 'account-changed', change: 'phone' }
    expect(await accounts.messagesTo(person.email)).toEqual([told, told])
  })

  it('does not become mine with a wrong code, or a right one twice', async () => {
    const [one, other] = [await accounts.addMember(), await accounts.addMember()]
    const phone = newNumber()
    await accounts.browserOf(one).callOk(account.sendPhoneCode, { phone })
    const code = await codeFor(phone)
    const wrong = code === '000000' ? '111111' : '000000'
    const confirm = (person: TestPerson, typed: string) =>
      accounts.browserOf(person).call(account.confirmPhone, { phone, code: typed })
    expect(await confirm(one, wrong)).toMatchObject({ status: 401, reason: 'invalid-verification-code' })
    expect((await confirm(one, code)).status).toBe(200)
    expect(await confirm(other, code)).toMatchObject({ reason: 'invalid-verification-code' })
  })

  it('is refused when another account has it', async () => {
    const [one, other] = [await accounts.addMember(), await accounts.addMember()]
    const phone = newNumber()
    await testApp.owner.query(
      'update auth."user" set phone_number = $2, phone_number_verified = true where id = $1',
      [one.userId, international(phone)],
    )
    const browser = accounts.browserOf(other)
    await browser.callOk(account.sendPhoneCode, { phone })
    const answer = await browser.call(account.confirmPhone, { phone, code: await codeFor(phone) })
    expect(answer).toMatchObject({ status: 409, reason: 'phone-taken' })
  })

  it('must be a number, and gets few texts, however often they are asked for', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    expect(await browser.call(account.sendPhoneCode, { phone: '12' })).toMatchObject({
      reason: 'invalid-phone',
    })
    const phone = newNumber()
    for (let at = 0; at < 7; at++) await browser.callOk(account.sendPhoneCode, { phone })
    expect((await accounts.messagesTo(international(phone))).length).toBe(5)
  })
})
