import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { second_factor_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { Auth } from './auth.ts'
import { secondFactors, verifications } from './identity-schema.ts'

/** A new authenticator app: what is kept of it, and what its owner is shown once. */
export type NewFactor = {
  stored: { secret: string; recoveryHashes: string[] }
  shown: { uri: string; secret: string; recoveryCodes: string[] }
}

type FactorGenerator = {
  generate(email: string): NewFactor
  /** The time step of a right code of a kept secret; null when it is wrong. */
  stepOf(secret: string, code: string, now: Date): number | null
}

const verificationKeyOf = (userId: string) => `second-factor:${userId}`

/**
 * Setting up an app while signed in. What is begun waits beside the app that there is, which goes on being asked for:
 * whoever gives up halfway has lost nothing.
 */
export function secondFactorReplacement(db: Auth['db'], { generate, stepOf }: FactorGenerator) {
  const { identifier, expiresAt, id } = verifications

  return {
    /** Begins to set up an app, or another one in its place. */
    async startReplacement(userId: string, email: string, now: Date): Promise<NewFactor['shown']> {
      const { stored, shown } = generate(email)
      await db.delete(verifications).where(eq(identifier, verificationKeyOf(userId)))
      await db.insert(verifications).values({
        id: randomUUID(),
        identifier: verificationKeyOf(userId),
        value: JSON.stringify(stored),
        expiresAt: new Date(now.getTime() + second_factor_minutes * minute_ms),
      })
      return shown
    },
    /** Puts the new app in the place of the old with its first code; whether the code was right. */
    async confirmReplacement(userId: string, code: string, now: Date): Promise<boolean> {
      const [begun] = await db
        .select()
        .from(verifications)
        .where(and(eq(identifier, verificationKeyOf(userId)), gt(expiresAt, now)))
      if (!begun) return false
      const kept = JSON.parse(begun.value) as NewFactor['stored']
      const lastStep = stepOf(kept.secret, code, now)
      if (lastStep === null) return false
      return db.transaction(async (tx) => {
        const spent = await tx.delete(verifications).where(eq(id, begun.id)).returning({ id })
        if (spent.length === 0) return false
        const factor = { ...kept, confirmedAt: now, lastStep }
        await tx
          .insert(secondFactors)
          .values({ userId, ...factor })
          .onConflictDoUpdate({ target: secondFactors.userId, set: factor })
        return true
      })
    },
  }
}
