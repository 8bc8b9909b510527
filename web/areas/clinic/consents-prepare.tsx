import { ClipboardCheck, ClipboardPenLine } from 'lucide-react'
import { clsx } from 'clsx'
import { Suspense, useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { parsePreparedQuery } from '../../features/appointments/board-query.ts'
import { formatDay } from '../../features/appointments/index.ts'
import { PreparedActions } from '../../features/appointments/prepared-actions.tsx'
import { PreparedList } from '../../features/appointments/prepared-list.tsx'
import {
  isOpenDraft,
  neighbourDraft,
  preparedSummary,
  type PreparedConsent,
} from '../../features/appointments/prepared-words.ts'
import { defaultPreferences, loadClinicRecord } from '../../features/clinics/index.ts'
import { sendDraftBy } from '../../features/consents/bulk-actions.ts'
import type { LeaveConsentForm } from '../../features/consents/consent-form.tsx'
import { startFromDraft } from '../../features/consents/consent-start.ts'
import { useBulkAction, type BulkRow } from '../../features/consents/use-bulk-action.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission, sessionUserContext } from '../../features/identity/guard.ts'
import { listTemplates } from '../../features/templates/index.ts'
import { pageTitle } from '../../page-meta.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Route } from './+types/consents-prepare.ts'
import { boardPath, consentPaths, preparedConsentsPath } from './clinic-paths.ts'
import { PreparedConsentForm } from './prepared-consent-form.tsx'
import { usePreparedDay } from './use-prepared-day.ts'

const BulkProgressPanel = lazyPart(async () => ({
  default: (await import('../../features/consents/bulk-progress-panel.tsx')).BulkProgressPanel,
}))

export const meta = () => pageTitle('Prepare consents')

export const clientMiddleware = [requirePermission('createConsents')]

export async function clientLoader({ request: { url, signal }, context }: Route.ClientLoaderArgs) {
  const { draft: asked, ...query } = parsePreparedQuery(new URL(url).searchParams)
  const { clinicId } = context.get(sessionUserContext)
  const [prepared, templates, clinicians, clinic] = await Promise.all([
    api.appointments.prepared(query, { signal }),
    listTemplates(),
    api.staff.clinicians({}, { signal }),
    clinicId === null ? null : loadClinicRecord(clinicId),
  ])
  const isOpen = prepared.rows.some((row) => row.consentId === asked && isOpenDraft(row))
  const draft = isOpen ? asked! : neighbourDraft(prepared.rows, null)
  const { languages } = clinic ?? defaultPreferences
  const start = draft === null ? null : await startFromDraft(draft, languages)
  return { query, prepared, templates, clinicians, start, draft, isChosen: isOpen }
}

type SendableRow = BulkRow & { by: 'email' | 'sms' }

const toSend = (rows: readonly PreparedConsent[]): SendableRow[] =>
  rows.flatMap(({ consentId, sendBy, patientName, treatments }) =>
    consentId === null || sendBy === null
      ? []
      : {
          ...{ id: consentId, by: sendBy, patient: { name: patientName } },
          treatment: treatments.map(({ title }) => title).join(', '),
        },
  )

export default function ConsentsPrepare({ loaderData }: Route.ComponentProps) {
  const { query, start, draft, isChosen } = loaderData
  const { rows, reload } = usePreparedDay(loaderData.prepared, query)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const sending = useBulkAction<SendableRow>(revalidate)
  const leaveRef = useRef<LeaveConsentForm>(null)
  const hrefOfDraft = (consentId?: string) => preparedConsentsPath({ ...query, draft: consentId })
  const goTo = (consentId: string | null, replace = true) =>
    void navigate(hrefOfDraft(consentId ?? undefined), { replace })
  /** Whatever is typed in the form is saved before it is left. */
  const leave: LeaveConsentForm = (goOn) => (leaveRef.current ? leaveRef.current(goOn) : goOn())
  const step = (by: 1 | -1) => {
    const next = neighbourDraft(rows, draft, by)
    if (next !== null) leave(() => goTo(next))
  }
  const send = (ready: readonly PreparedConsent[]) =>
    leave(
      () =>
        void sending.begin(toSend(ready), {
          title: ready.length === 1 ? 'Sending 1 consent' : `Sending ${ready.length} consents`,
          done: 'Sent',
          act: sendDraftBy(({ by }) => by),
        }),
    )
  const failures = new Map(
    sending.work?.lines.flatMap(({ row, state, words }) => (state === 'failed' ? [[row.id, words]] : [])),
  )
  const current = rows.find(({ consentId }) => consentId !== null && consentId === draft)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Prepare consents"
        lead={
          <span role="status">
            {[formatDay(query.day), preparedSummary(rows)].filter(Boolean).join(': ')}
          </span>
        }
        actions={
          <PreparedActions
            rows={rows}
            query={query}
            isSending={sending.work?.isRunning ?? false}
            onSend={send}
            onChanged={revalidate}
            onDiscarded={(discarded) => draft !== null && discarded.includes(draft) && goTo(null)}
          />
        }
        back={<BackLink href={boardPath({ day: query.day })}>Day board</BackLink>}
        className="mb-6"
      />
      <Suspense>
        {sending.work && (
          <div className="mb-6">
            <BulkProgressPanel
              key={sending.work.title}
              work={sending.work}
              hrefOf={({ id }) => consentPaths.detail(id)}
              onTryAgain={() => void sending.tryAgain()}
              onPutAway={sending.putAway}
            />
          </div>
        )}
      </Suspense>
      {rows.length === 0 ? (
        <NoAppointments />
      ) : (
        <div className="grid items-start gap-6 xl:grid-cols-[19rem_minmax(0,1fr)]">
          <PreparedList
            rows={rows}
            currentId={draft}
            failures={failures}
            hrefOfDraft={hrefOfDraft}
            hrefOfConsent={consentPaths.detail}
            onChoose={(consentId) => leave(() => goTo(consentId, false))}
            className={clsx(
              'xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto',
              isChosen && 'max-xl:hidden',
            )}
          />
          {start && current ? (
            <PreparedConsentForm
              {...loaderData}
              {...{ start, current, leaveRef }}
              listHref={hrefOfDraft()}
              onStep={neighbourDraft(rows, draft) === null ? null : step}
              onSaved={() => void reload()}
              onDone={() => goTo(neighbourDraft(rows, draft))}
              className={isChosen ? undefined : 'max-xl:hidden'}
            />
          ) : (
            <NothingToSend />
          )}
        </div>
      )}
    </div>
  )
}

const NoAppointments = () => (
  <Panel>
    <EmptyState icon={ClipboardPenLine} title="No appointments to prepare">
      Appointments of this day that have not begun show here, each with its consent.
    </EmptyState>
  </Panel>
)

const NothingToSend = () => (
  <Panel>
    <EmptyState icon={ClipboardCheck} title="No draft to complete">
      Drafts that are not sent open here one after the other. The list says how each appointment stands.
    </EmptyState>
  </Panel>
)

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the consents of this day" />
)
