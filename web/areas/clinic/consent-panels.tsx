import { Suspense, type ComponentType } from 'react'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { ConsentPanelProps } from './loaded-panel.tsx'

type ConsentPanel = ComponentType<ConsentPanelProps>

/** Each fetched apart: who opens a draft needs few of them. */
const panel = (load: () => Promise<ConsentPanel>): ConsentPanel =>
  lazyPart(async () => ({ default: await load() }))

/** What the patient and the practice said of a consent, in the order of the page. What is new is one line here. */
const aboutPatient = [
  panel(async () => (await import('./consent-matters.tsx')).ConsentMatters),
  panel(async () => (await import('./consent-supporters.tsx')).ConsentSupporters),
  panel(async () => (await import('./consent-aftercare.tsx')).ConsentAftercare),
  panel(async () => (await import('./consent-questions.tsx')).ConsentQuestions),
  panel(async () => (await import('./consent-authority-panel.tsx')).ConsentAuthorityPanel),
  panel(async () => (await import('./consent-understanding.tsx')).ConsentUnderstanding),
  panel(async () => (await import('./consent-reading.tsx')).ConsentReading),
  panel(async () => (await import('./consent-viewing.tsx')).ConsentViewing),
  panel(async () => (await import('./consent-capacity-panel.tsx')).ConsentCapacityPanel),
]

/** What became of it: papers, links, messages. */
const aboutRecord = [
  panel(async () => (await import('./consent-corrections.tsx')).ConsentCorrections),
  panel(async () => (await import('./consent-documents.tsx')).ConsentDocuments),
  panel(async () => (await import('./consent-links-panel.tsx')).ConsentLinksPanel),
  panel(async () => (await import('./consent-messages-panel.tsx')).ConsentMessagesPanel),
  panel(async () => (await import('./consent-incidents.tsx')).ConsentIncidents),
]

const listed = (panels: readonly ConsentPanel[]) => (props: ConsentPanelProps) =>
  panels.map((Panel, place) => (
    <Suspense key={place}>
      <Panel {...props} />
    </Suspense>
  ))

export const PatientPanels = listed(aboutPatient)
export const RecordPanels = listed(aboutRecord)
