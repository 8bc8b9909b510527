import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { Secret } from 'otpauth'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { clinics } from '../modules/clinics/clinic-schema.ts'
import { accountHolders, credentials, secondFactors } from '../modules/identity/identity-schema.ts'
import { hashPassword, wrapSecret } from '../modules/identity/index.ts'
import { staff } from '../modules/staff/staff-schema.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Keyring } from '../platform/keys/keyring.ts'
import { readOrCreateSecret } from '../platform/keys/secret-file.ts'
import { emailLocalPart, demoAdmin, demoClinics, type DemoClinic, type DemoStaff } from './demo-people.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

export type DemoAccount = {
  role: 'super_admin' | 'clinic_admin' | 'clinic_staff'
  permissionLevel: number | null
  clinic: string | null
  email: string
  /** Another name to sign in with, for those who have one. */
  username?: string
  password: string
  name: string
  /** Base32, for an authenticator app: super administrators must have one. */
  totpSecret?: string
}

const password_bytes = 12
const totp_secret_bytes = 20

const emailOf = ({ firstName }: Pick<DemoStaff, 'firstName'>, domain: string): string =>
  emailLocalPart(`${firstName}@${domain}`)

type Person = Omit<DemoAccount, 'password' | 'totpSecret'>

function people(): Person[] {
  const staffed = demoClinics.flatMap((clinic) =>
    clinic.staff.map((person) => ({
      role: person.role,
      permissionLevel: person.level,
      clinic: clinic.name,
      email: emailOf(person, clinic.domain),
      ...(person.username ? { username: person.username } : {}),
      name: `${person.firstName} ${person.lastName}`,
    })),
  )
  return [{ role: 'super_admin', permissionLevel: null, clinic: null, ...demoAdmin }, ...staffed]
}

type Secrets = { passwords: Record<string, string>; totpSecret: string }

/** The demo's accounts with their random passwords, made once and kept in the data directory (0600). */
export function demoAccounts(dataDir: string): DemoAccount[] {
  const file = path.join(dataDir, 'secrets', 'demo-accounts.json')
  const make = (): string => {
    const password = () => randomBytes(password_bytes).toString('base64url')
    const passwords = Object.fromEntries(people().map(({ email }) => [email, password()]))
    return JSON.stringify({ passwords, totpSecret: new Secret({ size: totp_secret_bytes }).base32 })
  }
  const { passwords, totpSecret } = JSON.parse(readOrCreateSecret(file, make)) as Secrets
  return people().map((person) => ({
    ...person,
    password: passwords[person.email]!,
    ...(person.role === 'super_admin' ? { totpSecret } : {}),
  }))
}

async function insertAccount(
  tx: Tx,
  { name, email, username, password, role, totpSecret }: DemoAccount,
  keyring: Keyring,
): Promise<string> {
  const id = randomUUID()
  const platformRole = role === 'super_admin' ? role : 'member'
  await tx
    .insert(accountHolders)
    .values({ id, name, email, username: username ?? null, emailVerified: true, platformRole })
  if (totpSecret) {
    const secret = wrapSecret(keyring, Secret.fromBase32(totpSecret))
    await tx.insert(secondFactors).values({ userId: id, secret, recoveryHashes: [], confirmedAt: new Date() })
  }
  await tx.insert(credentials).values({
    id: randomUUID(),
    accountId: id,
    providerId: 'credential',
    userId: id,
    password: await hashPassword(password),
  })
  return id
}

const ownerNameOf = (members: readonly DemoStaff[]): string => {
  const { firstName, lastName } = members.find(({ key }) => key === 'owner')!
  return `${firstName} ${lastName}`
}

async function insertClinic(
  tx: Tx,
  { staff: members, domain, ...clinic }: DemoClinic,
  accounts: DemoAccount[],
  now: Date,
  keyring: Keyring,
): Promise<void> {
  const [made] = await tx
    .insert(clinics)
    .values({
      ...clinic,
      email: `hello@${domain}`,
      createdAt: now,
      updatedAt: now,
      secondFactorOptOut: {
        reason: 'Demonstration with made-up patients: everybody signs in with a password alone.',
        byName: ownerNameOf(members),
        at: now.toISOString(),
      },
    })
    .returning()
  for (const { key, firstName, lastName, role, jobTitle, level, gdcNumber, permissions } of members) {
    const email = emailOf({ firstName }, domain)
    const userId = await insertAccount(
      tx,
      accounts.find((account) => account.email === email)!,
      keyring,
    )
    await tx.insert(staff).values({
      firstName,
      lastName,
      role,
      jobTitle,
      clinicId: made!.id,
      userId,
      email,
      permissionLevel: level,
      permissions: { canViewPatients: true, ...permissions },
      isClinician: gdcNumber !== undefined,
      gdcNumber: gdcNumber ?? null,
      registered: true,
      isOwner: key === 'owner',
    })
  }
}

/** Makes the demo's clinics and accounts, all of them or none; there already, it does nothing. */
export async function insertDemoAccounts(
  owner: pg.ClientConfig,
  accounts: DemoAccount[],
  { now, keyring }: { now: Date; keyring: Keyring },
): Promise<void> {
  await withDedicatedConnection(owner, (client) =>
    drizzle(client).transaction(async (tx) => {
      const there = await tx.select({ id: clinics.id }).from(clinics).limit(1)
      if (there.length > 0) return
      await insertAccount(
        tx,
        accounts.find(({ role }) => role === 'super_admin')!,
        keyring,
      )
      for (const clinic of demoClinics) await insertClinic(tx, clinic, accounts, now, keyring)
    }),
  )
}
