import { Button } from '../../ui/plain/button.tsx'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { useWords } from './words-context.tsx'

/** The signature belonged to a text that has changed since: it was not used, and the new text is read first. */
export function StalePage({ onRead }: { onRead: () => void }) {
  const { stale } = useWords()
  return (
    <PatientPage title={stale.title}>
      <p className="mt-3 mb-6">{stale.body}</p>
      <Button onClick={onRead}>{stale.read}</Button>
      <div className="mt-4">
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}
