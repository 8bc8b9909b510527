const slot = 'candour:home'

/** Storage throws in some private windows; then the page asks anew after each load. */
function quietly<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/**
 * Whether this tab opened the page before, so that a reload and the way back from a form find it open. The cookie is
 * what opens it; a tab that never did need not ask the server.
 */
export const homeInTab = {
  isOpen: (): boolean => quietly(() => sessionStorage.getItem(slot)) === 'open',
  remember: () => quietly(() => sessionStorage.setItem(slot, 'open')),
  forget: () => quietly(() => sessionStorage.removeItem(slot)),
}
