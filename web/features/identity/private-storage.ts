const privatePrefix = 'candour.private.'
/** What a patient filled in on a tablet of the practice; a signature on its way is none of these, and stays until it is sent. */
const patientPrefixes = ['candour:link:', 'candour:step:', 'candour:place:', 'candour:draft:']

/** The name under which a browser keeps what speaks of somebody's health: gone when whoever wrote it signs out. */
export const privateSlot = (name: string): string => privatePrefix + name

type Store = Pick<Storage, 'length' | 'key' | 'removeItem'>

/** What of a store is to be forgotten when a session ends. */
export function forgetIn(store: Store): void {
  const slots = Array.from({ length: store.length }, (_none, at) => store.key(at) ?? '')
  for (const slot of slots)
    if ([privatePrefix, ...patientPrefixes].some((prefix) => slot.startsWith(prefix))) store.removeItem(slot)
}

/**
 * Forgets what this tab keeps of anybody's health: the one place that does, at signing out and whenever a session is
 * found to have ended. Other tabs hear of it and do the same.
 */
export function forgetPrivate(): void {
  for (const kind of ['sessionStorage', 'localStorage'] as const)
    try {
      forgetIn(globalThis[kind])
    } catch {
      // A browser that lets nobody at its storage has kept nothing.
    }
}
