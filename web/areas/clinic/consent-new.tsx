import { NotebookPen } from 'lucide-react'
import { useCallback, type ComponentProps } from 'react'
import { redirect, useNavigate, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Language } from '../../../contract/languages.ts'
import { api } from '../../api.ts'
import { withAllLast } from '../../features/consents/consent-form-values.ts'
import { ConsentForm } from '../../features/consents/consent-form.tsx'
import {
  startFromDraft,
  startReplacement,
  startNewConsent,
  type ConsentFormStart,
} from '../../features/consents/consent-start.ts'
import { loadClinicRecord, defaultPreferences } from '../../features/clinics/index.ts'
import { requirePermission, sessionUserContext } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { PhraseEditing } from '../../features/phrases/phrase-editing.tsx'
import { PicturePanel } from '../../features/pictures/picture-panel.tsx'
import { defaultClinician, lastChosenClinicianId, type Clinician } from '../../features/staff/index.ts'
import { listTemplates } from '../../features/templates/index.ts'
import { goBack } from '../../features/templates/unsaved-changes-guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/consent-new.ts'
import { consentPaths, consentFromNotePath, consentListPath, recordPaths } from './clinic-paths.ts'
import { loadReturnPath, sentPath, useSavedReturnPath, type ReturnState } from './return-link.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(titleOf(loaderData?.start))

export const clientMiddleware = [requirePermission('createConsents')]

/** After the first save the address names the draft; the form already holds it. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.searchParams.has('draft') || !nextUrl.searchParams.has('draft')

export async function clientLoader({ request: { url, signal }, context }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const { clinicId } = context.get(sessionUserContext)
  const [templates, clinicians, clinic] = await Promise.all([
    listTemplates(),
    api.staff.clinicians({}, { signal }),
    clinicId === null ? null : loadClinicRecord(clinicId),
  ])
  const { languages } = clinic ?? defaultPreferences
  const start = await startOf(params, { clinicians, languages })
  if (start.draft && start.draft.status !== 'draft') throw redirect(consentPaths.detail(start.draft.id))
  return { templates, clinicians, start, returnPath: loadReturnPath(url) }
}

type StartChoices = {
  clinicians: readonly Clinician[]
  languages: readonly Language[]
}

/** A treatment alone: where it is and what it costs are of one patient. */
const withoutPlace = ({ templateId }: { templateId: string }) => ({
  ...{ templateId, teeth: [], area: null, pricePence: null },
})

async function startOf(params: URLSearchParams, { clinicians, languages }: StartChoices) {
  const draft = params.get('draft')
  const replaced = params.get('replaces')
  if (draft) return startFromDraft(draft, languages)
  if (replaced) return startReplacement(replaced, languages)
  const appointmentId = params.get('appointment')
  const templateId = params.get('template')
  const repeatedId = params.get('repeats')
  const [appointment, repeated] = await Promise.all([
    appointmentId ? api.appointments.get({ appointmentId }) : null,
    repeatedId ? api.consents.get({ consentId: repeatedId }) : null,
  ])
  const chosen = templateId ? [withoutPlace({ templateId })] : []
  const planned = appointment?.treatments ?? repeated?.plan.items.map(withoutPlace) ?? chosen
  const known = appointment?.clinician.id ?? repeated?.clinician.id
  const clinician = clinicians.find(({ id }) => id === known)
  const started = await startNewConsent(
    appointment ? appointment.patient.id : params.get('patient'),
    clinician ? clinician.id : defaultClinician(clinicians, lastChosenClinicianId()),
    languages,
    planned,
  )
  return params.get('like') === 'last' ? { ...started, values: withAllLast(started.values) } : started
}

const phrasesOf = (of: ComponentProps<typeof PhraseEditing>) => <PhraseEditing {...of} />
const picturesOf = (draft: ComponentProps<typeof PicturePanel>) => <PicturePanel {...draft} />

export default function ConsentNew({ loaderData }: Route.ComponentProps) {
  const { returnPath, ...loaded } = loaderData
  const { start } = loaded
  const navigate = useNavigate()
  useSavedReturnPath(returnPath)
  const may = useMay()
  const onCreated = useCallback(
    (consentId: string) =>
      void navigate(consentPaths.edit(consentId), {
        ...{ replace: true, preventScrollReset: true },
        state: { returnPath } satisfies ReturnState,
      }),
    [navigate, returnPath],
  )
  // From a draft's own page, one step back would be that of a draft that is no more.
  const leave = () =>
    start.draft
      ? void navigate(consentListPath('drafts'), { replace: true })
      : goBack(navigate, consentPaths.list)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={titleOf(start)}
        lead={
          start.replaces &&
          'The previous consent stays in the record. It closes when this one is sent or, if it was signed, when this one is signed. Choose Keep to reuse its details.'
        }
        actions={
          !start.draft &&
          !start.replaces && (
            <ButtonLink
              href={consentFromNotePath(start.values.patient?.id)}
              variant="quiet"
              icon={NotebookPen}
            >
              From a note
            </ButtonLink>
          )
        }
        back={<BackLink href={consentPaths.list}>Consents</BackLink>}
        className="mb-6"
      />
      <ConsentForm
        key={start.draft?.id ?? start.replaces ?? start.values.patient?.id}
        {...loaded}
        mayOverride={may('overrideConsents')}
        historyHrefOf={recordPaths.history}
        patientEditHrefOf={recordPaths.edit}
        picturesOf={picturesOf}
        phrasesOf={phrasesOf}
        onCreated={onCreated}
        onDiscarded={leave}
        onSent={(consentId) =>
          void navigate(sentPath(consentId), {
            replace: true,
            state: { returnPath } satisfies ReturnState,
          })
        }
      />
    </div>
  )
}

function titleOf(start: ConsentFormStart | undefined): string {
  if (start?.draft) return 'Edit draft'
  return start?.replaces ? 'Replace a consent' : 'New consent'
}
