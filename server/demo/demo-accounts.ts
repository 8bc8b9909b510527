import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { clinics } from '../modules/clinics/clinic-schema.ts'
import { accountHolders, credentials } from '../modules/identity/identity-schema.ts'
import { hashPassword } from '../modules/identity/index.ts'
import { staff } from '../modules/staff/staff-schema.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { readOrCreateSecret } from '../platform/keys/secret-file.ts'
import { addressText, demoAdmin, demoClinics, type DemoClinic, type DemoStaff } from './demo-people.ts'

export type DemoAccount = {
  role: 'super_admin' | 'clinic_admin' | 'clinic_staff'
  permissionLevel: number | null
  clinic: string | null
  email: string
  password: string
  name: string
}

const password_bytes = 12

const emailOf = ({ firstName }: Pick<DemoStaff, 'firstName'>, domain: string): string =>
  addressText(`${firstName}@${domain}`)

function people(): Omit<DemoAccount, 'password'>[] {
  const staffed = demoClinics.flatMap((clinic) =>
    clinic.staff.map((person) => ({
      role: person.role,
      permissionLevel: person.level,
      clinic: clinic.name,
      email: emailOf(person, clinic.domain),
      name: `${person.firstName} ${person.lastName}`,
    })),
  )
  return [{ role: 'super_admin', permissionLevel: null, clinic: null, ...demoAdmin }, ...staffed]
}

/** The demo's accounts with their random passwords, made once and kept in the data directory (0600). */
export function demoAccounts(dataDir: string): DemoAccount[] {
  const file = path.join(dataDir, 'secrets', 'demo-passwords.json')
  const make = () =>
    JSON.stringify(
      Object.fromEntries(
        people().map(({ email }) => [email, randomBytes(password_bytes).toString('base64url')]),
      ),
    )
  const passwords = JSON.parse(readOrCreateSecret(file, make)) as Record<string, string>
  return people().map((person) => ({ ...person, password: passwords[person.email]! }))
}

async function insertAccount(tx: Tx, { name, email, password, role }: DemoAccount): Promise<string> {
  const id = randomUUID()
  await tx
    .insert(accountHolders)
    .values({ id, name, email, emailVerified: true, platformRole: role === 'super_admin' ? role : 'member' })
  await tx.insert(credentials).values({
    id: randomUUID(),
    accountId: id,
    providerId: 'credential',
    userId: id,
    password: await hashPassword(password),
  })
  return id
}

async function insertClinic(
  tx: Tx,
  { staff: members, domain, ...clinic }: DemoClinic,
  accounts: DemoAccount[],
  now: Date,
): Promise<void> {
  const [made] = await tx
    .insert(clinics)
    .values({ ...clinic, email: `hello@${domain}`, createdAt: now, updatedAt: now })
    .returning()
  for (const { firstName, lastName, role, jobTitle, level, gdcNumber, permissions } of members) {
    const email = emailOf({ firstName }, domain)
    const userId = await insertAccount(
      tx,
      accounts.find((account) => account.email === email)!,
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
    })
  }
}

/** Makes the demo's clinics and accounts, all of them or none; there already, it does nothing. */
export async function insertDemoAccounts(
  owner: pg.ClientConfig,
  accounts: DemoAccount[],
  now: Date,
): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await drizzle(client).transaction(async (tx) => {
      const there = await tx.select({ id: clinics.id }).from(clinics).limit(1)
      if (there.length > 0) return
      await insertAccount(
        tx,
        accounts.find(({ role }) => role === 'super_admin')!,
      )
      for (const clinic of demoClinics) await insertClinic(tx, clinic, accounts, now)
    })
  } finally {
    await client.end()
  }
}
