import address from '../../../build/content/page.address.json'
import { ConfirmEmailScreen } from '../../features/identity/confirm-email-screen.tsx'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/verify-email', address)

export default ConfirmEmailScreen
