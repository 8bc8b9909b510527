import { renderToString } from 'react-dom/server'
import trial from '../../../build/content/page.try-consent.json'
import { dir, locale, shell } from '../../../build/content/words.en.json?entry'
import { PatientApp, PatientLoading } from './patient-app.tsx'
import { pageWords } from './page-words.ts'
import { TrialPage, TrialNoScript } from './trial-app.tsx'

/** What the HTML is filled with at build time. Its body is the birth-date page for links, and for other addresses a wait. */
export function prerenderPatientPages() {
  const common = { lang: locale, dir, ...shell }
  return {
    link: {
      ...common,
      body: renderToString(<PatientApp pathname="/sign-consent/link" words={pageWords} />),
    },
    address: { ...common, body: renderToString(<PatientLoading words={pageWords} />) },
    trial: {
      ...common,
      ...{ title: trial.title, description: trial.description },
      noScript: renderToString(<TrialNoScript />),
      body: renderToString(<TrialPage words={pageWords} />),
    },
  }
}
