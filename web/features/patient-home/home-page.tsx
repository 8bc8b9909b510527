import { useState } from 'react'
import { awaitsPatient } from '../../../contract/consent-states.ts'
import { Button } from '../../ui/plain/button.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import {
  RequestRefusedError,
  PatientPage,
  CallPracticeButton,
  fillPlaceholders,
  useWords,
} from '../signing/index.ts'
import { leaveHome, type Home, type HomeConsent } from './home-api.ts'
import { HomeConsentItem } from './home-consent-item.tsx'
import { connectionLostText } from './home-problem.ts'

type HomePageProps = { home: Home; onLapsed: () => void; onLeft: () => void }

/** Everything the practice has sent: first what waits for an answer, then the rest, newest first. */
export function HomePage({ home, onLapsed, onLeft }: HomePageProps) {
  const words = useWords()
  const { list } = words.home
  const { firstName, practice, consents } = home
  const [busy, setBusy] = useState<string>()
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])

  /** One thing at a time; where it leads away from the page, the button stays busy until then. */
  async function run(name: string, act: () => Promise<void>) {
    if (busy !== undefined) return
    setBusy(name)
    try {
      await act()
    } catch (error) {
      setBusy(undefined)
      if (error instanceof RequestRefusedError) return onLapsed()
      setProblems([{ text: connectionLostText(error, words) }])
    }
  }

  const finish = () =>
    run('finish', async () => {
      await leaveHome()
      onLeft()
    })
  const waiting = consents.filter(({ status }) => awaitsPatient(status))
  const others = consents.filter(({ status }) => !awaitsPatient(status))
  const section = (title: string, shown: readonly HomeConsent[]) =>
    shown.length > 0 && (
      <section className="mt-8">
        <h2 className="mb-3">{title}</h2>
        <ul className="divide-y divide-line card">
          {shown.map((consent) => (
            <HomeConsentItem
              key={consent.id}
              consent={consent}
              busy={busy}
              onRun={run}
              onDone={() => setBusy(undefined)}
            />
          ))}
        </ul>
      </section>
    )

  return (
    <PatientPage
      title={firstName ? fillPlaceholders(list.titleNamed, { name: firstName }) : list.title}
      windowTitle={list.shortTitle}
      problems={problems}
    >
      {consents.length === 0 ? (
        <section className="mt-6">
          <h2>{list.emptyTitle}</h2>
          <p dir="auto" className="mt-2 mb-6">
            {fillPlaceholders(list.empty, { practice: practice.name })}
          </p>
          <CallPracticeButton />
        </section>
      ) : (
        <p dir="auto" className="mt-3">
          {fillPlaceholders(list.lead, { practice: practice.name })}
        </p>
      )}
      {section(list.waiting, waiting)}
      {section(waiting.length > 0 ? list.earlier : list.earlierOnly, others)}
      <section className="mt-10 border-t border-line pt-6">
        <h2>{list.finishTitle}</h2>
        <p className="mt-2">{list.finishBody}</p>
        <Button variant="quiet" busy={busy === 'finish'} className="mt-4" onClick={() => void finish()}>
          {list.finish}
        </Button>
      </section>
    </PatientPage>
  )
}
