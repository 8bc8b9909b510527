import { useNavigate } from 'react-router'
import register from '../../../build/content/page.register.json'
import { homeOf } from '../../features/identity/guard-rules.ts'
import { RegistrationScreen } from '../../features/registration/registration-screen.tsx'
import { publicMeta } from '../../page-meta.ts'

export const meta = () => publicMeta('/register', register)

export default function Register() {
  const navigate = useNavigate()
  return (
    <RegistrationScreen
      heading={register.heading}
      lead={register.lead}
      onDone={(user) => navigate(homeOf(user.role), { replace: true })}
    />
  )
}
