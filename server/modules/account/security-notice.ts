import { queueAccountMessage } from '../identity/index.ts'
import type { AccountParts } from './account-parts.ts'

type Notice = Extract<Parameters<typeof queueAccountMessage>[1], { kind: 'account-changed' }>

/** Tells whoever has an account, at the address it has, that something about signing in to it was changed. */
export const giveNotice = (
  parts: Pick<AccountParts, 'auth' | 'enqueue'>,
  recipient: string,
  change: Notice['details']['change'],
): Promise<void> => queueAccountMessage(parts, { kind: 'account-changed', recipient, details: { change } })
