import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '../modules/identity/index.ts'
import { openTestBrowser, type TestBrowser } from './test-browser.ts'
import type { TestStaff, TestPerson } from './test-people.ts'
import type { TestApp } from './test-app.ts'

export const testPassword = 'correct horse battery'
let passwordHash: Promise<string> | undefined

/** People whom no other test knows, with a password, in browsers of their own. */
export function createTestAccounts(testApp: TestApp, key: string) {
  let members = 0

  async function withPassword<P extends TestPerson>(person: P): Promise<P> {
    passwordHash ??= hashPassword(testPassword)
    await testApp.owner.query(
      `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), person.userId, await passwordHash],
    )
    return person
  }

  async function addMember(
    clinicId = testApp.clinicA.id,
    staff: Partial<TestStaff> = {},
  ): Promise<TestPerson> {
    members++
    const plain: TestStaff = { role: 'clinic_staff', level: 2, jobTitle: 'Dentist', name: ['Tom', 'Hughes'] }
    const email = `${key}${members}@harbour.example.org`
    return withPassword(await testApp.people.addStaff(clinicId, email, { ...plain, ...staff }))
  }

  return {
    addMember,
    /** Gives somebody the password that all of these have. */
    givePassword: withPassword,
    async addAdmin(): Promise<TestPerson> {
      members++
      const email = `${key}${members}@candour.example.org`
      return withPassword(await testApp.people.addUser('Rowan Pemberton', email, 'super_admin'))
    },
    /** The browser that somebody is signed in on, just now. */
    browserOf: ({ cookie }: Pick<TestPerson, 'cookie'>): TestBrowser =>
      openTestBrowser(testApp.app.http, cookie),
    /** What an authenticator app shows for a secret, so many steps of its clock from now. */
    codeOf: (secret: string, stepsLater = 0): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: testApp.clock.now().getTime() + stepsLater * 30_000,
      }),
    /** What was sent about accounts to an address, oldest first: kind, and what changed. */
    async messagesTo(recipient: string): Promise<{ kind: string; change: string | null }[]> {
      const { rows } = await testApp.owner.query<{ kind: string; change: string | null }>(
        `select kind, details ->> 'change' as change from auth.account_message where recipient = $1 order by created_at`,
        [recipient],
      )
      return rows
    },
    /** What the audit log says of an account, the last first. */
    async auditOf(userId: string) {
      const { rows } = await testApp.owner.query<{ action: string; details: Record<string, unknown> }>(
        'select action, details from audit_rows where user_id = $1 or subject = $1 order by sequence desc',
        [userId],
      )
      return rows
    },
  }
}
