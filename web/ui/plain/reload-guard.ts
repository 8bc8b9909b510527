const storageKey = 'candour.reloaded'

/** The page as far as a reload goes. */
type Tab = {
  store: Pick<Storage, 'getItem' | 'setItem'>
  /** Names what was loaded: another name, another release. */
  release: string
  address: string
  reload(): void
  assign(address: string): void
}

/** Makes the guard of a tab: `reloadOnce` loads a page anew, and is false where this release has had its one reload. */
export function createReloadGuard(tab: () => Tab): (address: string) => boolean {
  let leaving = false
  return (address) => {
    // Several scripts may fail together; the page goes away once.
    if (leaving) return true
    try {
      const { store, release, ...page } = tab()
      if (store.getItem(storageKey) === release) return false
      store.setItem(storageKey, release)
      leaving = true
      if (address === page.address) page.reload()
      else page.assign(address)
      return true
    } catch {
      // Without a store nothing would keep it from doing so for ever.
      return false
    }
  }
}

/**
 * The first script of the page, whose hashed name follows from all that it leads to. Read at once: the links are gone
 * once the page is drawn.
 */
const release =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector('link[rel="modulepreload"], script[type="module"][src]')?.outerHTML ?? '')

/** Loads a page anew, once for each release and tab. False where that has been done, or cannot be kept count of. */
export const reloadOnce = createReloadGuard(() => ({
  store: sessionStorage,
  release,
  address: location.href,
  reload: () => location.reload(),
  assign: (address) => location.assign(address),
}))
