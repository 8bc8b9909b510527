import password from '../../../build/content/page.password.json'
import { ForgotPasswordScreen } from '../../features/identity/forgot-password-screen.tsx'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/forgot-password', password.forgot)

export default ForgotPasswordScreen
