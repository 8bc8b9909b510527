import password from '../../../build/content/page.password.json'
import { ResetPasswordScreen } from '../../features/identity/reset-password-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/reset-password', password.reset)

export default ResetPasswordScreen
