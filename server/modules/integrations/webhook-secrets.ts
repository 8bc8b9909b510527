import { webhook_secret_overlap_hours } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { generateSigningSecret, formatSecret } from './webhook-rules.ts'

const purpose = 'webhook'

type StoredSecrets = { secret: string; previousSecret: string | null; previousSecretUntil: Date | null }

/** Signing secrets as they are kept: wrapped. */
export function webhookSecrets(keyring: Keyring) {
  return {
    /** A new secret: as people see it once, and as it is kept. */
    make(): { shown: string; kept: string } {
      const secret = generateSigningSecret()
      return { shown: formatSecret(secret), kept: keyring.wrap(purpose, secret) }
    },
    /** What is kept once a secret is replaced: for a while the old one signs as well. */
    replaced(before: StoredSecrets, kept: string, now: Date): StoredSecrets {
      const until = new Date(now.getTime() + webhook_secret_overlap_hours * 60 * minute_ms)
      return { secret: kept, previousSecret: before.secret, previousSecretUntil: until }
    },
    /** The secrets that sign now, the newest first. */
    validOf({ secret, previousSecret, previousSecretUntil }: StoredSecrets, now: Date): Uint8Array[] {
      const isOverlapping =
        previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now
      return [secret, ...(isOverlapping ? [previousSecret] : [])].map((kept) => keyring.unwrap(purpose, kept))
    },
  }
}
