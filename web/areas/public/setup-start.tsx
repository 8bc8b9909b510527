import setup from '../../../build/content/page.setup.json'
import { FirstAdminScreen } from '../../features/setup/first-admin-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup', setup)

export default function SetupStart() {
  return (
    <SetupPage>
      <FirstAdminScreen signInHref="/admin-login" />
    </SetupPage>
  )
}
