import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { login } from '../../../build/content/pages.json'
import type { SessionUser } from '../../../contract/identity.ts'
import { homeOf } from '../../features/identity/guard-rules.ts'
import { safeReturnPath } from '../../features/identity/return-path.ts'
import { SignInForm } from '../../features/identity/sign-in-form.tsx'
import { thisSession } from '../../features/identity/this-session.ts'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/login', login)

export default function Login() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const wanted = safeReturnPath(search.get('to'))

  useEffect(() => {
    let left = false
    // Someone already signed in goes on; a failed question leaves them the form, which says what is wrong.
    const goOn = (user: SessionUser | null) =>
      !left && user && navigate(wanted ?? homeOf(user.role), { replace: true })
    thisSession.load().then(goOn, () => {})
    return () => {
      left = true
    }
  }, [navigate, wanted])

  return (
    <div className="mx-auto w-full max-w-md px-6 py-12 sm:py-20">
      <h1 tabIndex={-1}>Sign in</h1>
      <p className="mt-1 text-lead text-muted">
        For dental practices. Patients open the link in their message instead.
      </p>
      <SignInForm onDone={(user) => navigate(wanted ?? homeOf(user.role), { replace: true })} />
    </div>
  )
}
