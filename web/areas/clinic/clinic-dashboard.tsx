import { FilePenLine, Plus, UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { ConsentRow } from '../../../contract/consents.ts'
import { api } from '../../api.ts'
import { DayBoard } from '../../features/appointments/day-board.tsx'
import type { RenderAnswers } from '../../features/appointments/start-dialog.tsx'
import { parseBoardQuery } from '../../features/appointments/board-query.ts'
import type { RenderHandOver } from '../../features/consents/addendum-dialog.tsx'
import { ConsentTable } from '../../features/consents/consent-table.tsx'
import { ActionList } from '../../features/consents/consent-action-list.tsx'
import { sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { TaskList } from '../../features/tasks/task-list.tsx'
import { useLiveUpdates } from '../../live-updates.ts'
import { pageTitle } from '../../page-meta.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { greetingAt } from '../../ui/plain/greeting.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Route } from './+types/clinic-dashboard.ts'
import {
  billingPath,
  boardPath,
  boardPaths,
  consentPaths,
  consentListPath,
  dayListPath,
  documentsPath,
  failedDocumentsPath,
  groupPath,
  openedRecordsPath,
  preparedConsentsPath,
  protectionPaths,
  recordPaths,
  pendingTemplatesPath,
} from './clinic-paths.ts'
import { kioskConsents } from './kiosk-permission.ts'
import { AreaLinks } from './area-links.tsx'
import { useIsFeatureDisabled } from '../../features/clinics/index.ts'
import { numberText } from '../../ui/plain/number-text.ts'

const loadWorryAlert = async () => ({
  default: (await import('../../features/aftercare/worry-alert.tsx')).WorryAlert,
})
const WorryAlert = lazyPart(loadWorryAlert)

/** Seldom needed, so that it is fetched when it is. */
const RecentAccessNotice = lazyPart(async () => ({
  default: (await import('../../features/emergency-accesses/recent-access-notice.tsx')).RecentAccessNotice,
}))

const BillingNoticeList = lazyPart(async () => ({
  default: (await import('../../features/billing/billing-notice-list.tsx')).BillingNoticeList,
}))

/** Seldom needed too: each is decided once. */
const GroupDecisionNotice = lazyPart(async () => ({
  default: (await import('../../features/practice-groups/group-decision-notice.tsx')).GroupDecisionNotice,
}))

const KioskSessionButton = lazyPart(async () => ({
  default: (await import('../../features/kiosks/kiosk-session-button.tsx')).KioskSessionButton,
}))

const ConsentAnswers = lazyPart(async () => ({
  default: (await import('./consent-answers.tsx')).ConsentAnswers,
}))

const answersOf: RenderAnswers = (consent, onChanged) => (
  <ConsentAnswers consent={consent} onChanged={onChanged} />
)

/** After the day's work is on the screen. */
const ComplianceNotice = lazyPart(async () => ({
  default: (await import('../../features/data-protection/overdue-task-notice.tsx')).OverdueTaskNotice,
}))

const recent_max = 6
const tasks_max = 10

export const meta = () => pageTitle('Dashboard')

export async function clientLoader({ request: { url, signal }, context }: Route.ClientLoaderArgs) {
  const user = context.get(sessionUserContext)
  const mayList = user.permissions.includes('createConsents')
  const mayWork = ['createConsents', 'canSendForms', 'sendReminders'] as const
  const maySeeWork = mayWork.some((flag) => user.permissions.includes(flag))
  const [
    board,
    clinicians,
    counts,
    recent,
    waiting,
    tasks,
    worries,
    writeBacks,
    accesses,
    notices,
    membership,
  ] = await Promise.all([
    api.appointments.day(parseBoardQuery(new URL(url).searchParams), { signal }),
    api.staff.clinicians({}, { signal }),
    api.consents.counts({}, { signal }),
    mayList ? api.consents.list({ pageSize: recent_max }, { signal }) : null,
    user.permissions.includes('manageTemplates')
      ? api.templates.list({ attention: 'approval', status: 'all', pageSize: 1 }, { signal })
      : null,
    maySeeWork ? api.tasks.list({ pageSize: tasks_max }, { signal }) : null,
    maySeeWork ? api.aftercare.openWorries({}, { signal }) : [],
    user.permissions.includes('canManageBilling')
      ? api.integrations.listWriteBacks({ status: 'failed', pageSize: 1 }, { signal })
      : null,
    api.emergencyAccesses.recent({}, { signal }),
    user.permissions.includes('canManageBilling') ? api.billing.notices({}, { signal }) : [],
    user.role === 'clinic_admin' && user.permissions.includes('canManageBilling')
      ? api.practiceGroups.membership({}, { signal }).catch(() => null)
      : null,
  ])
  // There with the page, so that nothing moves under a finger.
  if (worries.length > 0) await loadWorryAlert()
  return {
    name: user.displayName,
    board,
    clinicians,
    counts,
    recent: recent?.rows ?? null,
    tasks,
    worries,
    accesses,
    notices,
    group: membership?.group ?? null,
    waitingTemplates: waiting?.total ?? 0,
    notArrived: writeBacks?.failed ?? 0,
  }
}

export default function ClinicDashboard({ loaderData }: Route.ComponentProps) {
  const { name, board, clinicians, counts, recent, tasks, worries, waitingTemplates, notArrived } = loaderData
  const { accesses, notices, group } = loaderData
  const may = useMay()
  const isListOff = useIsFeatureDisabled('day-lists')
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isLive = useLiveUpdates(
    ['appointments', 'consents', 'messages', 'emergency-accesses'],
    () => void revalidate(),
  )
  const handOverOf: RenderHandOver = (form) => (
    <Suspense>
      <KioskSessionButton patientName={form.patient.name} forms={kioskConsents([form], may)} />
    </Suspense>
  )
  const { day, today, clinician } = board
  // What the server chose by itself is not repeated in the address.
  const shown = { ...(day === today ? {} : { day }), who: clinician }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={`${greetingAt(new Date())}, ${name}`}
        lead="Today’s appointments and outstanding tasks."
        actions={may('createConsents') && <NewConsentButton />}
        className="print:hidden"
      />
      {worries.length > 0 && (
        <Suspense>
          <WorryAlert worries={worries} hrefOfSection={consentPaths.section} className="mt-6" />
        </Suspense>
      )}
      {may('accessSettings') && (
        <Suspense>
          <ComplianceNotice
            paths={{
              requests: protectionPaths.requests,
              breaches: protectionPaths.breaches,
              documents: documentsPath,
            }}
          />
        </Suspense>
      )}
      {accesses.length > 0 && (
        <Suspense>
          <RecentAccessNotice
            accesses={accesses}
            hrefOfConsent={consentPaths.detail}
            listHref={may('accessSettings') ? openedRecordsPath : undefined}
            className="mt-6 print:hidden"
          />
        </Suspense>
      )}
      {notices.length > 0 && (
        <Suspense>
          <BillingNoticeList notices={notices} billingHref={billingPath} className="mt-6 print:hidden" />
        </Suspense>
      )}
      {group && group.undecided.length > 0 && (
        <Suspense>
          <GroupDecisionNotice group={group} href={groupPath} className="mt-6 print:hidden" />
        </Suspense>
      )}
      {counts.demoHistory && <DemoHistoryNotice {...counts.demoHistory} />}
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <DayBoard
          board={board}
          clinicians={clinicians}
          permissions={{
            treat: may('createConsents') || may('finaliseConsents'),
            override: may('overrideConsents'),
          }}
          isLive={isLive}
          paths={boardPaths}
          listHref={(may('createConsents') || may('canEditPatients')) && !isListOff ? dayListPath : null}
          onPrepared={may('createConsents') ? (query) => void navigate(preparedConsentsPath(query)) : null}
          hrefOf={(query) => boardPath({ who: clinician, ...query })}
          onQuery={(query) => void navigate(boardPath({ ...shown, ...query }), { preventScrollReset: true })}
          onReload={revalidate}
          handOverOf={handOverOf}
          answersOf={answersOf}
        />
        <div className="grid gap-6 print:hidden">
          <ActionList
            counts={counts}
            hrefOfView={
              recent ? (view, mine) => consentListPath(view, mine ? board.ownId : undefined) : undefined
            }
          />
          {notArrived > 0 && <UndeliveredNotice count={notArrived} />}
          {waitingTemplates > 0 && <PendingTemplatesNotice count={waitingTemplates} />}
          <AreaLinks />
        </div>
      </div>
      {tasks && tasks.total > 0 && (
        <TaskList
          tasks={tasks.rows}
          total={tasks.total}
          hrefOfSection={consentPaths.section}
          onChanged={revalidate}
          className="mt-6 print:hidden"
        />
      )}
      {recent && <RecentConsents rows={recent} />}
    </div>
  )
}

