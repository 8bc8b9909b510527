/** Where earlier releases kept what staff wrote of somebody's health; drafts are sealed by now. */
const privatePrefix = 'candour.private.'
/** What a patient filled in on a tablet of the practice; a signature on its way is none of these, and stays until it is sent. */
const patientPrefixes = ['candour:link:', 'candour:step:', 'candour:place:', 'candour.begun.']

type Store = Pick<Storage, 'length' | 'key' | 'removeItem'>

function removeKeys(store: Store, prefixes: readonly string[]): void {
  const slots = Array.from({ length: store.length }, (_none, at) => store.key(at) ?? '')
  for (const slot of slots) if (prefixes.some((prefix) => slot.startsWith(prefix))) store.removeItem(slot)
}

/** What of a store is to be forgotten when a session ends. */
export const privateKeysIn = (store: Store): void => removeKeys(store, [privatePrefix, ...patientPrefixes])

/** What of a store is to be forgotten when staff take a tablet back: what they wrote themselves stays theirs. */
export const patientKeysIn = (store: Store): void => removeKeys(store, patientPrefixes)

/**
 * Forgets what this tab keeps of anybody's health: the one place that does, at signing out and whenever a session is
 * found to have ended. Other tabs hear of it and do the same.
 */
export const clearPrivateStorage = (): void => forBothStorages(privateKeysIn)

/**
 * Forgets what a patient had begun on this device: a tablet that is taken back shows it to nobody, and a signature that
 * was drawn and not sent cannot be sent by somebody else. What was sent, or is on its way, stays.
 */
export const clearPatientStorage = (): void => forBothStorages(patientKeysIn)

function forBothStorages(forget: (store: Store) => void): void {
  for (const kind of ['sessionStorage', 'localStorage'] as const)
    try {
      forget(globalThis[kind])
    } catch {
      // A browser that lets nobody at its storage has kept nothing.
    }
}
