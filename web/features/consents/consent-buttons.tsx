import { Ban, FilePen, PenLine, Pencil, QrCode, Send, Undo2 } from 'lucide-react'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import type { actionsOf } from './consent-actions.ts'
import type { SendBy } from './consent-form-values.ts'
import type { ConsentPaths } from './consent-paths.ts'

type ConsentButtonsProps = {
  consentId: string
  actions: ReturnType<typeof actionsOf>
  paths: ConsentPaths
  sending: { send: (by: SendBy) => Promise<void>; busy: boolean }
  onEnd: (how: 'void' | 'withdraw') => void
}

/** What can be done with a consent: the next step as a button, what ends or replaces it in a menu. */
export function ConsentButtons({ consentId, actions, paths, sending, onEnd }: ConsentButtonsProps) {
  const { send, busy } = sending
  const more: MenuItem[] = [
    ...(actions.send
      ? [{ label: 'Send as link or QR code', icon: QrCode, onSelect: () => void send('link') }]
      : []),
    ...(actions.replace
      ? [{ label: 'Replace with a new consent', icon: FilePen, href: paths.create({ replaces: consentId }) }]
      : []),
    ...(actions.withdraw
      ? [{ label: 'Record withdrawal', icon: Undo2, danger: true, onSelect: () => onEnd('withdraw') }]
      : []),
    ...(actions.void ? [{ label: 'Make void', icon: Ban, danger: true, onSelect: () => onEnd('void') }] : []),
  ]
  return (
    <>
      {actions.edit && (
        <ButtonLink href={paths.edit(consentId)} variant="quiet" icon={Pencil}>
          Edit draft
        </ButtonLink>
      )}
      {actions.send && (
        <Button icon={Send} busy={busy} onClick={() => void send('email')}>
          Send by e-mail
        </Button>
      )}
      {actions.countersign && (
        <ButtonLink href={paths.countersign(consentId)} icon={PenLine}>
          Countersign
        </ButtonLink>
      )}
      {more.length > 0 && <Menu label="More actions" trigger="More" items={more} />}
    </>
  )
}
