import { today } from '../../../contract/calendar-day.ts'
import { GraduationCap } from 'lucide-react'
import { useState } from 'react'
import {
  certificate_bytes_max,
  training_months,
  training_title_length_max,
} from '../../../contract/limits.ts'
import type { TrainedPerson, Training, TrainingSort } from '../../../contract/trainings.ts'
import { api, type Api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { fileContent } from '../../ui/file-content.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'

type TrainingScreenProps = {
  list: Awaited<ReturnType<Api['trainings']['list']>>
  params: URLSearchParams
  onQuery: (query: string) => void
  busy: boolean
  onChanged: () => Promise<void>
}

export const trainingOrders: ListOrders<TrainingSort> = {
  labels: {
    '-day': 'Day, newest first',
    day: 'Day, oldest first',
    who: 'Person, A to Z',
    '-who': 'Person, Z to A',
    what: 'Training, A to Z',
    '-what': 'Training, Z to A',
  },
  fallback: '-day',
}

const topicWords: Record<Training['topic'], string> = {
  consent: 'Consent',
  capacity: 'Mental capacity',
  other: 'Other',
}
const formatDayOrNone = (day: string | null) => (day ? calendarDayText(day) : 'None')

const trainingStatus = ({ takesConsent, isCurrent, until }: TrainedPerson) => {
  if (!takesConsent) return <span className="text-muted">Does not take consent</span>
  return (
    <Badge tone={isCurrent ? 'ok' : 'warn'}>
      {isCurrent ? `Until ${calendarDayText(until!)}` : 'Training due'}
    </Badge>
  )
}

const personColumns: Column<TrainedPerson>[] = [
  { key: 'name', header: 'Person', cell: ({ name }) => <span dir="auto">{name}</span> },
  { key: 'consent', header: 'Consent', cell: ({ consentOn }) => formatDayOrNone(consentOn) },
  { key: 'capacity', header: 'Mental capacity', cell: ({ capacityOn }) => formatDayOrNone(capacityOn) },
  { key: 'state', header: 'Training status', cell: trainingStatus },
]

const columnsOf = (onTakeBack: (training: Training) => void): Column<Training>[] => [
  { key: 'who', header: 'Person', cell: ({ staff }) => <span dir="auto">{staff.name}</span> },
  {
    key: 'what',
    header: 'Training',
    cell: ({ title, topic }) => (
      <>
        <span dir="auto">{title}</span>
        <span className="block text-small text-muted">{topicWords[topic]}</span>
      </>
    ),
  },
  { key: 'day', header: 'Day', cell: ({ doneOn }) => calendarDayText(doneOn) },
  {
    key: 'acts',
    header: 'What to do',
    hideHeader: true,
    below: true,
    cell: (training) => (
      <span className="flex flex-wrap items-center gap-3">
        {training.certificate && (
          <a className="text-link" href={`/api/clinic/trainings/${training.id}/certificate`} download>
            Certificate
          </a>
        )}
        <Button variant="quiet" size="small" onClick={() => onTakeBack(training)}>
          Withdraw<span className="sr-only"> {training.title}</span>
        </Button>
      </span>
    ),
  },
]

/** Who was trained in consent and in mental capacity, and each training with its certificate. */
export function TrainingScreen({ list, params, onQuery, busy, onChanged }: TrainingScreenProps) {
  const [isOpen, setOpen] = useState(false)
  const { problem, run } = useTask()
  const confirm = useConfirm()

  async function takeBack({ id, title, staff }: Training) {
    const isSure = await confirm({
      title: 'Withdraw this training record?',
      text: `${title}, ${staff.name}. It no longer counts. The audit log keeps the entry.`,
      confirm: 'Withdraw',
    })
    if (!isSure) return
    await run(async () => {
      await api.trainings.takeBack({ trainingId: id })
      await onChanged()
    })
  }
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={complianceTrail(true)} />}
        title="Training"
        lead={`Staff who take consent need training in consent and mental capacity. Training is valid for ${training_months} months.`}
        actions={<Button onClick={() => setOpen(true)}>Record training</Button>}
      />
      <ComplianceTabs current={compliancePaths.trainings} />
      <DataTable
        caption="Status by person"
        className="mt-5"
        columns={personColumns}
        rows={list.people}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No staff yet" />}
      />
      <h2 className="mt-6">Training records</h2>
      <ProblemMessage problem={problem} className="mt-3" />
      {list.rows.length > 0 && (
        <SortSelect orders={trainingOrders} params={params} onQuery={onQuery} className="mt-3" />
      )}
      <DataTable
        caption="Training records"
        className="mt-3"
        columns={sortableColumns(
          columnsOf((training) => void takeBack(training)),
          params,
          trainingOrders,
        )}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={<EmptyState icon={GraduationCap} title="No training recorded yet" />}
        footer={
          <Pager {...list} hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })} />
        }
      />
      {isOpen && <TrainingDialog people={list.people} onDone={onChanged} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { people: readonly TrainedPerson[]; onDone: () => Promise<void>; onClose: () => void }

function TrainingDialog({ people, onDone, onClose }: DialogProps) {
  const [file, setFile] = useState<File>()
  const keyOf = useIdempotencyKey()
  return (
    <FormDialog
      title="Record training"
      text="Training completed by a member of staff."
      confirm="Record"
      onClose={onClose}
      read={(typed) => {
        const said = (name: string) => String(typed.get(name) ?? '').trim()
        const faults = [
          ...(said('training-title') ? [] : [{ id: 'training-title', text: 'Enter the training' }]),
          ...(said('training-day') ? [] : [{ id: 'training-day', text: 'Enter the date of the training' }]),
          ...(said('training-day') > today()
            ? [{ id: 'training-day', text: 'Enter today or a date in the past' }]
            : []),
        ]
        if (faults.length > 0) return faults
        return async () => {
          const certificate = file ? await fileContent(file) : null
          const input = {
            ...{ staffId: said('training-person'), topic: said('training-topic') as Training['topic'] },
            ...{ title: said('training-title'), doneOn: said('training-day'), certificate },
          }
          await api.trainings.record(input, { context: { idempotencyKey: keyOf(input) } })
          await onDone()
        }
      }}
    >
      {(errors) => (
        <>
          <SelectField
            id="training-person"
            name="training-person"
            label="Person"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectField
            id="training-topic"
            name="training-topic"
            label="Topic"
            options={Object.entries(topicWords).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            id="training-title"
            name="training-title"
            label="Training"
            hint="Title and provider"
            maxLength={training_title_length_max}
            error={errorOf(errors, 'training-title')}
          />
          <TextField
            id="training-day"
            name="training-day"
            type="date"
            width="medium"
            label="Day"
            max={today()}
            error={errorOf(errors, 'training-day')}
          />
          <FileField
            label="Certificate (optional)"
            hint={
              file ? file.name : `A PDF, JPEG or PNG of at most ${certificate_bytes_max / 1024 / 1024} MB`
            }
            accept=".pdf,.jpg,.jpeg,.png"
            single
            onFiles={([chosen]) => setFile(chosen)}
          />
        </>
      )}
    </FormDialog>
  )
}
