import { z } from 'zod'
import type { Keyring } from '../../platform/keys/keyring.ts'

const purpose = 'practice-system'

/** What somebody granted: a code that is exchanged once, or the tokens that came of it. */
const Granted = z.union([
  z.object({ code: z.string() }),
  z.object({
    accessToken: z.string(),
    refreshToken: z.string().nullable(),
    /** How long before its end the token is renewed. */
    renewed_ms_early: z.number().optional(),
  }),
])
export type Granted = z.infer<typeof Granted>

export const wrapKey = (keyring: Keyring, key: string): string =>
  keyring.wrap(purpose, Buffer.from(key, 'utf8'))

export const unwrapKey = (keyring: Keyring, secret: string): string =>
  Buffer.from(keyring.unwrap(purpose, secret)).toString('utf8')

export const wrapGranted = (keyring: Keyring, granted: Granted): string =>
  wrapKey(keyring, JSON.stringify(granted))

export const unwrapGranted = (keyring: Keyring, secret: string): Granted =>
  Granted.parse(JSON.parse(unwrapKey(keyring, secret)))

/** Of a key as long as this, or longer, the last four characters tell nothing. */
export const keyHintOf = (key: string): string => key.slice(-4)
