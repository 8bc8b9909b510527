import { useState, type ReactNode } from 'react'
import type { SessionUser } from '../../../contract/identity.ts'
import { api } from '../../api.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { EmailLinkForm } from './email-link-form.tsx'
import { EnrolmentSteps } from './enrolment-steps.tsx'
import {
  AlternativeSignInMethods,
  type AlternativeSignInMethodsProps,
} from './alternative-sign-in-methods.tsx'
import { PracticeSignInForm } from './practice-sign-in-form.tsx'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { signInProblemText } from './sign-in-problem.ts'
import { useSignInMethods, type SignInMethods } from './sign-in-methods.ts'
import { tabSession } from './tab-session.ts'
import { useSignInSteps } from './use-sign-in-steps.ts'

type SignInScreenProps = {
  title: string
  lead: ReactNode
  /** Below the sheet, while a way is chosen. */
  after?: ReactNode
  /** Super administrators sign in with what is their own, not with an identity provider. */
  withProviders: boolean
  /** On a screen that may be in a patient's hands, from which no link leads away. */
  isBare?: boolean
  /** The place to go on to. */
  to: string | null
  /** What to tell first: why a sign-in with a provider was refused. */
  told?: string | undefined
  /** Shows nothing to fill in before it is known how far the sign-in has come. */
  waits?: boolean | undefined
  onDone: (user: SessionUser) => void
}

type SignInMethod = 'first' | 'email-link' | 'phone' | 'practice'

/** Signing in, from the first factor to the last step. */
export function SignInScreen(props: SignInScreenProps) {
  const { title, lead, after, withProviders, isBare = false, to, told, waits = false, onDone } = props
  const [way, setWay] = useState<SignInMethod>('first')
  const [notice, setNotice] = useState(told)
  const ways = useSignInMethods()
  const { stage, isKnown, ended, take, resume, restart } = useSignInSteps(onDone)

  function beginAgain(why?: string) {
    tabSession.clear()
    setNotice(why)
    setWay('first')
    restart()
  }
  /** The half of a sign-in that this browser holds ends too, or the next visit would ask for the other half. */
  async function leave() {
    await api.identity.signOut({}).catch(() => {})
    beginAgain()
  }

  if (waits && !isKnown) return <Spinner size="large" />
  if (stage === 'second-factor')
    return <SecondFactorForm onStep={take} onExpired={beginAgain} onLeave={leave} />
  if (stage === 'enrol')
    return (
      <SignInFrame title="Set up your second factor" lead="This account needs a second factor.">
        <EnrolmentSteps onStep={take} onExpired={beginAgain} onLeave={leave} />
      </SignInFrame>
    )
  if (way === 'email-link')
    return (
      <SignInFrame title="Sign in by e-mail" lead="We send you a link. Open it on this device.">
        <EmailLinkForm ways={ways} to={to} onBack={() => setWay('first')} />
      </SignInFrame>
    )
  if (way === 'phone')
    return (
      <SignInFrame
        title="Sign in by phone"
        lead="We text a code to the mobile number confirmed in your account."
      >
        <PhoneCodeForm ways={ways} onStep={take} onBack={() => setWay('first')} />
      </SignInFrame>
    )
  if (way === 'practice')
    return (
      <SignInFrame title="Sign in with your practice account" lead="Your practice’s own sign-in opens.">
        <PracticeSignInForm to={to} onBack={() => setWay('first')} />
      </SignInFrame>
    )
  return (
    <SignInFrame title={title} lead={lead} after={after}>
      {(notice ?? ended) && (
        <InlineMessage tone="bad" role="alert" className="mb-6">
          {notice ?? ended}
        </InlineMessage>
      )}
      <FirstFactor
        ways={ways && (withProviders ? ways : { ...ways, providers: [] })}
        to={to}
        isBare={isBare}
        onStep={take}
        onAnswered={() => void resume().catch((error) => setNotice(signInProblemText(error)))}
        onEmailLink={() => setWay('email-link')}
        onPhone={() => setWay('phone')}
        onPractice={withProviders ? () => setWay('practice') : undefined}
      />
    </SignInFrame>
  )
}

type FirstFactorProps = Omit<AlternativeSignInMethodsProps, 'ways'> & {
  ways: SignInMethods | undefined
  isBare: boolean
}

/** The password, and below it whatever else is open here. */
function FirstFactor({ ways, isBare, ...rest }: FirstFactorProps) {
  return (
    <>
      {ways?.password !== false && (
        <SignInForm ways={ways} isBare={isBare} to={rest.to} onStep={rest.onStep} />
      )}
      {ways && (hasOthers(ways) || rest.onPractice) && (
        <>
          {ways.password && <Divider />}
          <AlternativeSignInMethods ways={ways} {...rest} />
        </>
      )}
    </>
  )
}

const hasOthers = ({ passkey, emailLink, phone, providers }: SignInMethods) =>
  passkey || emailLink || phone || providers.length > 0

function Divider() {
  return (
    <div className="my-6 flex items-center gap-4 text-muted">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
