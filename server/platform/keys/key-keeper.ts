import type { Keyring } from './keyring.ts'

/**
 * Keeps the master key, and wraps data keys with it where nobody else sees it: the port for a KMS or a PKCS#11 token.
 * `purpose` names the data key and its owner, and is bound to what is wrapped.
 */
export type KeyKeeper = {
  wrap(purpose: string, key: Uint8Array): Promise<string>
  /** @throws UnwrapError where the text was altered, or wrapped for something else or by another */
  unwrap(purpose: string, text: string): Promise<Uint8Array>
}

/** The keeper of an installation that has its master key as a file or a setting. */
export const keyringKeeper = (keyring: Keyring): KeyKeeper => ({
  wrap: async (purpose, key) => keyring.wrap(purpose, key),
  unwrap: async (purpose, text) => keyring.unwrap(purpose, text),
})
