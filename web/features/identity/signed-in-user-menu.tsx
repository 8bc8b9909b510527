import { LockKeyhole, LogOut, UsersRound } from 'lucide-react'
import { ApiError } from '../../api.ts'
import { useAlert } from '../../ui/alert-provider.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { SidebarPerson } from '../../ui/sidebar-person.tsx'
import { useTask } from '../../ui/use-task.ts'
import { photoPath } from './profile-photo.ts'
import { lockScreen } from './screen-lock.ts'
import { useSessionUser } from './session-user.tsx'
import { signOut } from './tab-session.ts'

/** Who is signed in, at the foot of the sidebar, with the ways to leave the computer to somebody else. */
export function SignedInUserMenu({ roleLabel }: { roleLabel?: string }) {
  const { displayName, email, role, photo } = useSessionUser()
  const { busy, leave } = useLeaveAction()
  return (
    <SidebarPerson
      name={displayName}
      photo={photoPath(photo)}
      email={email}
      role={roleLabel ?? role.replaceAll('_', ' ')}
      actions={<KioskMenu leave={leave} />}
    >
      <Button
        variant="quiet"
        size="small"
        icon={LogOut}
        busy={busy}
        className="w-full rail:px-0 pointer-coarse:min-h-11 rail:[&>span]:gap-0"
        onClick={() => void leave(signOut, 'You are still signed in. Please try again.')}
      >
        <span className="rail:sr-only">Logout</span>
      </Button>
    </SidebarPerson>
  )
}

type LeaveAction = (how: () => Promise<void>, otherwise: string) => Promise<unknown>

/** Runs a way to leave, and tells why somebody is still here. */
function useLeaveAction(): { busy: boolean; leave: LeaveAction } {
  const { busy, run } = useTask()
  const alert = useAlert()

  const leave: LeaveAction = (how, otherwise) =>
    run(async () => {
      try {
        await how()
      } catch (error) {
        await alert(error instanceof ApiError ? error.message : otherwise)
      }
    })
  return { busy, leave }
}

function KioskMenu({ leave }: { leave: LeaveAction }) {
  const lock = (to?: string) => leave(() => lockScreen(to), 'The screen is not locked. Please try again.')
  const here = () => location.pathname + location.search + location.hash
  return (
    <Menu
      label="Lock this computer for another user"
      items={[
        { label: 'Lock this computer', icon: LockKeyhole, onSelect: () => void lock(here()) },
        { label: 'Change user', icon: UsersRound, onSelect: () => void lock() },
      ]}
    />
  )
}
