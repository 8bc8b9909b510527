import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { ConsentSection } from '../../features/consents/consent-sections.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { ConsentPanelProps } from './loaded-panel.tsx'

type ConsentPanel = ComponentType<ConsentPanelProps>

/** Each fetched apart: who opens a draft needs few of them. */
const lazyPanel = (load: () => Promise<ConsentPanel>): ConsentPanel =>
  lazyPart(async () => ({ default: await load() }))

const matters = lazyPanel(async () => (await import('./consent-matters.tsx')).ConsentMatters)
const supporters = lazyPanel(async () => (await import('./consent-supporters.tsx')).ConsentSupporters)
const aftercare = lazyPanel(async () => (await import('./consent-aftercare.tsx')).ConsentAftercare)
const outcomes = lazyPanel(async () => (await import('./consent-outcomes.tsx')).ConsentOutcomes)
const questions = lazyPanel(async () => (await import('./consent-questions.tsx')).ConsentQuestions)
const authority = lazyPanel(async () => (await import('./consent-authority-panel.tsx')).ConsentAuthorityPanel)
const understanding = lazyPanel(
  async () => (await import('./consent-understanding.tsx')).ConsentUnderstanding,
)
const reading = lazyPanel(async () => (await import('./consent-reading.tsx')).ConsentReading)
const viewing = lazyPanel(async () => (await import('./consent-viewing.tsx')).ConsentViewing)
const capacity = lazyPanel(async () => (await import('./consent-capacity-panel.tsx')).ConsentCapacityPanel)
const corrections = lazyPanel(async () => (await import('./consent-corrections.tsx')).ConsentCorrections)
const documents = lazyPanel(async () => (await import('./consent-documents.tsx')).ConsentDocuments)
const links = lazyPanel(async () => (await import('./consent-links-panel.tsx')).ConsentLinksPanel)
const messages = lazyPanel(async () => (await import('./consent-messages-panel.tsx')).ConsentMessagesPanel)
const incidents = lazyPanel(async () => (await import('./consent-incidents.tsx')).ConsentIncidents)

/** What each part of the page shows besides the consent itself, in order. What is new is one line here. */
const panelsOf: Partial<Record<ConsentSection, readonly ConsentPanel[]>> = {
  conversation: [questions, matters, understanding, reading, viewing, supporters, capacity],
  signatures: [authority],
  documents: [corrections, documents],
  messages: [links, messages],
  aftercare: [aftercare, outcomes, incidents],
}

/** The panels of every part; those of a part that is not shown are not fetched. */
export const consentPanels = (props: ConsentPanelProps): Partial<Record<ConsentSection, ReactNode>> =>
  Object.fromEntries(
    Object.entries(panelsOf).map(([section, panels]) => [
      section,
      panels.map((Panel, place) => (
        <Suspense key={place}>
          <Panel {...props} />
        </Suspense>
      )),
    ]),
  )