const RecentConsents = ({ rows }: { rows: ConsentRow[] }) => (
  <Panel
    title="Recent consents"
    className="mt-6 print:hidden"
    flush
    actions={
      <Link href={consentPaths.list} className="text-link">
        All consents
      </Link>
    }
  >
    <ConsentTable
      caption="Recent consents"
      rows={rows}
      hrefOf={({ id }) => consentPaths.detail(id)}
      className="rounded-t-none border-x-0 border-b-0"
      empty={<NewClinicState />}
    />
  </Panel>
)

/** Nobody waits for it: it says why figures and lists grow. */
const DemoHistoryNotice = ({ made, of }: { made: number; of: number }) => (
  <InlineMessage className="mt-6 print:hidden">
    Adding demo history: {made} of {of} consents
  </InlineMessage>
)

const UndeliveredNotice = ({ count }: { count: number }) => (
  <InlineMessage tone="bad">
    <Link href={failedDocumentsPath} className="text-link">
      {count === 1
        ? '1 document not delivered to the practice system'
        : `${numberText(count)} documents not delivered to the practice system`}
    </Link>
  </InlineMessage>
)

const PendingTemplatesNotice = ({ count }: { count: number }) => (
  <InlineMessage>
    <Link href={pendingTemplatesPath} className="text-link">
      {count === 1 ? '1 template awaiting approval' : `${numberText(count)} templates awaiting approval`}
    </Link>
  </InlineMessage>
)

const NewConsentButton = () => (
  <ButtonLink href={consentPaths.create()} icon={Plus}>
    New consent
  </ButtonLink>
)

const NewClinicState = () => (
  <EmptyState
    icon={FilePenLine}
    title="No consents yet"
    action={
      <ButtonLink href={recordPaths.create} icon={UserPlus}>
        Add a patient
      </ButtonLink>
    }
  >
    Add your first patient, then create a consent. Its progress shows here.
  </EmptyState>
)
