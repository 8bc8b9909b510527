import { Suspense, lazy, useState } from 'react'
import { Spinner } from '../../ui/plain/spinner.tsx'
import {
  ArrivalProvider,
  LinkJourney,
  PageBoundary,
  PatientFrame,
  PracticeProvider,
  WordsProvider,
  useEntryWords,
  type WordLibrary,
} from '../../features/signing/index.ts'
import { readPatientPath } from './patient-paths.ts'

/** Few people come by a consent's own address, so it is no part of the first load. */
const AddressJourney = lazy(() =>
  import('../../features/signing/address-journey.tsx').then((file) => ({ default: file.AddressJourney })),
)

/** A patient's own page: known by its address, asked for by e-mail. */
const HomeJourney = lazy(() =>
  import('../../features/patient-home/home-journey.tsx').then((file) => ({ default: file.HomeJourney })),
)

/** The forms that were handed over on a tablet of the practice. */
const KioskJourney = lazy(() =>
  import('../../features/kiosks/kiosk-journey.tsx').then((file) => ({ default: file.KioskJourney })),
)

/** Everything behind a consent link, for the address it was opened at. */
export function PatientApp({ pathname, words }: { pathname: string; words: WordLibrary }) {
  return (
    <WordsProvider words={words}>
      <PracticeProvider>
        <ArrivalProvider>
          <PatientFrame>
            <PageBoundary>
              <Suspense fallback={<Loading />}>
                <PatientJourney pathname={pathname} />
              </Suspense>
            </PageBoundary>
          </PatientFrame>
        </ArrivalProvider>
      </PracticeProvider>
    </WordsProvider>
  )
}

function Loading() {
  const { page } = useEntryWords()
  return <Spinner size="large" message={page.loading} />
}

function PatientJourney({ pathname }: { pathname: string }) {
  // Read once: what the person opened stays open while the address gives way to the form's own.
  const [path] = useState(() => readPatientPath(pathname))
  if (!path) return <LinkJourney accessToken="" goal="sign" />
  if (path.kind === 'home') return <HomeJourney />
  if (path.kind === 'kiosk') return <KioskJourney handoverId={path.handoverId} />
  if (path.kind === 'address') return <AddressJourney consentId={path.consentId} goal={path.goal} />
  const { accessToken, goal, verify } = path
  const becomeForm = () => history.replaceState(history.state, '', `/sign-consent/${accessToken}`)
  return <LinkJourney accessToken={accessToken} goal={goal} onProved={verify ? becomeForm : undefined} />
}
