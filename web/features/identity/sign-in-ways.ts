import { useEffect, useState } from 'react'
import { api, type Api } from '../../api.ts'

export type Ways = Awaited<ReturnType<Api['identity']['ways']>>
export type PasswordPolicy = Ways['passwordPolicy']

let asked: Promise<Ways> | undefined

/** Asked once for all screens; a failed question may be asked again. */
function loadWays(): Promise<Ways> {
  asked ??= api.identity.ways({}).catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/**
 * Which ways to sign in are open here, and what passwords must be; undefined until it is known. Without an answer
 * the screens keep to the password, and the server says what it refuses.
 */
export function useWays(): Ways | undefined {
  const [ways, setWays] = useState<Ways>()
  useEffect(() => {
    let left = false
    loadWays().then(
      (answer) => left || setWays(answer),
      () => {},
    )
    return () => {
      left = true
    }
  }, [])
  return ways
}
