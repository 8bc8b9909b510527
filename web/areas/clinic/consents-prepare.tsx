import { ClipboardCheck, ClipboardPenLine } from 'lucide-react'
import { clsx } from 'clsx'
import { Suspense, useEffect, useRef } from 'react'
import { redirect, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { parsePreparedQuery } from '../../features/appointments/board-query.ts'
import { formatDay } from '../../features/appointments/index.ts'
import { PreparedActions } from '../../features/appointments/prepared-actions.tsx'
import { PreparedList } from '../../features/appointments/prepared-list.tsx'
import { isOpenDraft, neighbourDraft, preparedSummary } from '../../features/appointments/prepared-words.ts'
import { defaultPreferences, loadClinicRecord } from '../../features/clinics/index.ts'
import type { LeaveConsentForm } from '../../features/consents/consent-form.tsx'
import { startFromDraft } from '../../features/consents/consent-start.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission, sessionUserContext } from '../../features/identity/guard.ts'
import { listTemplates } from '../../features/templates/index.ts'
import { pageTitle } from '../../page-meta.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Route } from './+types/consents-prepare.ts'
import { boardPath, consentPaths, preparedConsentsPath } from './clinic-paths.ts'
import { PreparedConsentForm } from './prepared-consent-form.tsx'
import { usePreparedDay } from './use-prepared-day.ts'
import { usePreparedSending } from './use-prepared-sending.ts'

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
  // Sent since the day was read: the day as it is now has another draft, or none.
  if (start?.draft && start.draft.status !== 'draft') throw redirect(preparedConsentsPath(query))
  return { query, prepared, templates, clinicians, start, draft, isChosen: isOpen }
}

export default function ConsentsPrepare({ loaderData }: Route.ComponentProps) {
  const { query, prepared, start, draft, isChosen } = loaderData
  const { rows, reload, busy, problem } = usePreparedDay(prepared, query)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const leaveRef = useRef<LeaveConsentForm>(null)
  /** Whatever is typed in the form is saved before it is left. */
  const leave = (goOn: () => void) => {
    if (leaveRef.current) leaveRef.current(goOn)
    else goOn()
  }
  const sending = usePreparedSending(() => leave(() => void revalidate()))
  const { page, focusHeading } = useHeadingFocus(loaderData)
  const hrefOfDraft = (consentId?: string) => preparedConsentsPath({ ...query, draft: consentId })
  const goTo = (consentId: string | null, replace = true) => {
    if (consentId === null) focusHeading()
    void navigate(hrefOfDraft(consentId ?? undefined), { replace })
  }
  const step = (by: 1 | -1) => {
    const next = neighbourDraft(rows, draft, by)
    if (next !== null) leave(() => goTo(next))
  }
  const loadAnew = () => {
    focusHeading()
    void revalidate()
  }
  const ofDraft = ({ consentId }: { consentId: string | null }) => consentId !== null && consentId === draft
  // An appointment that has begun or was moved is listed no longer, and somebody may be typing in its form.
  const current = rows.find(ofDraft) ?? prepared.rows.find(ofDraft)
  return (
    <div ref={page} className="mx-auto max-w-page">
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
            onSend={(ready) => leave(() => void sending.send(ready))}
            leave={leave}
            onPrepared={() => leave(loadAnew)}
            onDiscarded={(discarded) =>
              draft !== null && discarded.includes(draft) ? goTo(null) : loadAnew()
            }
          />
        }
        back={<BackLink href={boardPath({ day: query.day })}>Day board</BackLink>}
        className="mb-6"
      />
      <ProblemMessage problem={problem} title="The list could not be updated" className="mb-6">
        <Button size="small" variant="quiet" busy={busy} onClick={() => void reload()} className="mt-2">
          Try again
        </Button>
      </ProblemMessage>
      <Suspense>
        {sending.work && (
          <div className="mb-6">
            <BulkProgressPanel
              key={sending.work.title}
              work={sending.work}
              hrefOf={({ id }) => consentPaths.detail(id)}
              onTryAgain={() => leave(() => void sending.tryAgain())}
              onPutAway={sending.putAway}
            />
          </div>
        )}
      </Suspense>
      {rows.length === 0 && !current ? (
        <NoAppointments />
      ) : (
        <div className="grid items-start gap-6 xl:grid-cols-[19rem_minmax(0,1fr)]">
          <PreparedList
            rows={rows}
            currentId={draft}
            failures={sending.failures}
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
              isInert={sending.isInRun(draft)}
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

/** What takes the place of a control that is gone: the heading of the page, once the page is loaded anew. */
function useHeadingFocus(loaded: unknown) {
  const page = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current) return
    isAsked.current = false
    page.current?.querySelector('h1')?.focus()
  }, [loaded])
  const focusHeading = () => {
    isAsked.current = true
  }
  return { page, focusHeading }
}

const NoAppointments = () => (
  <Panel>
    <EmptyState icon={ClipboardPenLine} title="No appointments to prepare">
      Appointments not yet started show here with their consents.
    </EmptyState>
  </Panel>
)

const NothingToSend = () => (
  <Panel>
    <EmptyState icon={ClipboardCheck} title="No drafts to complete">
      Unsent drafts open here one after another. The list shows the status of each appointment.
    </EmptyState>
  </Panel>
)

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the day’s consents" />
)
