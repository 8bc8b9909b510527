import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

type SidebarPersonProps = {
  name: string
  /** The address of their picture. */
  photo?: string | null | undefined
  email?: string | undefined
  role: string
  /** Such as a menu, beside the name. */
  actions?: ReactNode
  /** Such as signing out, below the name. */
  children?: ReactNode
}

/** Who is signed in, at the foot of the sidebar. */
export function SidebarPerson({ name, photo, email, role, actions, children }: SidebarPersonProps) {
  return (
    <div className="mt-auto space-y-3 border-t border-line bg-surface px-5 py-4 rail:sticky rail:bottom-0 rail:space-y-1 rail:px-2 rail:py-2">
      <div className="flex items-center gap-3 rail:flex-col rail:gap-1">
        <Avatar name={name} photo={photo} />
        <div className="min-w-0 flex-1 leading-snug rail:sr-only">
          <p dir="auto" className="truncate font-semibold">
            {name}
          </p>
          {email !== undefined && (
            <p className="truncate text-xs text-muted" title={email}>
              {email}
            </p>
          )}
          <p className="truncate text-xs text-muted">{role}</p>
        </div>
        {actions != null && <div className="-me-2 rail:me-0">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
