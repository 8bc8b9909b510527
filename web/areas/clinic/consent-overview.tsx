import { api } from '../../api.ts'
import type { OfferedConsent } from '../../features/consents/action-offers.ts'
import { ConcernPanel } from '../../features/evidence/concern-panel.tsx'
import { SummaryStepList } from '../../features/evidence/summary-step-list.tsx'
import { summarySteps } from '../../features/evidence/summary-steps.ts'
import { SummaryTimeline } from '../../features/evidence/summary-timeline.tsx'
import { lengthText } from '../../features/readings/reading-words.ts'
import { consentPaths } from './clinic-paths.ts'
import { LoadedPanel } from './loaded-panel.tsx'

type ConsentOverviewProps = { consent: OfferedConsent; onRecord: (() => void) | undefined }

/** How a sent consent went so far: its steps, what is unusual about it, and its timeline. */
export function ConsentOverview({ consent, onRecord }: ConsentOverviewProps) {
  const consentId = consent.id
  if (consent.contentHash === null) return null
  return (
    <LoadedPanel title="Timeline" load={() => api.evidence.summary({ consentId })} reloadKey={consent} isLive>
      {(summary) => (
        <>
          <SummaryStepList steps={summarySteps(consent, summary, lengthText)} />
          <ConcernPanel
            concerns={summary.concerns}
            conversationHref={consentPaths.section(consentId, 'conversation')}
            signaturesHref={consentPaths.section(consentId, 'signatures')}
            onRecord={onRecord}
          />
          <SummaryTimeline timeline={summary.timeline} />
        </>
      )}
    </LoadedPanel>
  )
}
