/** The lock screen over a page that stays as it is below it: laid when the browser locks, lifted when its person is back. */
class ScreenLockOverlay {
  readonly #listeners = new Set<() => void>()
  isShown = false
  #lifted = Promise.withResolvers<void>()

  readonly isLaid = (): boolean => this.isShown

  /** Calls back whenever it is laid or lifted, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Lays it over the page; false where the page has nothing to lay, so that it has to be left. */
  show(): boolean {
    if (this.#listeners.size === 0) return false
    if (!this.isShown) this.#lifted = Promise.withResolvers<void>()
    this.#turn(true)
    return true
  }

  hide(): void {
    this.#turn(false)
    this.#lifted.resolve()
  }

  /** Settles once nothing lies over the page: what is asked of the server meanwhile would only be refused. */
  async lifted(): Promise<void> {
    if (this.isShown) await this.#lifted.promise
  }

  #turn(isLaid: boolean) {
    this.isShown = isLaid
    for (const listener of this.#listeners) listener()
  }
}

/** The cover of this tab. */
export const screenLockOverlay = new ScreenLockOverlay()
