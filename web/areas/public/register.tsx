import { useNavigate } from 'react-router'
import register from '../../../build/content/page.register.json'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import { RegistrationScreen } from '../../features/registration/registration-screen.tsx'
import { publicMeta } from '../../page-meta.ts'
import { LegalLinks } from './legal-links.tsx'

export const meta = () => publicMeta('/register', register)

export default function Register() {
  const navigate = useNavigate()
  return (
    <>
      <RegistrationScreen
        heading={register.heading}
        lead={register.lead}
        onDone={(user) => navigate(homePathOf(user.role), { replace: true })}
      />
      <div className="mx-auto -mt-4 w-full max-w-md px-6 pb-12 text-center">
        <LegalLinks lead={register.terms} />
      </div>
    </>
  )
}
