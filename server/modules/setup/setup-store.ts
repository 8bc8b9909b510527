import { asc, eq, like } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { installationSettings } from './setup-schema.ts'

export type StoredSetting = typeof installationSettings.$inferSelect
type NewSetting = { facts?: Record<string, unknown>; secret?: string | null; by: string }

const isNamed = (name: string) => eq(installationSettings.name, name)

/** What was settled under this name; undefined when nothing was. */
export async function readSetting(
  { tx }: Pick<PlatformScope, 'tx'>,
  name: string,
): Promise<StoredSetting | undefined> {
  return (await tx.select().from(installationSettings).where(isNamed(name)))[0]
}

/** Everything that was settled under a name that begins so, oldest first. */
export const readSettings = ({ tx }: PlatformScope, beginning: string): Promise<StoredSetting[]> =>
  tx
    .select()
    .from(installationSettings)
    .where(like(installationSettings.name, `${beginning}%`))
    .orderBy(asc(installationSettings.savedAt), asc(installationSettings.name))

/** Settles something, in the place of what was settled before. */
export async function saveSetting(
  { tx, now }: PlatformScope,
  name: string,
  { facts = {}, secret = null, by }: NewSetting,
): Promise<void> {
  const storedValues = { facts, secret, savedAt: now, savedBy: by }
  await tx
    .insert(installationSettings)
    .values({ name, ...storedValues })
    .onConflictDoUpdate({ target: installationSettings.name, set: storedValues })
}

/** Forgets what was settled; nothing is fine too. */
export async function deleteSetting({ tx }: PlatformScope, name: string): Promise<void> {
  await tx.delete(installationSettings).where(isNamed(name))
}

export type ClinicName = { id: string; name: string; email: string }

/** Every active practice, the oldest first. */
export const listClinicNames = ({ tx }: PlatformScope): Promise<ClinicName[]> =>
  tx
    .select({ id: clinics.id, name: clinics.name, email: clinics.email })
    .from(clinics)
    .where(eq(clinics.status, 'active'))
    .orderBy(asc(clinics.createdAt), asc(clinics.id))

/** How big the database is, in bytes, and which server it is; asked as the login itself, since roles may not connect. */
export async function readDatabaseFacts(database: Database): Promise<{ bytes: number; version: string }> {
  const text = `select pg_database_size(current_database())::text as bytes, current_setting('server_version') as version`
  const { rows } = await database.borrow((client) => client.query<{ bytes: string; version: string }>(text))
  return { bytes: Number(rows[0]!.bytes), version: rows[0]!.version }
}

/** What the database's clock says. */
export async function readDatabaseTime({ tx }: PlatformScope): Promise<Date> {
  const { rows } = await tx.execute<{ at: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::text as at`,
  )
  return new Date(Number(rows[0]!.at))
}
