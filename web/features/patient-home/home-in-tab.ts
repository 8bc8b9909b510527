const storageKey = 'candour:home'

/** Storage throws in some private windows; then the page asks anew after each load. */
function ignoreStorageErrors<T>(use: () => T): T | undefined {
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
export const tabHomeSession = {
  isOpen: (): boolean => ignoreStorageErrors(() => sessionStorage.getItem(storageKey)) === 'open',
  remember: () => ignoreStorageErrors(() => sessionStorage.setItem(storageKey, 'open')),
  forget: () => ignoreStorageErrors(() => sessionStorage.removeItem(storageKey)),
}
