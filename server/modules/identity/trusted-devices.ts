import { and, count, eq, gt } from 'drizzle-orm'
import { trusted_device_days } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import type { Auth } from './auth.ts'
import { trustedDevices } from './identity-schema.ts'

export type TrustedDevices = ReturnType<typeof createTrustedDeviceStore>

/** Devices that somebody asked not to be asked on again: kept as the hash of what the device's cookie holds. */
export function createTrustedDeviceStore(db: Auth['db']) {
  const { userId: ofUser, expiresAt, tokenHash } = trustedDevices
  return {
    /** Remembers a device; answers what its cookie is to hold, and for how many seconds. */
    async remember(userId: string, now: Date): Promise<{ token: string; seconds: number }> {
      const token = newToken()
      const until = new Date(now.getTime() + trusted_device_days * day_ms)
      await db.insert(trustedDevices).values({ tokenHash: hashToken(token), userId, expiresAt: until })
      return { token, seconds: (trusted_device_days * day_ms) / 1000 }
    },
    async knows(userId: string, token: string | null, now: Date): Promise<boolean> {
      if (!token) return false
      const found = await db
        .select({ userId: ofUser })
        .from(trustedDevices)
        .where(and(eq(tokenHash, hashToken(token)), eq(ofUser, userId), gt(expiresAt, now)))
      return found.length > 0
    },
    async count(userId: string, now: Date): Promise<number> {
      const [counted] = await db
        .select({ devices: count() })
        .from(trustedDevices)
        .where(and(eq(ofUser, userId), gt(expiresAt, now)))
      return counted!.devices
    },
    async forget(userId: string): Promise<void> {
      await db.delete(trustedDevices).where(eq(ofUser, userId))
    },
  }
}
