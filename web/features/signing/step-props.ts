import type { PatientConsent } from '../../../contract/signing.ts'
import type { Step } from './signing-steps.ts'

/** What every step of a consent's way is given. */
export type StepProps = {
  consent: PatientConsent
  onStep: (step: Step) => void
  onBack: () => void
}
