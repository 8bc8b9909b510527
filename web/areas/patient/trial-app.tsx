import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import page from '../../../build/content/page.try-consent.json'
import told from '../../../build/trial/words.json'
import {
  LinkJourney,
  PageBoundary,
  setCallHandler,
  fillPlaceholders,
  disableDeviceStorage,
  usePageLanguage,
  type WordLibrary,
} from '../../features/signing/index.ts'
import { PatientProviders } from './patient-app.tsx'
import { createTrialHandler, type TrialDeps } from './trial-handlers.ts'
import { TrialEnd } from './trial-end.tsx'
import { trialForm } from './trial-forms.ts'
import { createTrialRecord, type TrialRecord } from './trial-record.ts'

/** In which language the form is opened. */
const pageLanguage = { language: 'en' }

/**
 * Begins the form that anybody may try: the pages of patients as they are, answered in this page. That is settled before
 * they are drawn, so that nothing of them reaches a server or stays on the device.
 */
export function startTrial(root: HTMLElement, words: WordLibrary): void {
  const record = createEmptyRecord()
  const { practice, refusals } = told as Pick<TrialDeps, 'practice' | 'refusals'>
  const trust = { codeWord: '', callBack: practice.phone }
  disableDeviceStorage()
  setCallHandler(
    createTrialHandler({ record, practice, trust, refusals, language: () => pageLanguage.language }),
  )
  hydrateRoot(root, <TrialApp words={words} record={record} />)
}

const createEmptyRecord = () => createTrialRecord(trialForm, told.events)

/** What stands in the HTML as sent: the first page, which asks for the birth date that it tells. */
export const TrialPage = ({ words }: { words: WordLibrary }) => (
  <TrialApp words={words} record={createEmptyRecord()} />
)

/** What stands there for whoever has no script. */
export const TrialNoScript = () => (
  <>
    {page.noScript} <a href="/dental-consent-forms#sample">{page.sample}</a>
  </>
)

function TrialApp({ words, record }: { words: WordLibrary; record: TrialRecord }) {
  return (
    <PatientProviders words={words}>
      <PageBoundary>
        <TrialJourney record={record} />
      </PageBoundary>
    </PatientProviders>
  )
}

function TrialJourney({ record }: { record: TrialRecord }) {
  const [isOpened, setOpened] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const { requestedLanguage } = usePageLanguage()
  useEffect(() => void (pageLanguage.language = requestedLanguage), [requestedLanguage])
  return (
    <>
      <Banner isOpened={isOpened} />
      {isAnswered ? (
        <TrialEnd record={record} />
      ) : (
        <LinkJourney
          accessToken="trial"
          goal="sign"
          onVerified={() => setOpened(true)}
          onAnswered={() => setAnswered(true)}
        />
      )}
    </>
  )
}

const [year, month, day] = told.dateOfBirth.split('-').map(Number)

/** Stands above every page of it, so that nobody takes it for a patient's. It is in English, whatever they read in. */
function Banner({ isOpened }: { isOpened: boolean }) {
  const { text, date, languages, or } = page.banner
  const [last = '', ...others] = told.beside.toReversed()
  const otherLanguagesText = fillPlaceholders(or, { languages: others.toReversed().join(', '), last })
  return (
    <aside
      lang="en-GB"
      dir="ltr"
      aria-label={page.banner.label}
      className="-mx-5 border-b border-line bg-brand-soft px-5 py-3 text-small sm:rounded-b-lg sm:border-x"
    >
      <p className="font-semibold">{text}</p>
      {!isOpened && (
        <>
          <p className="mt-1">{fillPlaceholders(date, { date: `${day} ${month} ${year}` })}</p>
          <p className="mt-1">{fillPlaceholders(languages, { languages: otherLanguagesText })}</p>
        </>
      )}
    </aside>
  )
}
