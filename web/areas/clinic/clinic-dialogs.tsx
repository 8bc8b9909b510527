import { ShortcutDialog } from '../../features/search/lazy-shortcut-dialog.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'

const ClinicCommandMenu = lazyPart(async () => ({
  default: (await import('./clinic-command-menu.tsx')).ClinicCommandMenu,
}))

export type ClinicDialog = 'menu' | 'shortcuts'

type ClinicDialogsProps = { shown: ClinicDialog; onShow: (dialog: ClinicDialog | null) => void }

/** What a shortcut lays over a page. Apart from the listeners, so that the first load does not name the scripts of either. */
export function ClinicDialogs({ shown, onShow }: ClinicDialogsProps) {
  const close = () => onShow(null)
  if (shown === 'shortcuts') return <ShortcutDialog onClose={close} />
  return <ClinicCommandMenu onClose={close} onShortcuts={() => onShow('shortcuts')} />
}
