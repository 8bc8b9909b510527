import { useState, type ReactNode } from 'react'
import {
  NavigationCountProvider,
  LinkJourney,
  PageBoundary,
  PageLoading,
  PatientFrame,
  PracticeProvider,
  WordsProvider,
  lazyPage,
  type WordLibrary,
} from '../../features/signing/index.ts'
import { OuterBoundary } from './outer-boundary.tsx'
import { readPatientPath } from './patient-paths.ts'

/** Few people come by a consent's own address, so it is no part of the first load. */
const DirectConsentJourney = lazyPage(() =>
  import('../../features/signing/direct-consent-journey.tsx').then((file) => file.DirectConsentJourney),
)

/** A patient's own page: known by its address, asked for by e-mail. */
const HomeJourney = lazyPage(() =>
  import('../../features/patient-home/home-journey.tsx').then((file) => file.HomeJourney),
)

/** What a patient lets somebody read along. */
const SupporterJourney = lazyPage(() =>
  import('../../features/signing/supporter-journey.tsx').then((file) => file.SupporterJourney),
)

/** The forms that were handed over on a tablet of the practice. */
const KioskJourney = lazyPage(() =>
  import('../../features/kiosks/kiosk-journey.tsx').then((file) => file.KioskJourney),
)

/** Everything behind a consent link, for the address it was opened at. */
export function PatientApp({ pathname, words }: { pathname: string; words: WordLibrary }) {
  return (
    <PatientProviders words={words}>
      <PageBoundary>
        <PatientJourney pathname={pathname} />
      </PageBoundary>
    </PatientProviders>
  )
}

/** What stands in the HTML of addresses whose first page depends on who looks. */
export function PatientLoading({ words }: { words: WordLibrary }) {
  return (
    <PatientProviders words={words}>
      <PageLoading />
    </PatientProviders>
  )
}

/** What every page of a patient stands in. */
export function PatientProviders({ words, children }: { words: WordLibrary; children: ReactNode }) {
  return (
    <OuterBoundary>
      <WordsProvider words={words}>
        <PracticeProvider>
          <NavigationCountProvider>
            <PatientFrame>{children}</PatientFrame>
          </NavigationCountProvider>
        </PracticeProvider>
      </WordsProvider>
    </OuterBoundary>
  )
}

function PatientJourney({ pathname }: { pathname: string }) {
  // Read once: what the person opened stays open while the address gives way to the form's own.
  const [path] = useState(() => readPatientPath(pathname))
  if (!path || path.kind === 'trial') return <LinkJourney accessToken="" goal="sign" />
  if (path.kind === 'home') return <HomeJourney />
  if (path.kind === 'kiosk') return <KioskJourney handoverId={path.handoverId} />
  if (path.kind === 'supporter') return <SupporterJourney accessToken={path.accessToken} />
  if (path.kind === 'address') return <DirectConsentJourney consentId={path.consentId} goal={path.goal} />
  const { accessToken, goal, verify } = path
  const becomeForm = () => history.replaceState(history.state, '', `/sign-consent/${accessToken}`)
  return <LinkJourney accessToken={accessToken} goal={goal} onVerified={verify ? becomeForm : undefined} />
}
