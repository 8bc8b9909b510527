import { useState } from 'react'
import { InvalidLinkNotice, LinkAction, SignInScreen, useLinkToken } from '../identity/index.ts'
import type { SessionUser } from '../../../contract/identity.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { api, ApiError } from '../../api.ts'
import { ExistingAccount } from './existing-account.tsx'
import { RegistrationFinish } from './registration-finish.tsx'
import type { AccountUse, RegistrationLink } from './registration-form-parsing.ts'
import { RegistrationStart } from './registration-start.tsx'

type RegistrationScreenProps = { heading: string; lead: string; onDone: (user: SessionUser) => void }

/** Registering: by address, then by the link that was sent there. Invitations come with such a link. */
export function RegistrationScreen({ heading, lead, onDone }: RegistrationScreenProps) {
  const token = useLinkToken()
  return token ? (
    <LinkSteps key={token} token={token} onDone={onDone} />
  ) : (
    <RegistrationStart heading={heading} lead={lead} />
  )
}

type Step =
  | { at: 'link' }
  | { at: 'form'; link: RegistrationLink }
  | { at: 'dead'; why: string }
  | { at: 'taken'; why: string; use: AccountUse }
  | { at: 'done' }

const newLink = { href: '/register', ask: 'Start again' }

type LinkStepsProps = { token: string; onDone: (user: SessionUser) => void }

function LinkSteps({ token, onDone }: LinkStepsProps) {
  const [step, setStep] = useState<Step>({ at: 'link' })

  async function open() {
    try {
      setStep({ at: 'form', link: await api.registration.open({ token }) })
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'email-already-in-use') throw error
      setStep({ at: 'taken', why: error.message, use: error.details as AccountUse })
    }
  }

  switch (step.at) {
    case 'link':
      return (
        <LinkAction
          token={token}
          title="Your registration"
          lead="Next, choose a password and check your name."
          button="Continue"
          newLink={newLink}
          onPress={open}
        />
      )
    case 'form':
      return (
        <RegistrationFinish
          token={token}
          link={step.link}
          onDone={() => setStep({ at: 'done' })}
          onInvalidLink={(why) => setStep({ at: 'dead', why })}
          onTaken={() =>
            void open().catch(() => setStep({ at: 'dead', why: signInMessages['invalid-action-code'] }))
          }
        />
      )
    case 'taken':
      return (
        <ExistingAccount
          token={token}
          why={step.why}
          use={step.use}
          onDone={() => setStep({ at: 'done' })}
          onDead={(why) => setStep({ at: 'dead', why })}
        />
      )
    case 'dead':
      return <InvalidLinkNotice reason={step.why} {...newLink} />
    case 'done':
      // The server has signed the person in as far as they may be; a second factor may be owed.
      return <SignInScreen title="Sign In" lead={null} withProviders to={null} waits onDone={onDone} />
  }
}
