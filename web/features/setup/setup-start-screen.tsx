import { useState } from 'react'
import { SignInScreen } from '../identity/index.ts'
import { AlreadySetUp, FirstAdmin } from './first-admin-screen.tsx'
import { SetupGate, type SetupKey } from './setup-gate.tsx'
import { WizardScreen } from './wizard-screen.tsx'
import { WizardProgress } from './wizard-step.tsx'

type SetupStartProps = { signInHref: string; adminHref: string }

/**
 * The first run of an installation: the token makes the first super administrator, who signs in and goes on with what
 * else an installation needs.
 */
export const SetupStartScreen = (hrefs: SetupStartProps) => (
  <SetupGate title="Set up this installation" signInHref={hrefs.signInHref}>
    {(key) => <SetupStart setupKey={key} {...hrefs} />}
  </SetupGate>
)

function SetupStart({ setupKey, signInHref, adminHref }: SetupStartProps & { setupKey: SetupKey }) {
  const [stage, setStage] = useState<'token' | 'sign-in' | 'signed-in'>('token')
  if (!setupKey.byToken || stage === 'signed-in') {
    const signedIn = { hasSuperAdmin: true, byToken: false, context: {} }
    return <WizardScreen setupKey={signedIn} signInHref={signInHref} adminHref={adminHref} />
  }
  if (stage === 'sign-in')
    return (
      <>
        <WizardProgress step="admin" />
        <SignInScreen
          title="Sign in as the super administrator"
          lead="Your account has been created. Sign in to continue."
          withProviders={false}
          to="/setup"
          waits
          onDone={() => setStage('signed-in')}
        />
      </>
    )
  if (setupKey.hasSuperAdmin) return <AlreadySetUp signInHref={signInHref} />
  return <FirstAdmin setupKey={setupKey} signInHref={signInHref} onFirst={() => setStage('sign-in')} />
}
