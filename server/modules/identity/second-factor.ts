import { Secret, TOTP } from 'otpauth'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { Auth } from './auth.ts'
import { passkeys, secondFactors } from './identity-schema.ts'
import { secondFactorReplacement, type NewFactor } from './second-factor-replacement.ts'

/** RFC 6238 as every authenticator app speaks it; one step of grace for clocks that differ. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const window_steps = 1
const issuer = 'Candour'
const purpose = 'second-factor'
const secret_bytes = 20
const recovery_codes = 10
const recovery_code_length = 24

export type Enrolment = { uri: string; secret: string; recoveryCodes: string[] }

export type SecondFactors = ReturnType<typeof createSecondFactorStore>

/** 118 random bits as people copy them: 'k3f9-…', without letters that look like digits. At 112 a plain hash will do. */
function generateRecoveryCodes(): string[] {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: recovery_codes }, () => {
    const letters = Array.from({ length: recovery_code_length }, () => alphabet[randomInt(alphabet.length)])
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** How a secret is kept: wrapped, so that the database alone gives no codes. */
export const wrapSecret = (keyring: Keyring, secret: Secret): string => keyring.wrap(purpose, secret.bytes)

/** However it was typed: blanks, dashes and capitals do not matter. Random enough that a plain hash keeps it. */
const hashRecoveryCode = (typed: string): string =>
  createHash('sha256')
    .update(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('base64url')

const sameHash = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Authenticator apps: secrets wrapped by the keyring, no code taken twice, recovery codes kept as hashes. */
export function createSecondFactorStore(db: Auth['db'], keyring: Keyring) {
  const { userId: ofUser, confirmedAt, lastStep } = secondFactors
  const find = async (userId: string) =>
    (await db.select().from(secondFactors).where(eq(ofUser, userId)))[0] ?? null

  /** The time step of a right code; null when it is wrong. */
  function stepOf(wrapped: string, code: string, now: Date): number | null {
    const secret = new Secret({ buffer: new Uint8Array(keyring.unwrap(purpose, wrapped)).buffer })
    const totp = new TOTP({ ...parameters, secret })
    const delta = totp.validate({ token: code, window: window_steps, timestamp: now.getTime() })
    return delta === null ? null : Math.floor(now.getTime() / 1000 / parameters.period) + delta
  }

  /** A new app: what is kept of it, and what is shown of it once. */
  function generate(email: string): NewFactor {
    const secret = new Secret({ size: secret_bytes })
    const recoveryCodes = generateRecoveryCodes()
    const uri = new TOTP({ ...parameters, issuer, label: email, secret }).toString()
    return {
      stored: { secret: wrapSecret(keyring, secret), recoveryHashes: recoveryCodes.map(hashRecoveryCode) },
      shown: { uri, secret: secret.base32, recoveryCodes },
    }
  }

  /** Takes a right code, once: of two requests at the same time with the same code one alone succeeds. */
  async function spend(userId: string, code: string, now: Date, isConfirmed: boolean): Promise<boolean> {
    const kept = await find(userId)
    if (!kept || (kept.confirmedAt !== null) !== isConfirmed) return false
    const step = stepOf(kept.secret, code, now)
    if (step === null) return false
    const spent = await db
      .update(secondFactors)
      .set({ lastStep: step, confirmedAt: kept.confirmedAt ?? now })
      .where(and(eq(ofUser, userId), lt(lastStep, step), eq(secondFactors.secret, kept.secret)))
      .returning({ userId: ofUser })
    return spent.length > 0
  }

  return {
    /** Whether sign-in asks this account for a second factor. */
    async isOn(userId: string): Promise<boolean> {
      return (await find(userId))?.confirmedAt != null
    },
    /** What the account has besides a first factor. */
    async held(userId: string): Promise<{ app: boolean; passkey: boolean }> {
      const [passkey] = await db
        .select({ id: passkeys.id })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .limit(1)
      return { app: (await find(userId))?.confirmedAt != null, passkey: passkey !== undefined }
    },
    /** How many recovery codes are left; 0 without a second factor. */
    async recoveryCodesLeft(userId: string): Promise<number> {
      const kept = await find(userId)
      return kept?.confirmedAt ? kept.recoveryHashes.length : 0
    },
    /**
     * Begins anew: the secret and recovery codes, shown once. Nothing is asked until a code was right. Null where one
     * is on already: a first factor alone must never replace it.
     */
    async start(userId: string, email: string): Promise<Enrolment | null> {
      const { stored, shown } = generate(email)
      const begun = { ...stored, confirmedAt: null, lastStep: 0 }
      const started = await db
        .insert(secondFactors)
        .values({ userId, ...begun })
        .onConflictDoUpdate({ target: ofUser, set: begun, setWhere: isNull(confirmedAt) })
        .returning({ userId: ofUser })
      return started.length > 0 ? shown : null
    },
    ...secondFactorReplacement(db, { generate, stepOf }),
    /** Turns it on with the first code of the app; whether the code was right. */
    confirm: (userId: string, code: string, now: Date) => spend(userId, code, now, false),
    /** Whether a code of the app is right, which it is once. */
    verify: (userId: string, code: string, now: Date) => spend(userId, code, now, true),
    /** Takes a recovery code; whether it was one that is left. */
    async recover(userId: string, typed: string): Promise<boolean> {
      const kept = await find(userId)
      if (!kept?.confirmedAt) return false
      const hash = hashRecoveryCode(typed)
      const match = kept.recoveryHashes.find((left) => sameHash(left, hash))
      if (!match) return false
      const spent = await db
        .update(secondFactors)
        .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${match})` })
        .where(and(eq(ofUser, userId), sql`${match} = any(${secondFactors.recoveryHashes})`))
        .returning({ userId: ofUser })
      return spent.length > 0
    },
    /** New recovery codes in place of the old; null without a second factor. */
    async renewRecoveryCodes(userId: string): Promise<string[] | null> {
      const recoveryCodes = generateRecoveryCodes()
      const renewed = await db
        .update(secondFactors)
        .set({ recoveryHashes: recoveryCodes.map(hashRecoveryCode) })
        .where(and(eq(ofUser, userId), isNotNull(confirmedAt)))
        .returning({ userId: ofUser })
      return renewed.length > 0 ? recoveryCodes : null
    },
    /** The passkeys of an account whose owner lost what holds them. */
    async removePasskeys(userId: string): Promise<void> {
      await db.delete(passkeys).where(eq(passkeys.userId, userId))
    },
    async remove(userId: string): Promise<void> {
      await db.delete(secondFactors).where(eq(ofUser, userId))
    },
  }
}
