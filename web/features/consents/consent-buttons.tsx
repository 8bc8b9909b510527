import {
  Ban,
  CircleX,
  Copy,
  CopyPlus,
  FilePen,
  MessageSquareText,
  PenLine,
  Pencil,
  Printer,
  QrCode,
  Replace,
  Send,
  Smartphone,
  Trash2,
  UserCheck,
  Undo2,
} from 'lucide-react'
import { awaitsPatient } from '../../../contract/consent-states.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { isOffered, leadsToCountersigning, type OfferedConsent } from './action-offers.ts'
import type { SendBy } from './consent-form-values.ts'
import type { ConsentPaths } from './consent-paths.ts'
import { sendMethods, type PatientContact } from './link-words.ts'

/** What staff put on record of a consent, each in a dialog. */
export type ConversationAction =
  'addendum' | 'discussion' | 'attestation' | 'verbal' | 'refusal' | 'confirmation' | 'withdrawal'

const sendButtons = {
  email: { label: 'Send by e-mail', icon: Send },
  sms: { label: 'Send by text message', icon: Smartphone },
  link: { label: 'Send as link or QR code', icon: QrCode },
} as const

type ConsentButtonsProps = {
  consent: OfferedConsent
  contact: PatientContact
  paths: ConsentPaths
  sending: { send: (by: SendBy) => Promise<void>; busy: boolean }
  onDiscard: () => void
  onVoid: () => void
  onCare: (what: ConversationAction) => void
}

/** What can be done with a consent: the next step as a button, what ends or replaces it in a menu. */
export function ConsentButtons({
  consent,
  contact,
  paths,
  sending,
  onDiscard,
  onVoid,
  onCare,
}: ConsentButtonsProps) {
  const { id: consentId } = consent
  const { send, busy } = sending
  const [firstMethod = 'link', ...otherMethods]: SendBy[] = [...sendMethods(contact), 'link']
  const more: MenuItem[] = [
    ...(isOffered(consent, 'send')
      ? otherMethods.map((by) => ({ ...sendButtons[by], onSelect: () => void send(by) }))
      : []),
    ...(isOffered(consent, 'discuss')
      ? [
          {
            label: 'Record a conversation',
            icon: MessageSquareText,
            onSelect: () => onCare('discussion'),
          },
          {
            label: 'Record a witness or interpreter',
            icon: UserCheck,
            onSelect: () => onCare('attestation'),
          },
        ]
      : []),
    ...(isOffered(consent, 'agreeVerbally')
      ? [
          {
            label: 'Record verbal consent',
            icon: UserCheck,
            onSelect: () => onCare('verbal'),
          },
        ]
      : []),
    ...(isOffered(consent, 'confirm')
      ? [{ label: 'Reconfirm with the patient', icon: UserCheck, onSelect: () => onCare('confirmation') }]
      : []),
    ...(isOffered(consent, 'addendum')
      ? [{ label: 'Plan has changed', icon: Replace, onSelect: () => onCare('addendum') }]
      : []),
    ...(isOffered(consent, 'replace')
      ? [{ label: 'Replace with a new consent', icon: FilePen, href: paths.create({ replaces: consentId }) }]
      : []),
    {
      label: 'Repeat for another tooth',
      icon: Copy,
      href: paths.create({ repeats: consentId, patient: consent.patient.id }),
    },
    { label: 'Repeat for another patient', icon: CopyPlus, href: paths.create({ repeats: consentId }) },
    { label: 'Show all on one page', icon: Printer, href: paths.section(consentId, 'all') },
    ...(isOffered(consent, 'refuse')
      ? [{ label: 'Record refusal', icon: CircleX, danger: true, onSelect: () => onCare('refusal') }]
      : []),
    ...(isOffered(consent, 'withdraw')
      ? [{ label: 'Record withdrawal', icon: Undo2, danger: true, onSelect: () => onCare('withdrawal') }]
      : []),
    ...(isOffered(consent, 'discard')
      ? [{ label: 'Discard draft', icon: Trash2, danger: true, onSelect: onDiscard }]
      : []),
    // What can be discarded needs no reason.
    ...(isOffered(consent, 'void') && !isOffered(consent, 'discard')
      ? [{ label: 'Void consent', icon: Ban, danger: true, onSelect: onVoid }]
      : []),
  ]
  return (
    <>
      {isOffered(consent, 'edit') && (
        <ButtonLink href={paths.edit(consentId)} variant="quiet" icon={Pencil}>
          Edit draft
        </ButtonLink>
      )}
      {isOffered(consent, 'send') && (
        <Button icon={sendButtons[firstMethod].icon} busy={busy} onClick={() => void send(firstMethod)}>
          {sendButtons[firstMethod].label}
        </Button>
      )}
      {awaitsPatient(consent.status) && isOffered(consent, 'link') && (
        <ButtonLink href={paths.section(consentId, 'messages')} variant="quiet" icon={QrCode}>
          Resend or show QR code
        </ButtonLink>
      )}
      {leadsToCountersigning(consent) && (
        <ButtonLink href={paths.countersign(consentId)} icon={PenLine}>
          Countersign
        </ButtonLink>
      )}
      <Menu label="More actions" trigger="More" items={more} />
    </>
  )
}
