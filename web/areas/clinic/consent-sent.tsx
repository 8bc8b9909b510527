import { useState } from 'react'
import { redirect } from 'react-router'
import { api } from '../../api.ts'
import type { OfferedConsent } from '../../features/consents/action-offers.ts'
import { SentScreen } from '../../features/consents/sent-screen.tsx'
import { sentTitle, type SentFacts, type SentStep } from '../../features/consents/sent-steps.ts'
import { SummaryStepList } from '../../features/evidence/summary-step-list.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { useLiveUpdates } from '../../live-updates.ts'
import { pageTitle } from '../../page-meta.ts'
import { useLatest } from '../../ui/use-latest.ts'
import type { Route } from './+types/consent-sent.ts'
import { consentPaths } from './clinic-paths.ts'
import { loadReturnPath, returnLink, useSavedReturnPath } from './return-link.ts'

type Delivery = { facts: SentFacts; mayLink: boolean }

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(
    loaderData ? sentTitle(loaderData.delivery.facts, loaderData.consent.patient.name) : 'Sent consent',
  )

export const clientMiddleware = [requirePermission('createConsents')]

export async function clientLoader({
  params: { consentId },
  request: { url, signal },
}: Route.ClientLoaderArgs) {
  const consent = await api.consents.get({ consentId }, { signal })
  if (consent.contentHash === null) throw redirect(consentPaths.detail(consentId))
  return { consent, delivery: await loadDelivery(consent, { signal }), returnPath: loadReturnPath(url) }
}

/** What became of a consent, read from lists: each reading of the consent itself is audited. */
async function loadDelivery(
  consent: OfferedConsent,
  options: { signal?: AbortSignal } = {},
): Promise<Delivery> {
  const { id: consentId, patient } = consent
  const [{ rows }, messages, links] = await Promise.all([
    api.consents.list({ patientId: patient.id, pageSize: 100 }, options),
    api.signing.listMessages({ consentId }, options),
    api.signing.listLinks({ consentId }, options),
  ])
  const row = rows.find(({ id }) => id === consentId)
  const { status, sentAt, signedAt } = row ?? consent
  return {
    facts: { status, sentAt, signedAt, messages, links },
    mayLink: row?.actions.includes('link') ?? false,
  }
}

const stepsOf = (steps: readonly SentStep[]) => <SummaryStepList steps={steps} />

export default function ConsentSent({ loaderData }: Route.ComponentProps) {
  return <SentConsent key={loaderData.consent.id} {...loaderData} />
}

type SentConsentProps = Route.ComponentProps['loaderData']

function SentConsent({ consent, delivery, returnPath }: SentConsentProps) {
  const [shown, setShown] = useState(delivery)
  const { ask } = useLatest<void, Delivery>(() => loadDelivery(consent), setShown)
  // What cannot be read again now is shown as it was; the next news asks again.
  useLiveUpdates(['consents', 'messages'], () => void ask())
  useSavedReturnPath(returnPath)
  return (
    <div className="mx-auto max-w-page">
      <SentScreen
        consent={consent}
        {...shown}
        back={returnLink(returnPath, consent)}
        newHref={consentPaths.create()}
        detailHref={consentPaths.detail(consent.id)}
        stepsOf={stepsOf}
        onChanged={ask}
      />
    </div>
  )
}
