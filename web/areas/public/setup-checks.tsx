import checks from '../../../build/content/page.checks.json'
import { ChecksScreen } from '../../features/setup/checks-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup/test', checks)

export default function SetupChecks() {
  return (
    <SetupPage>
      <ChecksScreen />
    </SetupPage>
  )
}
