import { formatEmail } from '../../../contract/email-address.ts'
import type { Api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'

export type FoundAccount = Awaited<ReturnType<Api['setup']['findUser']>>

/** An account as whoever repairs it needs to see it. */
export function AccountFacts({ account }: { account: FoundAccount }) {
  const { name, email, isActive, isSuperAdmin, emailVerified, hasSecondFactor, createdAt, staff } = account
  const items = [
    { term: 'Name', detail: <span dir="auto">{name}</span> },
    {
      term: 'E-mail address',
      detail: <LabelledBadge text={formatEmail(email)} good={emailVerified} words="confirmed" />,
    },
    {
      term: 'Account',
      detail: (
        <LabelledBadge text={isSuperAdmin ? 'Super administrator' : ''} good={isActive} words="active" />
      ),
    },
    { term: 'Second factor', detail: hasSecondFactor ? 'On' : 'Off' },
    { term: 'Since', detail: dayText(createdAt) },
    { term: 'Staff records', detail: <StaffRecords staff={staff} /> },
  ]
  return <DescriptionList items={items} />
}

type LabelledBadgeProps = { text: string; good: boolean; words: string }

const LabelledBadge = ({ text, good, words }: LabelledBadgeProps) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {text !== '' && <span className="min-w-0 wrap-anywhere">{text}</span>}
    <Badge tone={good ? 'ok' : 'warn'}>{good ? capitalize(words) : `Not ${words}`}</Badge>
  </span>
)

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function StaffRecords({ staff }: { staff: FoundAccount['staff'] }) {
  if (staff.length === 0) return 'None'
  return (
    <ul className="space-y-2">
      {staff.map(({ clinicName, role, isActive, isLinked }, at) => (
        <li key={at}>
          <span dir="auto" className="font-semibold">
            {clinicName}
          </span>
          <span className="block text-muted">
            {[
              role.replaceAll('_', ' '),
              isActive ? 'active' : 'not active',
              isLinked ? 'linked' : 'not linked',
            ].join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
