import { Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '../../features/identity/session-user.tsx'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { consentPaths } from './clinic-paths.ts'

const ClinicCommandMenu = lazyPart(async () => ({
  default: (await import('./clinic-command-menu.tsx')).ClinicCommandMenu,
}))
const ShortcutDialog = lazyPart(async () => ({
  default: (await import('../../features/search/shortcut-dialog.tsx')).ShortcutDialog,
}))

/** The shortcuts that work on every page of a practice; what they open is fetched when it is asked for. */
export function useClinicShortcuts(): { openMenu: () => void; dialogs: ReactNode } {
  const [shown, setShown] = useState<'menu' | 'shortcuts' | null>(null)
  const navigate = useNavigate()
  const may = useMay()
  const close = () => setShown(null)
  const openMenu = () => setShown('menu')
  const openShortcuts = () => setShown('shortcuts')
  useShortcut(keyboardShortcuts.commandMenu, openMenu)
  useShortcut(keyboardShortcuts.shortcuts, openShortcuts)
  useShortcut(keyboardShortcuts.create, () => void navigate(consentPaths.create()), may('createConsents'))
  const dialogs = (
    <Suspense>
      {shown === 'menu' && <ClinicCommandMenu onClose={close} onShortcuts={openShortcuts} />}
      {shown === 'shortcuts' && <ShortcutDialog onClose={close} />}
    </Suspense>
  )
  return { openMenu, dialogs }
}
