import type { SessionUser } from '../../../contract/identity.ts'
import { auth_loading_ms_max, permissions_loading_ms_max } from '../../../contract/limits.ts'
import type { SessionState } from './guard-rules.ts'

/** An answer this recent is not asked for again on the next navigation. */
const fresh_ms = 30_000

type FetchUser = () => Promise<SessionUser | null>

/** Who is signed in, as this tab knows it: asked once, then again now and then while people move about. */
export class Session {
  readonly #fetchUser: FetchUser
  #user: SessionUser | null | undefined
  #answeredAt = 0
  #pending: Promise<void> | undefined

  constructor(fetchUser: FetchUser) {
    this.#fetchUser = fetchUser
  }

  /** What is known now; starts asking where nothing is known or the last answer has grown old. */
  state(): SessionState {
    const fresh = this.#user !== undefined && Date.now() - this.#answeredAt < fresh_ms
    // Whoever waits for it to settle hears of a failure.
    if (!fresh) this.#ask().catch(() => {})
    return { user: this.#user, refreshing: this.#pending !== undefined }
  }

  /**
   * The state once the answer is there, or once a safety time-out has passed: then a person not yet
   * known counts as signed out, and one already known goes on with the permissions known before.
   * Rejects if nothing is known and the question fails.
   */
  async settled(): Promise<SessionState> {
    const wait_ms = this.#user === undefined ? auth_loading_ms_max : permissions_loading_ms_max
    await Promise.race([this.#pending, sleep(wait_ms)])
    return { user: this.#user ?? null, refreshing: false }
  }

  /** The person, however long it takes; `null` for nobody. */
  async load(): Promise<SessionUser | null> {
    await this.#ask()
    return this.#user ?? null
  }

  /** Takes over what a sign-in answered. */
  remember(user: SessionUser): void {
    this.#settle(user)
  }

  /** The session has ended; the next question goes to the server. */
  forget(): void {
    this.#user = undefined
    this.#pending = undefined
  }

  #ask(): Promise<void> {
    const asked = (this.#pending ??= this.#fetchUser()
      .then((user) => {
        if (this.#pending === asked) this.#settle(user)
      })
      .catch((error: unknown) => {
        if (this.#pending === asked) this.#fail(error)
      }))
    return asked
  }

  #settle(user: SessionUser | null) {
    this.#pending = undefined
    this.#user = user
    this.#answeredAt = Date.now()
  }

  #fail(error: unknown) {
    this.#pending = undefined
    if (this.#user === undefined) throw error
    // The server decides on every call anyway; a failed refresh must not take the page away.
    this.#answeredAt = Date.now()
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
