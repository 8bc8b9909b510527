import verify from '../../../build/content/page.verify.json'
import { VerifyScreen } from '../../features/evidence/verify-screen.tsx'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/verify', verify)

export default function Verify() {
  return <VerifyScreen title={verify.heading} lead={verify.lead} />
}
