import password from '../../../build/content/page.password.json'
import { ResetPasswordScreen } from '../../features/identity/reset-password-screen.tsx'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/reset-password', password.reset)

export default ResetPasswordScreen
