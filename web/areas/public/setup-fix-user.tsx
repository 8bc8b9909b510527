import repair from '../../../build/content/page.repair.json'
import { UserRepairScreen } from '../../features/setup/user-repair-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup/fix-user', repair)

export default function SetupFixUser() {
  return (
    <SetupPage>
      <UserRepairScreen />
    </SetupPage>
  )
}
