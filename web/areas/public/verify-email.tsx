import address from '../../../build/content/page.address.json'
import { ConfirmEmailScreen } from '../../features/identity/confirm-email-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/verify-email', address)

export default ConfirmEmailScreen
