import { X509Certificate } from 'node:crypto'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { day_ms, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { createSealingCertificate, type SealingKey } from '../../platform/pdf/sealing-certificate.ts'
import { createSecondKey, type SecondAlgorithm, type SecondKey } from '../../platform/pdf/second-signature.ts'
import { sealingKeys } from './document-schema.ts'

/** The same number for every instance: only one makes the first key. */
const sealingLock = 7_303_021
const purpose = 'sealing-key'
const rsa = 'RSA-3072'
/** A key is followed by another one while its certificate is good for so long: what it seals has to be read for years. */
const certificate_days_min = 2 * 365

export type InstallationKey = SealingKey & { id: string }

type SealingKeyDeps = { database: Database; keyring: Keyring; clock: Clock; organisation: string }

/**
 * The key this installation seals with now; the first call makes it. Keys are rows: each document names the one it was
 * sealed with, so that retiring a key leaves older documents verifiable (rulings 21).
 */
export function loadSealingKey({
  database,
  keyring,
  clock,
  organisation,
}: SealingKeyDeps): Promise<InstallationKey> {
  return database.borrow(async (client) => {
    const tx = drizzle(client)
    await client.query('begin')
    try {
      await tx.execute(sql`select pg_advisory_xact_lock(${sealingLock})`)
      const [kept] = await tx
        .select()
        .from(sealingKeys)
        .where(and(isNull(sealingKeys.retiredAt), eq(sealingKeys.algorithm, rsa)))
        .orderBy(desc(sealingKeys.createdAt))
        .limit(1)
      const row = kept && !isEnding(kept.certificate, clock.now()) ? kept : await makeKey()
      await client.query('commit')
      const privateKey = Buffer.from(keyring.unwrap(purpose, row.wrappedKey)).toString('utf8')
      return { id: row.id, certificate: row.certificate, privateKey }
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }

    async function makeKey() {
      const now = clock.now()
      const { certificate, privateKey } = await createSealingCertificate({
        commonName: `${organisation} record seal`,
        organisation,
        now,
      })
      const wrappedKey = keyring.wrap(purpose, Buffer.from(privateKey, 'utf8'))
      const [made] = await tx
        .insert(sealingKeys)
        .values({ certificate, wrappedKey, createdAt: now })
        .returning()
      return made!
    }
  })
}

/**
 * The key of the second signature, of an algorithm; the first call makes it. Without a certificate: what it signs is
 * signed with the sealing key too, which names it.
 */
export function loadSecondKey(
  { database, keyring, clock }: Omit<SealingKeyDeps, 'organisation'>,
  algorithm: SecondAlgorithm,
): Promise<SecondKey> {
  return database.borrow(async (client) => {
    const tx = drizzle(client)
    await client.query('begin')
    try {
      await tx.execute(sql`select pg_advisory_xact_lock(${sealingLock})`)
      const isCurrent = and(isNull(sealingKeys.retiredAt), eq(sealingKeys.algorithm, algorithm))
      const [kept] = await tx.select().from(sealingKeys).where(isCurrent).limit(1)
      const made = kept ? undefined : createSecondKey(algorithm)
      if (made)
        await tx.insert(sealingKeys).values({
          ...{ algorithm, certificate: made.publicKey, createdAt: clock.now() },
          wrappedKey: keyring.wrap(purpose, Buffer.from(made.privateKey, 'utf8')),
        })
      await client.query('commit')
      if (made) return made
      const privateKey = Buffer.from(keyring.unwrap(purpose, kept!.wrappedKey)).toString('utf8')
      return { algorithm, publicKey: kept!.certificate, privateKey }
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

/** When the certificate of a seal ends. */
const endOfCertificate = (pem: string): Date => new Date(new X509Certificate(pem).validTo)

const isEnding = (pem: string, now: Date): boolean =>
  endOfCertificate(pem).getTime() - now.getTime() < certificate_days_min * day_ms

/** The keys that documents were sealed with, retired or not, each with the end of its certificate. */
export async function listSealingKeys(database: Database): Promise<{ id: string; until: Date }[]> {
  const rows = await database.borrow((client) =>
    drizzle(client)
      .select({ id: sealingKeys.id, certificate: sealingKeys.certificate })
      .from(sealingKeys)
      .where(eq(sealingKeys.algorithm, rsa)),
  )
  return rows.map(({ id, certificate }) => ({ id, until: endOfCertificate(certificate) }))
}

/** The certificates of these keys, retired or not, by the keys' ids. */
export async function listSealingCertificates(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database.borrow((client) =>
    drizzle(client)
      .select({ id: sealingKeys.id, certificate: sealingKeys.certificate })
      .from(sealingKeys)
      .where(inArray(sealingKeys.id, [...new Set(ids)])),
  )
  return new Map(rows.map(({ id, certificate }) => [id, certificate]))
}
