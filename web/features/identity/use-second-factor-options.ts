import { useEffect, useEffectEvent, useState } from 'react'
import { api, type Api } from '../../api.ts'

type SecondFactorOptions = Awaited<ReturnType<Api['identity']['secondFactorOptions']>>

/** Where it cannot be asked, the app stands: what is wrong is said when its form is sent. */
const fallback: SecondFactorOptions = { give: ['app'], setUp: ['app'] }

/**
 * What this sign-in may be finished with, or what must be set up; undefined until it is known. `onFailed` answers whether
 * it has taken a failure over.
 */
export function useSecondFactorOptions(
  onFailed: (error: unknown) => boolean,
): SecondFactorOptions | undefined {
  const [options, setOptions] = useState<SecondFactorOptions>()
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    let left = false
    api.identity.secondFactorOptions({}).then(
      (answer) => left || setOptions(answer),
      (error: unknown) => left || fail(error) || setOptions(fallback),
    )
    return () => {
      left = true
    }
  }, [])
  return options
}
