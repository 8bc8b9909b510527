import {
  CalendarPlus,
  CircleCheck,
  FilePlus2,
  FileText,
  Pencil,
  Undo2,
  UserCheck,
  UserX,
  X,
} from 'lucide-react'
import { Suspense } from 'react'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { useToothNotation } from '../clinics/index.ts'
import { consentStatusAppearance, nameMismatchText } from '../consents/index.ts'
import { teethInBrief } from '../teeth/index.ts'
import {
  consentToReconfirm,
  isFuture,
  listMissing,
  appointmentPurpose,
  appointmentTitle,
  type Appointment,
} from './appointment-words.ts'
import { UndoStartButton } from './lazy-board-dialogs.ts'
import type { BoardActions } from './use-board-actions.ts'
import { ReadinessLight } from './readiness-light.tsx'

/** Where the board leads. */
export type BoardPaths = {
  patient: (patientId: string) => string
  consent: (consentId: string) => string
  newConsent: (patientId: string, appointmentId: string) => string
}

type AppointmentRowProps = {
  appointment: Appointment
  /** Treatment is started today, not on the days before. */
  isToday: boolean
  /** Named where the board shows more than one person's day. */
  showClinician: boolean
  /** Whether the reader treats, or only receives. */
  mayTreat: boolean
  actions: BoardActions
  paths: BoardPaths
}

const statusWords = {
  booked: null,
  arrived: 'Arrived',
  started: 'In progress',
  done: 'Done',
  cancelled: 'Cancelled',
  'not-attended': 'Did not attend',
} as const

/** One appointment: who and what for, one light, what is missing, and the next step. */
export function AppointmentRow(props: AppointmentRowProps) {
  const { appointment, showClinician, paths } = props
  const { patient, clinician, time, minutes, room, status, readiness } = appointment
  const state = statusWords[status]
  const notation = useToothNotation()
  const isOver = !isFuture(appointment) && status !== 'started'
  return (
    <li className="grid gap-x-5 gap-y-3 px-5 py-4 md:grid-cols-[4.5rem_minmax(0,1fr)_auto] print:break-inside-avoid">
      <p className="flex items-baseline gap-2 md:block">
        <span className="text-h2 font-semibold tabular-nums">{time}</span>
        <span className="text-small text-muted md:block">{minutes} min</span>
      </p>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="min-w-0">
            <Link href={paths.patient(patient.id)} className="text-link wrap-anywhere" dir="auto">
              {patient.name}
            </Link>
          </h3>
          {!isOver && status !== 'started' && <ReadinessLight light={readiness.light} />}
          {state && <Badge tone={status === 'arrived' ? 'brand' : 'neutral'}>{state}</Badge>}
        </div>
        <p className="mt-1 text-muted wrap-anywhere">
          {[
            `Born ${calendarDayText(patient.dateOfBirth)}`,
            ...(showClinician ? [clinician.name] : []),
            ...(room ? [room] : []),
          ].join(' · ')}
        </p>
        <p className="mt-1 wrap-anywhere">{appointmentPurpose(appointment, notation)}</p>
        {appointment.consents.map(
          ({ id, otherName }) =>
            otherName && (
              <p key={id} dir="auto" className="mt-1 text-small text-warn wrap-anywhere">
                {nameMismatchText(otherName)}
              </p>
            ),
        )}
        <AddendumList appointment={appointment} paths={paths} />
        {isFuture(appointment) && <MissingItems appointment={appointment} />}
        {appointment.overrideReason && (
          <p className="mt-1 text-small text-warn">Started with override: {appointment.overrideReason}</p>
        )}
      </div>
      <div className="flex items-start gap-2 md:max-w-52 print:hidden">
        <div className="flex grow flex-wrap gap-2 md:justify-end">
          <RowActions {...props} />
        </div>
        <Menu
          label={`More actions for ${patient.name}, ${time}`}
          items={buildMenu(appointment, props.actions, paths)}
        />
      </div>
    </li>
  )
}

/** How the plan was changed while treatment ran. */
function AddendumList({
  appointment: { addenda },
  paths,
}: Pick<AppointmentRowProps, 'appointment' | 'paths'>) {
  const notation = useToothNotation()
  if (addenda.length === 0) return null
  return (
    <ul aria-label="Plan changed during treatment" className="mt-2 space-y-0.5 text-small">
      {addenda.map(({ id, treatment, teeth, status }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-semibold">Plan changed:</span>{' '}
          <Link href={paths.consent(id)} dir="auto" className="text-link">
            {[treatment, teethInBrief(notation, teeth)].filter(Boolean).join(', ')}
          </Link>{' '}
          · {consentStatusAppearance[status].label}
        </li>
      ))}
    </ul>
  )
}

