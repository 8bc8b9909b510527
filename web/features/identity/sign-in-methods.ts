import { useEffect, useState } from 'react'
import { api, ApiError, type Api } from '../../api.ts'

export type SignInMethods = Awaited<ReturnType<Api['identity']['ways']>>
export type PasswordPolicy = SignInMethods['passwordPolicy']

const policyRefusals = ['weak-password', 'password-does-not-meet-requirements']

/** Asked once for all screens; a failed question may be asked again. */
export function cacheSignInMethods(ask: () => Promise<SignInMethods>) {
  let asked: Promise<SignInMethods> | undefined
  const listeners = new Set<() => void>()

  function load(): Promise<SignInMethods> {
    const question = (asked ??= ask())
    question.catch(() => {
      if (asked === question) asked = undefined
    })
    return question
  }

  /** A password was refused: the policy may be another than the one known here, and is asked for again (section 8). */
  function learnFrom(error: unknown): void {
    if (!(error instanceof ApiError) || !policyRefusals.includes(error.reason ?? '')) return
    asked = undefined
    for (const tell of listeners) tell()
  }

  /** Tells of the answer, and of each that comes after it; what it gives back ends that. */
  function watch(tell: (ways: SignInMethods) => void): () => void {
    let left = false
    const ask = () =>
      void load().then(
        (ways) => left || tell(ways),
        () => {},
      )
    listeners.add(ask)
    ask()
    return () => {
      left = true
      listeners.delete(ask)
    }
  }
  return { watch, learnFrom }
}

const signInMethods = cacheSignInMethods(() => api.identity.ways({}))
export const loadSignInMethodsFrom = signInMethods.learnFrom

/**
 * Which ways to sign in are open here, and what passwords must be; undefined until it is known. Without an answer
 * the screens keep to the password, and the server says what it refuses.
 */
export function useSignInMethods(): SignInMethods | undefined {
  const [known, setKnown] = useState<SignInMethods>()
  useEffect(() => signInMethods.watch(setKnown), [])
  return known
}
