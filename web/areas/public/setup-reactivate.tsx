import reactivation from '../../../build/content/page.reactivation.json'
import { ReactivationScreen } from '../../features/setup/reactivation-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup/reactivate-superadmin', reactivation)

export default function SetupReactivate() {
  return (
    <SetupPage>
      <ReactivationScreen />
    </SetupPage>
  )
}
