import { useCallback, useEffect, useState } from 'react'
import words from '../../../build/content/page.status.json'
import { api, type Api } from '../../api.ts'
import { AnnouncementLines } from '../../features/announcements/announcement-lines.tsx'
import { MaintenanceLine } from '../../features/announcements/maintenance-line.tsx'
import { publicMeta } from '../../page-meta.ts'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { stateOf, type ServiceState } from './answer-state.ts'

export const meta = () => publicMeta('/status', words)

const toneOf: Record<ServiceState, Tone> = { asking: 'neutral', ok: 'ok', down: 'bad', unknown: 'warn' }

type Told = Awaited<ReturnType<Api['announcements']['status']>>

/** What is announced to every practice; nothing where the service does not say. */
function useTold(): Told | undefined {
  const [told, setTold] = useState<Told>()
  useEffect(() => {
    api.announcements.status({}).then(setTold, () => {})
  }, [])
  return told
}

type Answers = { process: ServiceState; ready: ServiceState; at: Date | null }
const asking: Answers = { process: 'asking', ready: 'asking', at: null }

function useAnswers() {
  const [answers, setAnswers] = useState(asking)
  const ask = useCallback(async () => {
    setAnswers(asking)
    const [process, ready] = await Promise.all([stateOf('/healthz'), stateOf('/readyz')])
    setAnswers({ process, ready, at: new Date() })
  }, [])
  useEffect(() => void ask(), [ask])
  return { answers, ask }
}

export default function Status() {
  const { answers, ask } = useAnswers()
  const told = useTold()
  const { services, help } = words
  return (
    <div className="mx-auto w-full max-w-2xl px-6 py-14 sm:py-20">
      <h1 tabIndex={-1} className="text-3xl">
        {words.heading}
      </h1>
      <p className="mt-4 text-lg leading-relaxed text-muted">{words.lead}</p>
      <p className="hidden mt-6 rounded-lg bg-brand-soft p-5 text-[1rem] noscript:block">
        {words.noScript}{' '}
        <a href="/readyz" className="text-link">
          /readyz
        </a>
      </p>
      <div aria-live="polite">
        {told?.maintenance && <MaintenanceLine until={told.maintenance.until} className="mt-6" />}
        {told && <AnnouncementLines rows={told.rows} className="mt-6" />}
      </div>
      <div className="noscript:hidden">
        <ul className="mt-8 divide-y divide-line rounded-xl border border-line bg-surface" aria-live="polite">
          <Service {...services.pages} state="ok" />
          <Service {...services.process} state={answers.process} />
          <Service {...services.ready} state={answers.ready} />
        </ul>
        <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-3 text-muted">
          <p>
            {words.asked} {answers.at ? answers.at.toLocaleTimeString('en-GB') : '…'}
          </p>
          <Button variant="quiet" busy={answers.at === null} onClick={() => void ask()}>
            {words.again}
          </Button>
        </div>
      </div>
      <h2 className="mt-12 text-xl">{help.heading}</h2>
      <ul className="mt-3 list-disc space-y-2 ps-5 text-[1rem] leading-relaxed marker:text-muted">
        {help.list.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

function Service({ name, text, state }: { name: string; text: string; state: ServiceState }) {
  return (
    <li className="flex items-center justify-between gap-x-6 p-5">
      <div className="min-w-0">
        <p className="text-[1rem] font-medium">{name}</p>
        <p className="text-muted">{text}</p>
      </div>
      <Badge tone={toneOf[state]}>{words.states[state]}</Badge>
    </li>
  )
}
