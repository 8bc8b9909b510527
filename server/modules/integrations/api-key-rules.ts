import { randomBytes } from 'node:crypto'
import { day_ms } from '../../platform/clock.ts'

const prefix = 'cand_'
const key_bytes = 32
const hint_length = 4
/** What may be a key at all, so that nothing else is looked up. */
const pattern = /^Bearer (cand_[\w-]{43})$/i

/** A new key: 256 random bits behind a prefix that scanners of leaked secrets can look for. */
export const generateApiKey = (): string => prefix + randomBytes(key_bytes).toString('base64url')

/** What people see of a key afterwards. */
export const keyHint = (key: string): string => key.slice(-hint_length)

/** The key in an Authorization header; null when there is none that could be one. */
export const parseBearerKey = (authorization: string): string | null =>
  pattern.exec(authorization)?.[1] ?? null

export const keyExpiry = (now: Date, days: number): Date => new Date(now.getTime() + days * day_ms)

type Lifetime = { revokedAt: Date | null; expiresAt: Date }

/** How a key stands: revoked, expired, or neither. */
export const keyState = ({ revokedAt, expiresAt }: Lifetime, now: Date): 'live' | 'expired' | 'revoked' =>
  revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'live'
