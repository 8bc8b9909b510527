import { useNavigate, useSearchParams } from 'react-router'
import login from '../../../build/content/page.login.json'
import { EmailLinkScreen } from '../../features/identity/email-link-screen.tsx'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import { safeReturnPath } from '../../features/identity/return-path.ts'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/login/link', login.link)

export default function LoginLink() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returnPath = safeReturnPath(search.get('to'))
  return (
    <EmailLinkScreen
      to={returnPath}
      onDone={(user) => navigate(returnPath ?? homePathOf(user.role), { replace: true })}
    />
  )
}
