import setup from '../../../build/content/page.setup.json'
import { SetupStartScreen } from '../../features/setup/setup-start-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup', setup)

export default function SetupStart() {
  return (
    <SetupPage>
      <SetupStartScreen signInHref="/admin-login?to=/setup" adminHref="/admin" />
    </SetupPage>
  )
}
