import { Suspense, type ComponentType } from 'react'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { ConsentPanelProps } from './loaded-panel.tsx'

type ConsentPanel = ComponentType<ConsentPanelProps>

/** Each fetched apart: who opens a draft needs few of them. */
const lazyPanel = (load: () => Promise<ConsentPanel>): ConsentPanel =>
  lazyPart(async () => ({ default: await load() }))

/** What the patient and the practice said of a consent, in the order of the page. What is new is one line here. */
const aboutPatient = [
  lazyPanel(async () => (await import('./consent-matters.tsx')).ConsentMatters),
  lazyPanel(async () => (await import('./consent-supporters.tsx')).ConsentSupporters),
  lazyPanel(async () => (await import('./consent-aftercare.tsx')).ConsentAftercare),
  lazyPanel(async () => (await import('./consent-questions.tsx')).ConsentQuestions),
  lazyPanel(async () => (await import('./consent-authority-panel.tsx')).ConsentAuthorityPanel),
  lazyPanel(async () => (await import('./consent-understanding.tsx')).ConsentUnderstanding),
  lazyPanel(async () => (await import('./consent-reading.tsx')).ConsentReading),
  lazyPanel(async () => (await import('./consent-viewing.tsx')).ConsentViewing),
  lazyPanel(async () => (await import('./consent-capacity-panel.tsx')).ConsentCapacityPanel),
]

/** What became of it: papers, links, messages. */
const aboutRecord = [
  lazyPanel(async () => (await import('./consent-corrections.tsx')).ConsentCorrections),
  lazyPanel(async () => (await import('./consent-documents.tsx')).ConsentDocuments),
  lazyPanel(async () => (await import('./consent-links-panel.tsx')).ConsentLinksPanel),
  lazyPanel(async () => (await import('./consent-messages-panel.tsx')).ConsentMessagesPanel),
  lazyPanel(async () => (await import('./consent-incidents.tsx')).ConsentIncidents),
]

const panelList = (panels: readonly ConsentPanel[]) => (props: ConsentPanelProps) =>
  panels.map((Panel, place) => (
    <Suspense key={place}>
      <Panel {...props} />
    </Suspense>
  ))

export const PatientPanels = panelList(aboutPatient)
export const RecordPanels = panelList(aboutRecord)
