import { clsx } from 'clsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToothNotation } from '../clinics/index.ts'
import {
  isOpenDraft,
  preparedPurpose,
  preparedRemark,
  preparedStatus,
  type PreparedConsent,
} from './prepared-words.ts'

type PreparedListProps = {
  rows: readonly PreparedConsent[]
  /** The draft whose form is open. */
  currentId: string | null
  /** Why sending a consent failed, by its id. */
  failures: ReadonlyMap<string, string>
  hrefOfDraft: (consentId: string) => string
  hrefOfConsent: (consentId: string) => string
  /** A draft is chosen by a plain press: the form that is open saves first. */
  onChoose: (consentId: string) => void
  className?: string | undefined
}

/** The consents of the day by time, each with how it stands. */
export function PreparedList({ rows, className, ...shown }: PreparedListProps) {
  return (
    <Panel flush title="Appointments" className={className}>
      <ul aria-label="Consents of the day" className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <PreparedRow key={row.appointmentId} row={row} {...shown} />
        ))}
      </ul>
    </Panel>
  )
}

type PreparedRowProps = Omit<PreparedListProps, 'rows' | 'className'> & { row: PreparedConsent }

function PreparedRow({ row, currentId, failures, hrefOfDraft, hrefOfConsent, onChoose }: PreparedRowProps) {
  const notation = useToothNotation()
  const { consentId, time, patientName, state } = row
  const failure = consentId !== null && state !== 'sent' ? failures.get(consentId) : undefined
  const { label, tone } = failure ? ({ label: 'Not sent', tone: 'bad' } as const) : preparedStatus(row)
  const isCurrent = consentId !== null && consentId === currentId
  const words = failure ?? preparedRemark(row)
  const name = <bdi>{patientName}</bdi>
  return (
    <li className={clsx('px-4 py-3', isCurrent && 'bg-brand-soft')}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">
          <span className="tabular-nums">{time}</span>{' '}
          {consentId === null ? (
            name
          ) : (
            <Link
              href={isOpenDraft(row) ? hrefOfDraft(consentId) : hrefOfConsent(consentId)}
              aria-current={isCurrent || undefined}
              className="text-link"
              onClick={(event) => {
                if (!isOpenDraft(row) || event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onChoose(consentId)
              }}
            >
              {name}
            </Link>
          )}
        </p>
        <Badge tone={tone} className="shrink-0">
          {label}
        </Badge>
      </div>
      <p className="text-muted wrap-anywhere">{preparedPurpose(row, notation)}</p>
      {words && (
        <p className={clsx('line-clamp-3 text-small wrap-anywhere', failure ? 'text-bad' : 'text-muted')}>
          {words}
        </p>
      )}
    </li>
  )
}
