import { useNavigate, useSearchParams } from 'react-router'
import login from '../../../build/content/page.login.json'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import { safeReturnPath } from '../../features/identity/return-path.ts'
import { SignInScreen } from '../../features/identity/sign-in-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'

export const meta = () => unlistedMeta('/admin-login', login.admin)

export default function AdminLogin() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returnPath = safeReturnPath(search.get('to'))
  return (
    <SignInScreen
      title={login.admin.heading}
      lead={login.admin.lead}
      withProviders={false}
      to={returnPath}
      onDone={(user) => navigate(returnPath ?? homePathOf(user.role), { replace: true })}
    />
  )
}
