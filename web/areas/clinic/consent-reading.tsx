import { api } from '../../api.ts'
import { ReadingReport } from '../../features/readings/reading-report.tsx'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** How the patient read it; nothing where that was not told. */
export function ConsentReading({ consent }: ConsentPanelProps) {
  const consentId = consent.id
  if (!consent.sentAt) return null
  return (
    <LoadedPanel
      title="How the patient read it"
      load={() => api.readings.ofConsent({ consentId })}
      reloadKey={consent}
      canBeEmpty
    >
      {(reading) => reading && <ReadingReport reading={reading} />}
    </LoadedPanel>
  )
}
