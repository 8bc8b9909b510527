/** Derives what seals the unsent text of one person: the tag of its owner, and a key as base64url. */
export type DraftKeys = (person: string) => { owner: string; key: string }

/**
 * Derives draft keys from the installation's root key by HKDF: the same person has the same key whenever they sign in or
 * prove their birth date again, and nothing is stored of it. `person` names somebody uniquely, with their clinic.
 */
export const openDraftKeys =
  (rootKey: { derive: (purpose: string) => Uint8Array }): DraftKeys =>
  (person) => ({
    owner: Buffer.from(rootKey.derive(`draft-owner/${person}`))
      .subarray(0, 16)
      .toString('hex'),
    key: Buffer.from(rootKey.derive(`draft-key/${person}`)).toString('base64url'),
  })
