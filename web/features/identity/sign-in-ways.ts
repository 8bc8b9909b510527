import { useEffect, useState } from 'react'
import { api, ApiProblem, type Api } from '../../api.ts'

export type Ways = Awaited<ReturnType<Api['identity']['ways']>>
export type PasswordPolicy = Ways['passwordPolicy']

const policyRefusals = ['weak-password', 'password-does-not-meet-requirements']

/** Asked once for all screens; a failed question may be asked again. */
export function rememberWays(ask: () => Promise<Ways>) {
  let asked: Promise<Ways> | undefined
  const listeners = new Set<() => void>()

  function load(): Promise<Ways> {
    const question = (asked ??= ask())
    question.catch(() => {
      if (asked === question) asked = undefined
    })
    return question
  }

  /** A password was refused: the policy may be another than the one known here, and is asked for again (section 8). */
  function learnFrom(error: unknown): void {
    if (!(error instanceof ApiProblem) || !policyRefusals.includes(error.reason ?? '')) return
    asked = undefined
    for (const tell of listeners) tell()
  }

  /** Tells of the answer, and of each that comes after it; what it gives back ends that. */
  function watch(tell: (ways: Ways) => void): () => void {
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

const ways = rememberWays(() => api.identity.ways({}))
export const learnWaysFrom = ways.learnFrom

/**
 * Which ways to sign in are open here, and what passwords must be; undefined until it is known. Without an answer
 * the screens keep to the password, and the server says what it refuses.
 */
export function useWays(): Ways | undefined {
  const [known, setKnown] = useState<Ways>()
  useEffect(() => ways.watch(setKnown), [])
  return known
}
