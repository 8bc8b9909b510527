import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem } from '../../api.ts'
import { useAlert } from '../../ui/alert-provider.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SidebarPerson } from '../../ui/sidebar-person.tsx'
import { useSessionUser } from './session-user.tsx'
import { signOut } from './this-session.ts'

/** Who is signed in, at the foot of the sidebar, with the way out. */
export function SignedInPerson({ roleLabel }: { roleLabel?: string }) {
  const { displayName, email, role } = useSessionUser()
  return (
    <SidebarPerson
      name={displayName}
      email={email}
      role={roleLabel ?? role.replaceAll('_', ' ')}
      action={<LogoutButton />}
    />
  )
}

function LogoutButton() {
  const [busy, setBusy] = useState(false)
  const alert = useAlert()

  async function leave() {
    setBusy(true)
    try {
      await signOut()
    } catch (error) {
      setBusy(false)
      await alert(error instanceof ApiProblem ? error.message : 'You are still signed in. Please try again.')
    }
  }

  return <IconButton label="Logout" icon={LogOut} busy={busy} onClick={leave} />
}
