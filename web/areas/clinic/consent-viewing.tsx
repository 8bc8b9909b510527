import { api } from '../../api.ts'
import { ViewingReport } from '../../features/viewings/viewing-report.tsx'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** How the patient watched the videos of it; nothing where it has none. */
export function ConsentViewing({ consent }: ConsentPanelProps) {
  const consentId = consent.id
  if (!consent.sentAt || !consent.content.sections.some(({ media }) => media)) return null
  return (
    <LoadedPanel
      title="How the patient watched the video"
      load={() => api.viewings.ofConsent({ consentId })}
      reloadKey={consent}
      canBeEmpty
    >
      {(viewings) => viewings.length > 0 && <ViewingReport viewings={viewings} />}
    </LoadedPanel>
  )
}
