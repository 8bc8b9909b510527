import { useCallback, useEffect, useState } from 'react'
import words from '../../../build/content/page.status.json'
import { api, type Api } from '../../api.ts'
import { AnnouncementBanners } from '../../features/announcements/announcement-banners.tsx'
import { MaintenanceBanner } from '../../features/announcements/maintenance-banner.tsx'
import { publicMeta } from '../../page-meta.ts'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { checkService, type ServiceState } from './status-query.ts'

export const meta = () => publicMeta('/status', words)

const toneOf: Record<ServiceState, Tone> = { asking: 'neutral', ok: 'ok', down: 'bad', unknown: 'warn' }

type AnnouncedStatus = Awaited<ReturnType<Api['announcements']['status']>>

/** What is announced to every practice; nothing where the service does not say. */
function useAnnouncedStatus(): AnnouncedStatus | undefined {
  const [told, setAnnounced] = useState<AnnouncedStatus>()
  useEffect(() => {
    api.announcements.status({}).then(setAnnounced, () => {})
  }, [])
  return told
}

type Answers = { process: ServiceState; ready: ServiceState; at: Date | null }
const pendingStates: Answers = { process: 'asking', ready: 'asking', at: null }

function useAnswers() {
  const [answers, setAnswers] = useState(pendingStates)
  const checkServices = useCallback(async () => {
    setAnswers(pendingStates)
    const [process, ready] = await Promise.all([checkService('/healthz'), checkService('/readyz')])
    setAnswers({ process, ready, at: new Date() })
  }, [])
  useEffect(() => void checkServices(), [checkServices])
  return { answers, ask: checkServices }
}

export default function Status() {
  const { answers, ask } = useAnswers()
  const announced = useAnnouncedStatus()
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
        {announced?.maintenance && <MaintenanceBanner until={announced.maintenance.until} className="mt-6" />}
        {announced && <AnnouncementBanners rows={announced.rows} className="mt-6" />}
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
