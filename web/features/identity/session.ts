import type { SessionUser } from '../../../contract/identity.ts'
import { auth_loading_ms_max, permissions_loading_ms_max } from '../../../contract/limits.ts'
import type { SessionResponse, SessionState } from './guard-rules.ts'

/** An answer this recent is not asked for again on the next navigation. */
const session_cache_ms = 30_000

type Fetch = () => Promise<SessionResponse>

const signedOutState: SessionResponse = { user: null, step: 'none' }

/** Who is signed in, as this tab knows it: asked once, then again now and then while people move about. */
export class Session {
  readonly #fetch: Fetch
  readonly #onNobody: () => void
  #answer: SessionResponse | undefined
  #answeredAt = 0
  #pending: Promise<void> | undefined

  /** `onNobody` is called whenever the server says that nobody is signed in here. */
  constructor(fetch: Fetch, onNobody: () => void = () => {}) {
    this.#fetch = fetch
    this.#onNobody = onNobody
  }

  /** What is known now; starts asking where nothing is known or the last answer has grown old. */
  state(): SessionState {
    const fresh = this.#answer !== undefined && Date.now() - this.#answeredAt < session_cache_ms
    // Whoever waits for it to settle hears of a failure.
    if (!fresh) this.#ask().catch(() => {})
    const refreshing = this.#pending !== undefined
    return this.#answer ? { ...this.#answer, refreshing } : { user: undefined, step: 'none', refreshing }
  }

  /**
   * The state once the answer is there, or once a safety time-out has passed: then a person not yet
   * known counts as signed out, and one already known goes on with the permissions known before.
   * Rejects if nothing is known and the question fails.
   */
  async settled(): Promise<SessionState> {
    const wait_ms = this.#answer === undefined ? auth_loading_ms_max : permissions_loading_ms_max
    await Promise.race([this.#pending, sleep(wait_ms)])
    return { ...(this.#answer ?? signedOutState), refreshing: false }
  }

  /** What the server says now, however long it takes. */
  async load(): Promise<SessionResponse> {
    await this.#ask()
    return this.#answer ?? signedOutState
  }

  /** Takes over what a sign-in answered. */
  remember(user: SessionUser): void {
    this.#settle({ user, step: 'open' })
  }

  /** The person as known without asking; `null` for nobody. */
  current(): SessionUser | null {
    return this.#answer?.user ?? null
  }

  /** The session has ended; the next question goes to the server. */
  clear(): void {
    this.#answer = undefined
    this.#pending = undefined
  }

  #ask(): Promise<void> {
    const asked = (this.#pending ??= this.#fetch()
      .then((answer) => {
        if (this.#pending === asked) this.#settle(answer)
      })
      .catch((error: unknown) => {
        if (this.#pending === asked) this.#fail(error)
      }))
    return asked
  }

  #settle(answer: SessionResponse) {
    this.#pending = undefined
    this.#answer = answer
    this.#answeredAt = Date.now()
    if (answer.step === 'none') this.#onNobody()
  }

  #fail(error: unknown) {
    this.#pending = undefined
    if (this.#answer === undefined) throw error
    // The server decides on every call anyway; a failed refresh must not take the page away.
    this.#answeredAt = Date.now()
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
