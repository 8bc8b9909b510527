import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { Database } from '../../platform/database/database.ts'
import { unauthenticated } from '../../platform/http/admission.ts'
import type { Auth } from './auth.ts'
import { accountHolders, credentials } from './identity-schema.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { rateLimitKeysOf } from './rate-limit-keys.ts'

export type NewAccount = {
  email: string
  name: string
  password: string
  username: string | null
  platformRole: 'member' | 'super_admin'
  /** The clinic that takes them on. */
  clinicId: string | null
}

export type AccountRecord = typeof accountHolders.$inferSelect
type AccountUpdate = Partial<
  Pick<
    AccountRecord,
    'name' | 'email' | 'emailVerified' | 'emailPending' | 'username' | 'image' | 'isActive' | 'pinHash'
  >
>

/** A staff record that names an address, with its clinic. */
export type StaffByEmail = {
  clinicId: string
  clinicName: string
  clinicStatus: string
  staffId: string
  firstName: string
  lastName: string
  role: string
  status: string
  registered: boolean
  userId: string | null
  invitedAt: Date | null
}

type StaffByEmailRow = {
  clinic_id: string
  clinic_name: string
  clinic_status: string
  staff_id: string
  first_name: string
  last_name: string
  role: string
  status: string
  registered: boolean
  user_id: string | null
  invited_at: Date | null
}

/** Another account has the address or the username. */
export class AccountTakenError extends Error {
  override name = 'AccountTakenError'
  readonly what: 'email' | 'username'
  constructor(what: 'email' | 'username') {
    super(`Another account has this ${what}`)
    this.what = what
  }
}

/** Whose address or username it was, where that is what went wrong; anything else as it is. */
function toAccountTakenError(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'user_email_unique') return new AccountTakenError('email')
  return constraint === 'user_username_unique' ? new AccountTakenError('username') : error
}

const staffByEmailOf = (row: StaffByEmailRow): StaffByEmail => ({
  clinicId: row.clinic_id,
  clinicName: row.clinic_name,
  clinicStatus: row.clinic_status,
  staffId: row.staff_id,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  status: row.status,
  registered: row.registered,
  userId: row.user_id,
  invitedAt: row.invited_at,
})

/** Somebody as a provider knows them. */
type Identity = { providerId: string; accountId: string }

export type Accounts = ReturnType<typeof createAccountStore>

