import type { Account } from './account-record.ts'

/** What a person can confirm with. */
export type ConfirmationMethod = 'passkey' | 'password' | 'app'

/** What this person holds, the least trouble first. */
export function listConfirmationMethods(
  account: Pick<Account, 'hasPassword' | 'passkeys'> & { secondFactor: { isOn: boolean } },
): ConfirmationMethod[] {
  const held: Record<ConfirmationMethod, boolean> = {
    passkey: account.passkeys.length > 0,
    password: account.hasPassword,
    app: account.secondFactor.isOn,
  }
  return (['passkey', 'password', 'app'] as const).filter((way) => held[way])
}
