import { useState } from 'react'
import type { HeldDecision, ImportChoice, PatientImport } from '../../../contract/patient-imports.ts'
import { api } from '../../api.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { ImportRowTable, type RowPage } from './import-row-table.tsx'
import { choiceLabels, importableCount, outcomeBadges, patientsText, undecidedText } from './import-words.ts'

/** What matters most comes first. */
const outcomeOrder = ['new', 'held', 'differs', 'same', 'unusable'] as const

export type RowsProps = {
  record: PatientImport
  rows: RowPage
  params: URLSearchParams
  patientHref: (patientId: string) => string
  /** Where records of these patients are imported; absent where the reader may not. */
  recordsHref?: ((importId: string) => string) | undefined
  /** Whether other rows are on their way. */
  loading: boolean
  /** Fetches anew what is shown. */
  onChanged: () => Promise<void>
}

/** What the import would do, row by row, before anything is written. */
export function CheckStep(props: RowsProps & { onStarted: () => void; onDiscard: () => void }) {
  const { record, rows, params, patientHref, loading, onChanged, onStarted, onDiscard } = props
  const { busy, problem, run } = useTask()
  const keyOf = useIdempotencyKey()
  const { id: importId, outcomes } = record
  /** What was pressed and is being saved. */
  const [pressed, setPressed] = useState<ImportChoice | null>(null)
  const choice = pressed ?? record.choice
  async function choose(to: ImportChoice, number: number | null) {
    if (number === null) setPressed(to)
    await run(async () => {
      await api.patientImports.choose({ importId, choice: to, number })
      await onChanged()
    })
    setPressed(null)
  }
  const decide = (number: number, decision: HeldDecision) =>
    run(async () => {
      await api.patientImports.decide({ importId, number, decision })
      await onChanged()
    })
  const start = () =>
    run(async () => {
      const input = { importId }
      await api.patientImports.start(input, { context: { idempotencyKey: keyOf(input) } })
      onStarted()
    })
  return (
    <>
      <p className="text-muted">Nothing is added or changed yet. This is what the import would do.</p>
      <Outcomes outcomes={outcomes} params={params} />
      {outcomes.differs > 0 && (
        <div className="mt-5">
          <RadioGroup
            name="choice"
            legend="Existing patients with different details"
            hint="You can choose for a single row below."
            value={choice}
            onChange={(to) => void choose(to as ImportChoice, null)}
            options={Object.entries(choiceLabels).map(([value, label]) => ({ value, label }))}
          />
        </div>
      )}
      <ProblemMessage problem={problem} className="mt-4" />
      <Actions
        record={{ ...record, choice }}
        busy={busy}
        params={params}
        recordsHref={props.recordsHref}
        onStart={start}
        onDiscard={onDiscard}
      />
      <div className="mt-6">
        <ImportRowTable
          page={rows}
          choice={choice}
          busy={loading || busy}
          patientHref={patientHref}
          hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
          onChoose={(number, to) => void choose(to, number)}
          onDecide={decide}
        />
      </div>
    </>
  )
}

function Outcomes({ outcomes, params }: Pick<RowsProps, 'params'> & Pick<PatientImport, 'outcomes'>) {
  const shown = params.get('outcome')
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-5">
        {outcomeOrder.map((outcome) => (
          <StatTile
            key={outcome}
            label={outcomeBadges[outcome].label}
            value={numberText(outcomes[outcome])}
            note={outcomeBadges[outcome].note}
            href={queryWith(params, { outcome, page: undefined })}
          />
        ))}
      </div>
      {shown && (
        <ButtonLink
          href={queryWith(params, { outcome: undefined, page: undefined })}
          variant="link"
          className="mt-2"
        >
          Show all rows
        </ButtonLink>
      )}
    </>
  )
}

type ActionsProps = Pick<RowsProps, 'record' | 'params' | 'recordsHref'> & {
  busy: boolean
  onStart: () => Promise<boolean>
  onDiscard: () => void
}

function Actions({ record, params, recordsHref, busy, onStart, onDiscard }: ActionsProps) {
  const count = importableCount(record)
  const { differs, held, unusable } = record.outcomes
  const { undecided } = record.decisions
  const isIdle = count + differs === 0
  return (
    <>
      {undecided > 0 && (
        <InlineMessage tone="warn" className="mt-4">
          {undecidedText(undecided)}{' '}
          <Link href={queryWith(params, { outcome: 'held', page: undefined })} className="text-link">
            Show rows to decide
          </Link>
        </InlineMessage>
      )}
      {isIdle && held === 0 && (
        <InlineMessage className="mt-4">
          {unusable > 0
            ? 'There is nothing to import. Correct the rows that cannot be used, or check the columns.'
            : 'There is nothing to import: every patient in this file is already here with the same details.'}
        </InlineMessage>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {isIdle && recordsHref && <ButtonLink href={recordsHref(record.id)}>Import their records</ButtonLink>}
        {!isIdle && (
          <Button busy={busy} onClick={() => void onStart()}>
            Import {count > 0 ? patientsText(count) : 'chosen rows'}
          </Button>
        )}
        <ButtonLink
          variant="quiet"
          href={queryWith(params, { step: 'columns', outcome: undefined, page: undefined })}
        >
          Change columns
        </ButtonLink>
        {unusable > 0 && (
          <SkippedRowsLink importId={record.id}>Download rows that cannot be used</SkippedRowsLink>
        )}
        <Button variant="quiet" onClick={onDiscard}>
          Choose another file
        </Button>
      </div>
    </>
  )
}

/** The rows that are left out, as a file to correct. */
export const SkippedRowsLink = ({ importId, children }: { importId: string; children: string }) => (
  <ButtonLink variant="quiet" href={`/api/clinic/patient-imports/${importId}/left-out.csv`} download reload>
    {children}
  </ButtonLink>
)