/** Accounts as registration, repairs and their owners change them. */
export function createAccountStore({ auth, database }: { auth: Auth; database: Database }) {
  const { db } = auth
  const { id: ofId, email: ofEmail, username: ofUsername } = accountHolders
  const findId = async (email: string) =>
    (await db.select({ id: ofId }).from(accountHolders).where(eq(ofEmail, email)))[0]

  return {
    /**
     * Makes an account with a password, its address proved. Throws `AccountTakenError` when the address or the username is
     * somebody's already, also when two ask at the same moment.
     */
    async insert(id: string, { password, ...person }: NewAccount): Promise<void> {
      const kept = await hashPassword(password)
      const credential = { id: randomUUID(), accountId: id, providerId: 'credential', userId: id }
      try {
        await db.transaction(async (tx) => {
          await tx.insert(accountHolders).values({ id, ...person, emailVerified: true })
          await tx.insert(credentials).values({ ...credential, password: kept })
        })
      } catch (error) {
        throw toAccountTakenError(error)
      }
    },
    /**
     * Makes an account for somebody whom the provider of a practice knows, without a password. Throws
     * `AccountTakenError` when the address is somebody's already.
     */
    async insertLinked(
      person: { email: string; name: string; clinicId: string },
      at: Identity,
    ): Promise<string> {
      const id = randomUUID()
      try {
        await db.transaction(async (tx) => {
          await tx.insert(accountHolders).values({ id, ...person, emailVerified: true })
          await tx.insert(credentials).values({ id: randomUUID(), userId: id, ...at })
        })
      } catch (error) {
        throw toAccountTakenError(error)
      }
      return id
    },
    /** Joins an identity at the provider of a practice to an account; one that is joined already stays. */
    async link(userId: string, at: Identity): Promise<void> {
      await db
        .insert(credentials)
        .values({ id: randomUUID(), userId, ...at })
        .onConflictDoNothing()
    },
    /** Whose account an identity at a provider is joined to. */
    async ofIdentity({ providerId, accountId }: Identity): Promise<AccountRecord | undefined> {
      const [found] = await db
        .select({ account: accountHolders })
        .from(credentials)
        .innerJoin(accountHolders, eq(ofId, credentials.userId))
        .where(and(eq(credentials.providerId, providerId), eq(credentials.accountId, accountId)))
      return found?.account
    },
    /** A whole account by its id; undefined when there is none. */
    async find(userId: string): Promise<AccountRecord | undefined> {
      return (await db.select().from(accountHolders).where(eq(ofId, userId)))[0]
    },
    /** The account of somebody who is signed in; one that ended since they were let in is refused as at the door. */
    async ofCaller(userId: string): Promise<AccountRecord> {
      const [account] = await db.select().from(accountHolders).where(eq(ofId, userId))
      if (!account) throw unauthenticated()
      return account
    },
    /** The account with this address, which is kept in lower case; undefined when there is none. */
    async ofEmail(email: string): Promise<AccountRecord | undefined> {
      return (await db.select().from(accountHolders).where(eq(ofEmail, email)))[0]
    },
    /** Whether this is the password of the account with this address; the same queries and work where there is none. */
    async hasPassword(email: string, password: string): Promise<boolean> {
      const isOfPassword = and(eq(credentials.userId, ofId), eq(credentials.providerId, 'credential'))
      const [kept] = await db
        .select({ hash: credentials.password })
        .from(accountHolders)
        .innerJoin(credentials, isOfPassword)
        .where(eq(ofEmail, email))
      return verifyPassword({ hash: kept?.hash ?? null, password })
    },
    /** All that limits of tries may count somebody by: what was typed may be an address, a username or a number. */
    marksOf: (typed: string): Promise<string[]> =>
      rateLimitKeysOf({ db, idOf: async (email) => (await findId(email))?.id }, typed),
    /** Whether anybody has the username. */
    async isUsernameTaken(username: string): Promise<boolean> {
      const [found] = await db
        .select({ id: ofId })
        .from(accountHolders)
        .where(eq(ofUsername, username.toLowerCase()))
      return found !== undefined
    },
    /** Changes an account. Throws `AccountTakenError` when an address or username that it takes is somebody's. */
    async change(userId: string, change: AccountUpdate): Promise<void> {
      try {
        await db
          .update(accountHolders)
          .set({ ...change, updatedAt: new Date() })
          .where(eq(ofId, userId))
      } catch (error) {
        throw toAccountTakenError(error)
      }
    },
    /** How many active super administrators there are. */
    async countSuperAdmins(): Promise<number> {
      const [counted] = await db
        .select({ admins: count() })
        .from(accountHolders)
        .where(and(eq(accountHolders.platformRole, 'super_admin'), eq(accountHolders.isActive, true)))
      return counted!.admins
    },
    /** A session of an account that has proved itself in a way of ours: its token, in the stage that opens nothing. */
    async bearSession(userId: string): Promise<string> {
      const { internalAdapter } = await auth.auth.$context
      return (await internalAdapter.createSession(userId)).token
    },
    /** The staff records that name an address, those not registered yet first. */
    async staffOfAddress(email: string): Promise<StaffByEmail[]> {
      const query = { name: 'staff-of-address', text: 'select * from staff_of_address($1)', values: [email] }
      const { rows } = await database.borrow((client) => client.query<StaffByEmailRow>(query))
      return rows.map(staffByEmailOf)
    },
  }
}
