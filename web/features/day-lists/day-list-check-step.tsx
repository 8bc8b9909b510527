import { useState } from 'react'
import type { DayList, DayListRow } from '../../../contract/day-lists.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { formatDay } from '../appointments/index.ts'
import { PatientCombobox, type PatientChoice } from '../patients/index.ts'
import type { Clinician } from '../staff/index.ts'
import { DayListMissing } from './day-list-missing.tsx'
import { ClinicianMapping, TreatmentMappingList } from './day-list-mapping.tsx'
import { DayListTable } from './day-list-table.tsx'
import { appointmentsText, countOf, requiresDay, outcomeGroups } from './day-list-words.ts'

type Preview = NonNullable<DayList['preview']>

type DayListCheckStepProps = {
  list: DayList
  preview: Preview
  clinicians: readonly Clinician[]
  params: URLSearchParams
  patientHref: (patientId: string) => string
  loading: boolean
  onChanged: () => Promise<void>
  onDiscard: () => void
}

/** What somebody says about the list, each kept at once and the whole list tried anew. */
function useChoices({ id: listId, columns, dateOrder }: DayList, onChanged: () => Promise<void>) {
  const { busy, problem, run } = useTask()
  const doing = (work: () => Promise<unknown>) => void run(() => work().finally(onChanged))
  return {
    busy,
    problem,
    run,
    setDay: (day: string) =>
      doing(() => api.dayLists.check({ listId, fields: columns.map(({ field }) => field), dateOrder, day })),
    setClinician: (written: string, clinicianId: string | null) =>
      doing(() => api.dayLists.chooseClinician({ listId, written, clinicianId })),
    setTreatment: (written: string, meaning: { templateId: string | null; needsConsent: boolean }) =>
      doing(() => api.dayLists.chooseTreatment({ listId, written, ...meaning })),
    setRow: (number: number | null, choice: DayListRow['choice'], patientId: string | null = null) =>
      doing(() => api.dayLists.choose({ listId, number, choice, patientId })),
  }
}

/** What the list would do, row by row, before anything reaches the board. */
export function DayListCheckStep(props: DayListCheckStepProps) {
  const { list, preview, clinicians, patientHref, loading, onChanged } = props
  const choices = useChoices(list, onChanged)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [searching, setSearching] = useState<DayListRow | null>(null)
  const keyOf = useIdempotencyKey()
  const cancel = ticked.filter((id) => preview.missing.some((one) => one.id === id))
  const importList = () =>
    void choices.run(async () => {
      const input = { listId: list.id, seen: preview.seen, cancel }
      await api.dayLists.bringIn(input, { context: { idempotencyKey: keyOf(input) } }).finally(onChanged)
    })
  const addable = list.rows.filter(({ outcome, isUnknown }) => outcome === 'who' && isUnknown).length
  return (
    <>
      <p className="text-muted">
        Nothing is saved yet. This is what importing{' '}
        <span dir="auto" className="font-medium text-ink">
          {list.fileName}
        </span>{' '}
        would do{preview.days.length === 1 && ` on ${formatDay(preview.days[0]!)}`}.
      </p>
      {requiresDay(list.columns) && (
        <TextField
          id="day"
          type="date"
          width="medium"
          label="Day of the list"
          defaultValue={list.day}
          onChange={({ target: { value } }) => value && choices.setDay(value)}
          className="mt-4"
        />
      )}
      <Outcomes outcomes={preview.outcomes} />
      <ClinicianMapping asked={preview.clinicians} clinicians={clinicians} onChoose={choices.setClinician} />
      <TreatmentMappingList treatments={preview.treatments} onChoose={choices.setTreatment} />
      <DayListMissing missing={preview.missing} cancel={cancel} onChange={setTicked} />
      <ProblemMessage problem={choices.problem} className="mt-4" />
      <ImportActions
        {...props}
        {...{ addable, cancel, importList, busy: choices.busy }}
        onAddAll={() => choices.setRow(null, 'create')}
      />
      <div className="mt-6">
        <DayListTable
          rows={list.rows}
          patientHref={patientHref}
          busy={loading || choices.busy}
          acts={{
            onSearch: setSearching,
            onChoose: ({ number }, choice, patientId) => choices.setRow(number, choice, patientId),
          }}
        />
      </div>
      {searching && (
        <PatientSearch
          row={searching}
          onClose={() => setSearching(null)}
          onFound={async (patientId) => {
            const chosen = {
              listId: list.id,
              number: searching.number,
              choice: 'patient' as const,
              patientId,
            }
            await api.dayLists.choose(chosen)
            await onChanged()
          }}
        />
      )}
    </>
  )
}

const Outcomes = ({ outcomes }: Pick<Preview, 'outcomes'>) => (
  <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
    {outcomeGroups
      .filter(({ of }) => countOf(outcomes, of) > 0)
      .map(({ key, label, note, of }) => (
        <StatTile key={key} label={label} value={numberText(countOf(outcomes, of))} note={note} />
      ))}
  </div>
)

type ActionsProps = DayListCheckStepProps & {
  /** Unknown patients of whom the list says enough. */
  addable: number
  cancel: readonly string[]
  busy: boolean
  importList: () => void
  onAddAll: () => void
}

function ImportActions({
  preview,
  params,
  onDiscard,
  addable,
  cancel,
  busy,
  importList,
  onAddAll,
}: ActionsProps) {
  const booked = countOf(preview.outcomes, ['new', 'new-patient'])
  const isIdle = booked + preview.outcomes.changed + cancel.length === 0
  const waiting = countOf(preview.outcomes, ['who', 'whose'])
  return (
    <>
      {isIdle && (
        <InlineMessage className="mt-4">
          {waiting > 0
            ? 'Resolve or skip the rows below first.'
            : 'There is nothing to import: all usable rows are on the board already.'}
        </InlineMessage>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!isIdle && (
          <Button busy={busy} onClick={importList}>
            {booked > 0 ? `Import ${appointmentsText(booked)}` : 'Import the changes'}
          </Button>
        )}
        {addable > 0 && (
          <Button variant="quiet" onClick={onAddAll}>
            {addable === 1 ? 'Add the unknown patient' : `Add ${numberText(addable)} unknown patients`}
          </Button>
        )}
        <ButtonLink variant="quiet" href={queryWith(params, { step: 'columns' })}>
          Change columns
        </ButtonLink>
        <Button variant="quiet" onClick={onDiscard}>
          Choose another file
        </Button>
      </div>
    </>
  )
}

type PatientSearchProps = {
  row: DayListRow
  onFound: (patientId: string) => Promise<void>
  onClose: () => void
}

/** Finds the patient whom a row means. */
function PatientSearch({ row, onFound, onClose }: PatientSearchProps) {
  const [patient, setPatient] = useState<PatientChoice | null>(null)
  return (
    <FormDialog
      title="Which patient?"
      text={`Row ${row.number}: ${row.name || 'no name'}, ${row.time}. Compare the birth date before you choose.`}
      confirm="This is the patient"
      onClose={onClose}
      read={() => (patient ? () => onFound(patient.id) : [{ id: 'patientId', text: 'Choose a patient' }])}
    >
      {(errors) => (
        <PatientCombobox
          id="patientId"
          value={patient}
          onChange={setPatient}
          error={errorOf(errors, 'patientId')}
        />
      )}
    </FormDialog>
  )
}
