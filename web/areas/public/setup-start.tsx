import { setup } from '../../../build/content/pages.json'
import { FirstAdminScreen } from '../../features/setup/first-admin-screen.tsx'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/setup', setup)

export default function SetupStart() {
  return <FirstAdminScreen signInHref="/admin-login" />
}
