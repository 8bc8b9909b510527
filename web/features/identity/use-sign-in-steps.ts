import { useEffect, useEffectEvent, useState } from 'react'
import type { SessionUser, SignInStep } from '../../../contract/identity.ts'
import { signInMessage } from '../../../contract/sign-in-codes.ts'
import type { SessionResponse } from './guard-rules.ts'
import { clearPatientStorage } from './private-storage.ts'
import { notifyOtherTabs, tabSession } from './tab-session.ts'

/** Where a sign-in stands on this page: a way is to be chosen, or a second factor is owed or to be set up. */
type SignInStage = 'ways' | 'second-factor' | 'enrol'

/**
 * Leads a person through a sign-in. Whatever the first factor was, the answer says what is still owed; once nothing
 * is, `onDone` gets the person. Somebody who is signed in already goes on at once.
 */
export function useSignInSteps(onDone: (user: SessionUser) => void) {
  const [stage, setStage] = useState<SignInStage>('ways')
  const [isKnown, setKnown] = useState(false)
  const [ended, setEnded] = useState<string>()

  function take({ step, user }: SignInStep) {
    if (step === 'second-factor' || step === 'enrol') return setStage(step)
    // An answer that says neither who is signed in nor what is owed.
    if (!user) throw new Error(signInMessage(undefined))
    // Somebody else may sign in on a tablet that a patient has in hand.
    clearPatientStorage()
    tabSession.remember(user)
    notifyOtherTabs()
    onDone(user)
  }

  function settle({ step, user, refused }: SessionResponse) {
    setKnown(true)
    setEnded(refused && accessRevokedText(refused))
    if (step === 'open' && user) onDone(user)
    else setStage(step === 'second-factor' || step === 'enrol' ? step : 'ways')
  }

  const arrive = useEffectEvent(settle)
  useEffect(() => {
    let left = false
    tabSession.load().then(
      (answer) => left || arrive(answer),
      // The form stays, and says what is wrong when it is sent.
      () => left || setKnown(true),
    )
    return () => {
      left = true
    }
  }, [])

  /** Asks anew how far the sign-in of this browser has come: a window of a provider's has told that it is through. */
  async function resume() {
    settle(await tabSession.load())
    notifyOtherTabs()
  }
  return { stage, isKnown, ended, take, resume, restart: () => setStage('ways') }
}

/** Somebody whose access was taken away while they were signed in hears what to do, whichever way it was taken. */
const accessRevokedText = (refused: NonNullable<SessionResponse['refused']>): string =>
  signInMessage(refused === 'account-deactivated' ? 'user-disabled' : refused)
