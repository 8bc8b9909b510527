import { useEffect } from 'react'
import { useNavigate, useRevalidator, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { api } from '../../api.ts'
import { isOffered } from '../../features/consents/action-offers.ts'
import { ConsentDetailScreen, type RenderOverview } from '../../features/consents/consent-detail-screen.tsx'
import { consentSectionIn } from '../../features/consents/consent-sections.ts'
import { recordConsentOpened } from '../../features/consents/recent-consent-ids.ts'
import type { RenderHandOver } from '../../features/consents/addendum-dialog.tsx'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { KioskSessionButton } from '../../features/kiosks/kiosk-session-button.tsx'
import { NeedsFlag } from '../../features/patients/needs-flag.tsx'
import { ShownPictures } from '../../features/pictures/picture-view.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-detail.ts'
import { consentListPath, consentPaths } from './clinic-paths.ts'
import { kioskConsents } from './kiosk-permission.ts'
import { ConsentOverview } from './consent-overview.tsx'
import { consentPanels } from './consent-panels.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? loaderData.consent.treatment : 'Consent')

export async function clientLoader({ params: { consentId }, request: { signal } }: Route.ClientLoaderArgs) {
  const consent = await api.consents.get({ consentId }, { signal })
  const patient = await api.patients.get({ patientId: consent.patient.id }, { signal })
  return { consent, patient }
}

/** Another part of the page shows what is here already: each reading of a consent is audited. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate &&
  !(currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search)

export default function ConsentDetail({ loaderData: { consent, patient } }: Route.ComponentProps) {
  const { revalidate: onChanged } = useRevalidator()
  const section = consentSectionIn(useSearchParams()[0], consent)
  const may = useMay()
  const navigate = useNavigate()
  const { uid } = useSessionUser()
  useEffect(() => recordConsentOpened(uid, consent.id), [uid, consent.id])
  const handOverOf: RenderHandOver = (form) => (
    <KioskSessionButton patientName={consent.patient.name} forms={kioskConsents([form], may)} />
  )
  const overviewOf: RenderOverview = (onRecord) => <ConsentOverview consent={consent} onRecord={onRecord} />
  const panelProps = { consent, onChanged }
  return (
    <div className="mx-auto max-w-page">
      <ConsentDetailScreen
        // Another consent is another page: its panels begin anew.
        key={consent.id}
        {...panelProps}
        onDiscarded={() => void navigate(consentListPath('drafts'), { replace: true })}
        contact={patient}
        paths={consentPaths}
        pictures={<ShownPictures consent={consent} />}
        needs={<NeedsFlag patient={patient} />}
        section={section}
        overviewOf={overviewOf}
        panels={consentPanels(panelProps)}
        handOver={
          <KioskSessionButton
            patientName={consent.patient.name}
            forms={isOffered(consent, 'kiosk') ? [consent] : []}
          />
        }
        handOverOf={handOverOf}
      />
    </div>
  )
}
