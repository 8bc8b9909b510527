import { CalendarDays, ChevronLeft, ChevronRight, FileUp, Plus, Printer } from 'lucide-react'
import { Suspense } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { RenderHandOver } from '../consents/index.ts'
import type { Clinician } from '../staff/index.ts'
import { hasConsentsToPrepare, preparedQueryOf, type PreparedQuery } from './board-query.ts'
import { AppointmentRow, type BoardPaths } from './appointment-row.tsx'
import { addDays, formatDay, type BoardDay } from './appointment-words.ts'
import {
  AppointmentDialog,
  BoardConsentDialog,
  CopyAppointmentDialog,
  PrepareConsentsButton,
  SiteCheckDialog,
  StartTreatmentDialog,
} from './lazy-board-dialogs.ts'
import type { RenderAnswers } from './start-dialog.tsx'
import { useBoardActions, type BoardActions } from './use-board-actions.ts'

type DayBoardProps = {
  board: BoardDay
  clinicians: readonly Clinician[]
  permissions: { treat: boolean; override: boolean }
  /** Whether changes elsewhere show by themselves at once. */
  isLive: boolean
  paths: BoardPaths
  /** Where a list of the day is brought in; null for whoever may not. */
  listHref: string | null
  /** After the consents of the day were prepared; null for whoever may not. */
  onPrepared: ((query: PreparedQuery) => void) | null
  /** The address of this page with these in its query; nothing where the page decides. */
  hrefOf: (query: { day?: string; who?: string }) => string
  onQuery: (query: { day?: string; who?: string }) => void
  onReload: () => Promise<void>
  /** What hands this browser to a patient with a form, which is another feature's. */
  handOverOf: RenderHandOver
  /** Where what the patient asked is answered, another feature's as well. */
  answersOf: RenderAnswers
}

/** The day of the practice: who comes, one light for each, and what is missing before treatment may begin. */
export function DayBoard(props: DayBoardProps) {
  const { board, isLive, permissions, paths, listHref, onPrepared, onReload } = props
  const prepared = preparedQueryOf(board)
  const acts = useBoardActions(onReload)
  const { appointments, day, today } = board
  return (
    <Panel
      flush
      title={day === today ? `Today, ${formatDay(day)}` : formatDay(day)}
      lead={
        <span className="print:hidden">
          {isLive ? 'Updates automatically' : 'Checks for changes every few seconds'}
        </span>
      }
      actions={
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button variant="quiet" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
          {listHref && (
            <ButtonLink variant="quiet" icon={FileUp} href={listHref}>
              Import day list
            </ButtonLink>
          )}
          {onPrepared && hasConsentsToPrepare(board) && (
            <Suspense>
              <PrepareConsentsButton query={prepared} onPrepared={() => onPrepared(prepared)} />
            </Suspense>
          )}
          <Button icon={Plus} onClick={acts.add}>
            Add appointment
          </Button>
        </span>
      }
    >
      <BoardToolbar {...props} />
      <ProblemMessage problem={acts.problem} className="mx-5 mt-4" />
      {appointments.length > 0 ? (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {appointments.map((appointment) => (
            <AppointmentRow
              key={appointment.id}
              appointment={appointment}
              isToday={day === today}
              showClinician={board.clinician !== 'mine'}
              mayTreat={permissions.treat}
              actions={acts}
              paths={paths}
            />
          ))}
        </ul>
      ) : (
        <EmptyDay {...props} acts={acts} />
      )}
      <Suspense fallback={null}>
        <BoardDialog {...props} acts={acts} />
      </Suspense>
    </Panel>
  )
}

function BoardToolbar({ board, clinicians, hrefOf, onQuery }: DayBoardProps) {
  const { day, today, clinician, isClinician } = board
  const people = clinicians.map(({ id, name }) => ({ value: id, label: name }))
  const mine = isClinician ? [{ value: 'mine', label: 'My appointments' }] : []
  return (
    <ListToolbar className="px-5 print:hidden">
      <div className="flex items-end gap-1">
        <ButtonLink
          variant="quiet"
          href={hrefOf({ day: addDays(day, -1) })}
          icon={ChevronLeft}
          aria-label="Previous day"
          className="px-2.5"
        >
          {null}
        </ButtonLink>
        <TextField
          label="Day"
          hideLabel
          type="date"
          value={day}
          onChange={({ target: { value } }) => value && onQuery({ day: value })}
        />
        <ButtonLink
          variant="quiet"
          href={hrefOf({ day: addDays(day, 1) })}
          icon={ChevronRight}
          aria-label="Next day"
          className="px-2.5"
        >
          {null}
        </ButtonLink>
      </div>
      {day !== today && (
        <ButtonLink variant="quiet" href={hrefOf({})} icon={CalendarDays}>
          Today
        </ButtonLink>
      )}
      <Select
        label="Clinician"
        hideLabel
        value={clinician}
        options={[...mine, { value: 'all', label: 'All clinicians' }, ...people]}
        onChange={(who) => onQuery({ who })}
      />
    </ListToolbar>
  )
}

function EmptyDay({ board, hrefOf, acts }: DayBoardProps & { acts: BoardActions }) {
  const { total, day, today } = board
  const others = total > 0
  return (
    <EmptyState
      icon={CalendarDays}
      title={others ? 'No appointments for this clinician' : 'No appointments on this day'}
      action={
        others ? (
          <ButtonLink variant="quiet" href={hrefOf({ ...(day === today ? {} : { day }), who: 'all' })}>
            Show all {numberText(total)}
          </ButtonLink>
        ) : (
          <Button variant="quiet" icon={Plus} onClick={acts.add}>
            Add appointment
          </Button>
        )
      }
    >
      Appointments show here with their readiness and anything missing before treatment.
    </EmptyState>
  )
}

/** The dialog that is open. */
function BoardDialog({
  board,
  clinicians,
  permissions,
  paths,
  onReload,
  handOverOf,
  answersOf,
  acts,
}: DayBoardProps & { acts: BoardActions }) {
  const toast = useToast()
  const { question, close: onClose } = acts
  const onDone = async (said: string) => {
    toast(said)
    await onReload()
  }
  if (question === null) return null
  const given = { onDone, onClose }
  if (question.kind === 'confirm' || question.kind === 'addendum')
    return <BoardConsentDialog {...question} handOverOf={handOverOf} {...given} />
  if (question.kind === 'add' || question.kind === 'change')
    return (
      <AppointmentDialog
        {...given}
        appointment={question.kind === 'change' ? question.appointment : null}
        day={board.day}
        clinicians={clinicians}
        clinicianId={clinicians.some(({ id }) => id === board.clinician) ? board.clinician : board.ownId}
      />
    )
  const { appointment } = question
  if (question.kind === 'start')
    return (
      <StartTreatmentDialog
        {...{ clinicians, paths, handOverOf, answersOf, onReload, ...given }}
        appointment={board.appointments.find(({ id }) => id === appointment.id) ?? appointment}
        refused={question.refused}
        mayOverride={permissions.override}
        ownId={board.ownId}
      />
    )
  if (question.kind === 'check') return <SiteCheckDialog appointment={appointment} {...given} />
  return <CopyAppointmentDialog appointment={appointment} {...given} />
}
