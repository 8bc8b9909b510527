import { useNavigate, useSearchParams } from 'react-router'
import login from '../../../build/content/page.login.json'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import { safeReturnPath } from '../../features/identity/return-path.ts'
import { SignInScreen } from '../../features/identity/sign-in-screen.tsx'
import { publicMeta } from '../../page-meta.ts'
import { Link } from '../../ui/plain/link.tsx'
import { LegalLinks } from './legal-links.tsx'

export const meta = () => publicMeta('/login', login)

export default function Login() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returnPath = safeReturnPath(search.get('to'))
  return (
    <SignInScreen
      title={login.heading}
      lead={login.lead}
      after={
        <>
          <p>
            New here?{' '}
            <Link href="/register" className="text-link">
              Get Started
            </Link>
          </p>
          <LegalLinks />
        </>
      }
      withProviders
      to={returnPath}
      onDone={(user) => navigate(returnPath ?? homePathOf(user.role), { replace: true })}
    />
  )
}
