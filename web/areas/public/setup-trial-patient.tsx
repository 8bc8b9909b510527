import trial from '../../../build/content/page.trial-patient.json'
import { TrialPatientScreen } from '../../features/setup/trial-patient-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup/test-patient-creation', trial)

export default function SetupTrialPatient() {
  return (
    <SetupPage>
      <TrialPatientScreen />
    </SetupPage>
  )
}