function MissingItems({ appointment }: { appointment: Appointment }) {
  const missing = listMissing(appointment)
  if (missing.length === 0) return null
  return (
    <ul aria-label="Missing" className="mt-2 space-y-0.5 text-small">
      {missing.map((condition) => (
        <li key={condition.name} className="wrap-anywhere">
          <span className="font-semibold">{appointmentTitle(condition)}:</span> {condition.words}
        </li>
      ))}
    </ul>
  )
}

/** The next step as a button; everything else is in the menu beside it. */
function RowActions({ appointment, isToday, mayTreat, actions }: AppointmentRowProps) {
  const { status, readiness, consents } = appointment
  const missing = listMissing(appointment)
  const toConfirm = consentToReconfirm(appointment)
  const ahead = isFuture(appointment)
  const isReady = readiness.light === 'ready'
  const needsCheck = missing.some(({ name }) => name === 'second-check')
  return (
    <>
      {ahead && mayTreat && needsCheck && (
        <Button variant="quiet" size="small" onClick={() => actions.ask('check', appointment)}>
          Check tooth and side
        </Button>
      )}
      {ahead && isToday && mayTreat && toConfirm && (
        <Button variant="quiet" size="small" onClick={() => void actions.confirm(toConfirm)}>
          Confirm
        </Button>
      )}
      {ahead && isToday && mayTreat && (
        <Button
          size="small"
          variant={isReady ? 'primary' : 'quiet'}
          onClick={() => (isReady ? void actions.start(appointment) : actions.askStart(appointment))}
        >
          Start
        </Button>
      )}
      {appointment.startUndoableUntil && mayTreat && (
        <Suspense fallback={null}>
          <UndoStartButton
            until={appointment.startUndoableUntil}
            onUndo={() => void actions.undoStart(appointment)}
          />
        </Suspense>
      )}
      {status === 'started' &&
        mayTreat &&
        consents
          .filter((consent) => consent.status === 'signed' || consent.status === 'finalised')
          .map(({ id, treatment }, _at, { length }) => (
            <Button key={id} variant="quiet" size="small" onClick={() => void actions.changePlan(id)}>
              {length > 1 ? `Plan has changed: ${treatment}` : 'Plan has changed'}
            </Button>
          ))}
      {status === 'started' && mayTreat && (
        <Button size="small" icon={CircleCheck} onClick={() => void actions.finish(appointment)}>
          Done
        </Button>
      )}
    </>
  )
}

function buildMenu(appointment: Appointment, acts: BoardActions, paths: BoardPaths): MenuItem[] {
  const { status, consents, patient } = appointment
  const ahead = isFuture(appointment)
  const offered: (MenuItem | false)[] = [
    status === 'booked' && {
      label: 'Arrived',
      icon: UserCheck,
      onSelect: () => void acts.arrive(appointment),
    },
    ...consents.map(({ id, treatment }) => ({
      label: consents.length > 1 ? `Open consent: ${treatment}` : 'Open consent',
      icon: FileText,
      href: paths.consent(id),
    })),
    ahead && { label: 'New consent', icon: FilePlus2, href: paths.newConsent(patient.id, appointment.id) },
    ahead && { label: 'Change', icon: Pencil, onSelect: () => acts.ask('change', appointment) },
    { label: 'Copy to another day', icon: CalendarPlus, onSelect: () => acts.ask('copy', appointment) },
    (status === 'arrived' || status === 'cancelled' || status === 'not-attended') && {
      label: status === 'arrived' ? 'Undo arrival' : 'Book again',
      icon: Undo2,
      onSelect: () => void acts.restore(appointment),
    },
    status === 'booked' && {
      ...{ label: 'Did not attend', icon: UserX, separated: true },
      onSelect: () => void acts.cancel(appointment, true),
    },
    ahead && {
      ...{ label: 'Cancel appointment', icon: X, danger: true },
      onSelect: () => void acts.cancel(appointment, false),
    },
  ]
  return offered.filter((item) => item !== false)
}
