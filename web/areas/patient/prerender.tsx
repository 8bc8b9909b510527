import { renderToString } from 'react-dom/server'
import { PatientApp } from './patient-app.tsx'
import { english } from './english-words.ts'

/** What the page's HTML is filled with at build time. */
export type Prerendered = { lang: string; dir: string; title: string; description: string; body: string }

/** The birth-date page, as every link opens. */
export function prerenderPatientPage(): Prerendered {
  const { locale, dir, page } = english.entry
  const body = renderToString(<PatientApp pathname="/sign-consent/link" words={english} />)
  return { lang: locale, dir, title: page.formTitle, description: page.description, body }
}
