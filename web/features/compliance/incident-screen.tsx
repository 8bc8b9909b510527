import { today } from '../../../contract/calendar-day.ts'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { incident_text_length_max } from '../../../contract/limits.ts'
import type { Incident, IncidentSort } from '../../../contract/incidents.ts'
import { api, type Api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'
import { incidentKindWords } from './incident-words.ts'

export type IncidentView = 'all' | 'consent' | 'open'

type IncidentScreenProps = {
  list: Awaited<ReturnType<Api['incidents']['list']>>
  view: IncidentView
  /** Opened from a consent: what is written down is about it. */
  consentId: string | undefined
  params: URLSearchParams
  onQuery: (query: string) => void
  hrefOfConsent: (consentId: string) => string
  busy: boolean
  onChanged: () => Promise<void>
}

export const incidentOrders: ListOrders<IncidentSort> = {
  labels: { '-day': 'Day, newest first', day: 'Day, oldest first' },
  fallback: '-day',
}

const views: [IncidentView, string][] = [
  ['all', 'All'],
  ['consent', 'About consent'],
  ['open', 'Open'],
]

const columnsOf = (
  hrefOfConsent: (consentId: string) => string,
  onOpen: (incident: Incident) => void,
): Column<Incident>[] => [
  {
    key: 'what',
    header: 'What happened',
    cell: ({ summary, kind, isAboutConsent, consentId: about }) => (
      <>
        <span dir="auto" className="block whitespace-pre-line">
          {summary}
        </span>
        <span className="block text-small text-muted">
          {incidentKindWords[kind]}
          {isAboutConsent && ' about '}
          {isAboutConsent &&
            (about ? (
              <Link href={hrefOfConsent(about)} className="text-link">
                this consent
              </Link>
            ) : (
              'consent'
            ))}
        </span>
      </>
    ),
  },
  {
    key: 'day',
    header: 'Day',
    cell: ({ happenedOn }) => calendarDayText(happenedOn),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    key: 'learned',
    header: 'Learning',
    className: '@2xl:min-w-48',
    cell: ({ learning, shared }) => (
      <>
        <span dir="auto" className="block">
          {learning || <span className="text-muted">Not recorded yet</span>}
        </span>
        {shared && (
          <span dir="auto" className="block text-small text-muted">
            Shared: {shared}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (incident) =>
      incident.closedAt ? (
        <Badge tone="ok">Closed</Badge>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="warn">Open</Badge>
          <Button variant="quiet" size="small" onClick={() => onOpen(incident)}>
            Continue<span className="sr-only"> with {incident.summary.slice(0, 60)}</span>
          </Button>
        </span>
      ),
  },
]

/** What went wrong or nearly did, what was learned, and how it was shared. */
export function IncidentScreen(props: IncidentScreenProps) {
  const { list, view, consentId, params, onQuery, hrefOfConsent, busy, onChanged } = props
  const [open, setOpen] = useState<'new' | Incident | undefined>(consentId ? 'new' : undefined)
  const dialog = { onDone: onChanged, onClose: () => setOpen(undefined) }
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={complianceTrail(true)} />}
        title="Incidents and complaints"
        lead="Incidents, near misses and complaints, with duty of candour and shared learning."
        actions={<Button onClick={() => setOpen('new')}>Record incident</Button>}
      />
      <ComplianceTabs current={compliancePaths.incidents} />
      <LinkTabs
        label="Show"
        className="mt-4"
        tabs={views.map(([each, label]) => ({
          ...{
            label,
            href: queryWith(params, { view: each === 'all' ? undefined : each, page: undefined }),
            current: view === each,
          },
        }))}
      />
      {list.rows.length > 0 && (
        <SortSelect orders={incidentOrders} params={params} onQuery={onQuery} className="mt-4" />
      )}
      <DataTable
        caption="Incidents and complaints"
        className="mt-4"
        columns={sortableColumns(columnsOf(hrefOfConsent, setOpen), params, incidentOrders)}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={<EmptyState icon={TriangleAlert} title="No incidents recorded" />}
        footer={
          <Pager {...list} hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })} />
        }
      />
      {open === 'new' && <NewIncidentDialog {...dialog} consentId={consentId ?? null} />}
      {typeof open === 'object' && <LearningDialog {...dialog} incident={open} />}
    </>
  )
}

type DialogProps = { onDone: () => Promise<void>; onClose: () => void }
const parseIncidentForm = (typed: FormData) => (name: string) => String(typed.get(name) ?? '').trim()

function NewIncidentDialog({ consentId, onDone, onClose }: DialogProps & { consentId: string | null }) {
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record incident or complaint"
      text="Do not include patient names. You can add learning later."
      confirm="Record"
      onClose={onClose}
      read={(typed) => {
        const said = parseIncidentForm(typed)
        const day = said('incident-day')
        const faults = [
          ...(said('incident-summary') ? [] : [{ id: 'incident-summary', text: 'Enter what happened' }]),
          ...(day && day <= today()
            ? []
            : [{ id: 'incident-day', text: 'Enter today or a date in the past' }]),
        ]
        if (faults.length > 0) return faults
        const input = {
          ...{ kind: said('incident-kind') as Incident['kind'], happenedOn: day, consentId },
          ...{ summary: said('incident-summary'), isAboutConsent: said('incident-consent') === 'on' },
        }
        return async () => {
          await api.incidents.record(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone()
        }
      }}
    >
      {(errors) => (
        <>
          <SelectField
            id="incident-kind"
            name="incident-kind"
            label="Type"
            options={Object.entries(incidentKindWords).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            id="incident-day"
            name="incident-day"
            type="date"
            width="medium"
            label="Day"
            max={today()}
            defaultValue={today()}
            error={errorOf(errors, 'incident-day')}
          />
          <TextareaField
            id="incident-summary"
            name="incident-summary"
            label="What happened"
            rows={4}
            maxLength={incident_text_length_max}
            error={errorOf(errors, 'incident-summary')}
          />
          <CheckboxField name="incident-consent" label="About consent" defaultChecked={consentId !== null} />
        </>
      )}
    </FormDialog>
  )
}

const fields = [
  { id: 'candour', label: 'Information given to the person concerned', isNeeded: false },
  { id: 'learning', label: 'Learning', isNeeded: true },
  { id: 'shared', label: 'How and when learning was shared', isNeeded: true },
] as const

function LearningDialog({ incident, onDone, onClose }: DialogProps & { incident: Incident }) {
  return (
    <FormDialog
      title="Learning"
      text={incident.summary}
      confirm="Save"
      onClose={onClose}
      read={(typed) => {
        const said = parseIncidentForm(typed)
        const isClosed = said('incident-closed') === 'on'
        const faults: FieldProblem[] = fields
          .filter(({ id, isNeeded }) => isClosed && isNeeded && !said(id))
          .map(({ id, label }) => ({ id, text: `Before it is closed, enter: ${label.toLowerCase()}` }))
        if (faults.length > 0) return faults
        const told = { candour: said('candour'), learning: said('learning'), shared: said('shared') }
        return async () => {
          await api.incidents.update({ incidentId: incident.id, ...told, isClosed })
          await onDone()
        }
      }}
    >
      {(errors) => (
        <>
          {fields.map(({ id, label }) => (
            <TextareaField
              key={id}
              id={id}
              name={id}
              label={label}
              rows={3}
              optional
              maxLength={incident_text_length_max}
              defaultValue={incident[id]}
              error={errorOf(errors, id)}
            />
          ))}
          <CheckboxField name="incident-closed" label="Mark as closed" />
        </>
      )}
    </FormDialog>
  )
}
