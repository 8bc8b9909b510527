import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SignInFrame } from '../identity/index.ts'
import type { SignInStep } from '../../../contract/identity.ts'
import { api, type Api } from '../../api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { UnlockForm } from './unlock-form.tsx'

export type LockedPerson = Awaited<ReturnType<Api['identity']['locked']>>[number]

type LockScreenProps = {
  /** Signing in as somebody else, and coming back to where this browser was. */
  signInHref: string
  onUnlocked: (step: SignInStep) => void
  /** This browser holds no locked session: the way on is elsewhere. */
  onNoPeople: () => Promise<void>
}

const title = 'This computer is locked'
const kioskTitle = 'This screen is with a patient'

/** Who may go on with this browser, and how they show that it is them. */
export function LockScreen({ signInHref, onUnlocked, onNoPeople }: LockScreenProps) {
  const { people, busy, problem, load } = useLockedPeople(onNoPeople)
  /** `null` once somebody went back to the choice. */
  const [chosen, setChosen] = useState<LockedPerson | null>()
  const [ended, setEnded] = useState<string>()
  const person = chosen ?? (people?.length === 1 ? people[0] : undefined)
  const elsewhere = (
    <Link href={signInHref} className="text-link">
      Someone else
    </Link>
  )
  if (ended !== undefined) return <SessionEndedNotice message={ended} signInHref={signInHref} />
  if (problem) {
    return (
      <SignInFrame title={title} after={elsewhere}>
        <FailedState reference={problem.requestId} onRetry={load} busy={busy}>
          {problem.message}
        </FailedState>
      </SignInFrame>
    )
  }
  if (!people || people.length === 0) return <Spinner size="large" />
  if (!person) {
    return (
      <PersonChoice
        people={people}
        signInHref={signInHref}
        onChosen={setChosen}
        takesFocus={chosen === null}
      />
    )
  }
  return (
    <SignInFrame title={person.handedOver ? kioskTitle : title} after={people.length === 1 && elsewhere}>
      {person.handedOver && (
        // A patient's pages are outside the router: the browser loads them anew.
        <BackLink onClick={() => location.assign(`/kiosk/${person.handedOver}`)} className="-mt-3 mb-3">
          Back to the patient’s forms
        </BackLink>
      )}
      {people.length > 1 && (
        <BackLink onClick={() => setChosen(null)} className="-mt-3 mb-3">
          Choose another user
        </BackLink>
      )}
      <UnlockForm person={person} onUnlocked={onUnlocked} onEnded={setEnded} />
    </SignInFrame>
  )
}

function useLockedPeople(onNobody: () => Promise<void>) {
  const [people, setPeople] = useState<LockedPerson[]>()
  const { busy, problem, run } = useTask()
  const load = () =>
    void run(async () => {
      const found = await api.identity.locked({})
      setPeople(found)
      if (found.length === 0) await onNobody()
    })
  const begin = useEffectEvent(load)
  useEffect(() => begin(), [])
  return { people, busy, problem, load }
}

type PersonChoiceProps = {
  people: readonly LockedPerson[]
  signInHref: string
  onChosen: (person: LockedPerson) => void
  /** Where the choice comes back into the place of what was used. */
  takesFocus: boolean
}

function PersonChoice({ people, signInHref, onChosen, takesFocus }: PersonChoiceProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (takesFocus) list.current?.querySelector('button')?.focus()
  }, [takesFocus])
  return (
    <SignInFrame title={title} lead="Who is using this computer?">
      <ul ref={list} className="space-y-3">
        {people.map((person) => (
          <li key={person.sessionId}>
            <button
              type="button"
              onClick={() => onChosen(person)}
              className="flex min-h-20 w-full items-center gap-4 rounded-lg border border-line px-4 py-3 text-start transition-colors hover:border-brand hover:bg-brand-soft"
            >
              <Avatar name={person.name} size="large" />
              <span className="min-w-0">
                <span dir="auto" className="block text-lead font-semibold">
                  {person.name}
                </span>
                {person.clinicName !== null && (
                  <span dir="auto" className="block text-muted">
                    {person.clinicName}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ButtonLink href={signInHref} variant="quiet" size="large" className="mt-3 w-full">
        Someone else
      </ButtonLink>
    </SignInFrame>
  )
}

function SessionEndedNotice({ message, signInHref }: { message: string; signInHref: string }) {
  return (
    <SignInFrame title="Sign in again">
      <InlineMessage tone="bad" role="alert">
        {message}
      </InlineMessage>
      <ButtonLink href={signInHref} size="large" className="mt-5 w-full">
        Sign In
      </ButtonLink>
    </SignInFrame>
  )
}
