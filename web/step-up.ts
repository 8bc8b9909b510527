/** Asks whoever sits here to prove that it is them; answers whether they did. */
type PromptReauthentication = () => Promise<boolean>

/** Sends a call again, once, after the person has proved who they are: dangerous acts ask for a fresh proof. */
export class StepUp {
  #ask: PromptReauthentication | undefined
  #asking: Promise<boolean> | undefined

  /** Names who asks, until the returned function is called. Without anybody a refusal stays one. */
  register(ask: PromptReauthentication): () => void {
    this.#ask = ask
    return () => {
      if (this.#ask === ask) this.#ask = undefined
    }
  }

  /** Calls refused while a question is open share its answer; a person who gives up leaves each its own refusal. */
  async send<T>(call: () => Promise<T>, requiresRecentLogin: (error: unknown) => boolean): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (!requiresRecentLogin(error) || !(await this.#proved())) throw error
      return call()
    }
  }

  async #proved(): Promise<boolean> {
    if (!this.#ask) return false
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }
}
