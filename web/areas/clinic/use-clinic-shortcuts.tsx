import { Suspense, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMay } from '../../features/identity/session-user.tsx'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import type { ClinicDialog } from './clinic-dialogs.tsx'
import { consentPaths } from './clinic-paths.ts'

const ClinicDialogs = lazyPart(async () => ({
  default: (await import('./clinic-dialogs.tsx')).ClinicDialogs,
}))

/** The shortcuts that work on every page of a practice; what they open is fetched when it is asked for. */
export function useClinicShortcuts(): { openMenu: () => void; dialogs: ReactNode } {
  const [shown, setShown] = useState<ClinicDialog | null>(null)
  const navigate = useNavigate()
  const may = useMay()
  const { pathname } = useLocation()
  // Where one is begun already, a key pressed by mistake begins no other.
  const isStarting = pathname === consentPaths.create()
  // On a patient's pages it is for that patient.
  const [, patient] = /^\/clinic\/patients\/([\da-f-]{36})(?:\/|$)/.exec(pathname) ?? []
  const openMenu = () => setShown('menu')
  useShortcut(keyboardShortcuts.commandMenu, openMenu)
  useShortcut(keyboardShortcuts.shortcuts, () => setShown('shortcuts'))
  useShortcut(
    keyboardShortcuts.create,
    () => void navigate(consentPaths.create(patient ? { patient } : {})),
    may('createConsents') && !isStarting,
  )
  const dialogs = shown && (
    <Suspense>
      <ClinicDialogs shown={shown} onShow={setShown} />
    </Suspense>
  )
  return { openMenu, dialogs }
}
