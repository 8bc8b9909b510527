import { useEffect, useState } from 'react'
import type { WizardState, WizardStep } from '../../../contract/setup-wizard.ts'
import { api } from '../../api.ts'
import { openDrafts } from '../identity/index.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { FinishedScreen, FinishStep } from './finish-step.tsx'
import { FirstAdmin } from './first-admin-screen.tsx'
import { PracticeStep } from './practice-step.tsx'
import type { SetupKey } from './setup-gate.tsx'
import { nextStep } from './wizard-order.ts'
import { MailStep, PaymentsStep, StorageStep } from './wizard-services.tsx'
import { wizardSteps } from './wizard-step.tsx'

type WizardScreenProps = { setupKey: SetupKey; signInHref: string; adminHref: string }

/** The first run, for a super administrator who is signed in: it goes on where it stood. */
export function WizardScreen({ setupKey, signInHref, adminHref }: WizardScreenProps) {
  const [state, setState] = useState<WizardState | null>()
  const [step, setStep] = useState<WizardStep>()
  const [makesAdmin, setMakesAdmin] = useState(false)

  const load = () =>
    openDrafts()
      .then(() => api.setupWizard.read({}))
      .then(setState, () => setState((known) => known ?? null))
  useEffect(() => void load(), [])

  if (state === undefined) return <Spinner size="large" />
  if (state === null) return <FailedState onRetry={() => void load()} />
  // The demo's administrator goes with the demo, and so first makes somebody who stays.
  if (state.isDemoAdmin || makesAdmin) return <FirstAdmin setupKey={setupKey} signInHref={signInHref} />
  if (state.finishedAt)
    return <FinishedScreen state={state} adminHref={adminHref} onAnotherAdmin={() => setMakesAdmin(true)} />

  const current = step ?? nextStep(state)
  const goToNeighbour = (by: 1 | -1) => setStep(wizardSteps[wizardSteps.indexOf(current) + by])
  const ways = { onState: setState, onBack: () => goToNeighbour(-1), onNext: () => goToNeighbour(1) }
  if (current === 'finish') return <FinishStep state={state} onState={setState} onBack={ways.onBack} />
  if (current === 'mail' || current === 'storage' || current === 'payments') {
    const service = current
    const Step = { mail: MailStep, storage: StorageStep, payments: PaymentsStep }[service]
    const known = state.services.find((each) => each.service === service)!
    return <Step key={service} service={service} state={known} {...ways} />
  }
  return <PracticeStep practice={state.practice} {...ways} />
}
