import { MailX } from 'lucide-react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { deliveryBadges } from '../messages/index.ts'
import type { HrefOfConsentSection } from './consent-paths.ts'
import { sectionOfMessage } from './consent-sections.ts'

type PatientMessage = Awaited<ReturnType<Api['signing']['messagesOfPatient']>>[number]

type PatientMessagesProps = {
  messages: PatientMessage[]
  hrefOfSection: HrefOfConsentSection
}

const kindWords: Record<string, string> = {
  letter: 'Letter with a link',
  'consent-link': 'Link to the consent',
  'new-link': 'New link requested by the patient',
  'question-answered': 'Answer to a question',
  'link-code': 'Code to open the link',
  'supporter-link': 'Link for a supporter',
  reminder: 'Reminder',
  'signed-copy': 'Signed copy',
  aftercare: 'After the treatment',
  survey: 'How it went',
}

const channelWords: Record<string, string> = { email: 'E-mail', sms: 'Text message', letter: 'Letter' }

const columns: Column<PatientMessage>[] = [
  {
    key: 'what',
    header: 'Message',
    cell: (row) => <CellText main={kindWords[row.kind] ?? row.kind} sub={row.treatment} />,
  },
  {
    key: 'to',
    header: 'To',
    cell: (row) => (
      <CellText main={formatEmail(row.recipient)} sub={channelWords[row.channel] ?? row.channel} />
    ),
  },
  { key: 'at', header: 'Created (newest first)', cell: (row) => momentText(row.createdAt) },
  {
    key: 'state',
    header: 'State',
    cell: (row) => (
      <CellText
        main={
          <Badge tone={deliveryBadges[row.delivery].tone} className="whitespace-normal">
            {deliveryBadges[row.delivery].label}
          </Badge>
        }
        sub={row.openedAt ? momentText(row.openedAt) : row.failure}
      />
    ),
  },
]

/** The messages about a patient's consents and what became of each; a row leads to what it is about on its consent. */
export function PatientMessages({ messages, hrefOfSection }: PatientMessagesProps) {
  return (
    <DataTable
      caption="Messages to this patient"
      columns={columns}
      rows={messages}
      rowKey={(row) => row.id}
      rowHref={(row) => hrefOfSection(row.consentId, sectionOfMessage(row.kind))}
      empty={
        <EmptyState icon={MailX} title="No messages yet">
          Messages about this patient’s consents show here with their delivery status.
        </EmptyState>
      }
    />
  )
}
