import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { SignInStep } from '../../../contract/identity.ts'
import { api } from '../../api.ts'

/**
 * Where the browser can, it offers passkeys in the name field before anything is pressed. Nothing is fetched or asked
 * where it cannot. A passkey that the server refuses is told of; that none was chosen is no failure.
 * Answers how to give the offer up: a browser holds one question of ours at a time, and a second would spoil both.
 */
export function usePasskeyAutofill(
  isOpen: boolean,
  onStep: (step: SignInStep) => void,
  onRefused: (error: unknown) => void,
): () => Promise<void> {
  const giveUp = useRef<() => Promise<void>>(undefined)
  const take = useEffectEvent(onStep)
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    if (!isOpen) return
    let left = false
    let cancel = () => {}
    async function offer() {
      if (!(await canOffer())) return
      const [{ startAuthentication, WebAuthnAbortService }, { options }] = await Promise.all([
        import('@simplewebauthn/browser'),
        api.identity.passkeyOptions({}),
      ])
      if (left) return
      cancel = () => WebAuthnAbortService.cancelCeremony()
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
      const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
      try {
        const step = await api.identity.checkPasskey({ response: { ...response } })
        if (!left) take(step)
      } catch (error) {
        if (!left) refuse(error)
      }
    }
    // Given up, or not to be had: the other ways stand open.
    const offered = offer().catch(() => {})
    giveUp.current = () => {
      left = true
      cancel()
      return offered
    }
    return () => void giveUp.current?.()
  }, [isOpen])
  return async () => giveUp.current?.()
}

/** Whether the browser can offer passkeys while a name is typed. */
const canOffer = async () =>
  'PublicKeyCredential' in window &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())
