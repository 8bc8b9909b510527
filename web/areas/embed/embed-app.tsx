import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EmbedView } from '../../../contract/embeds.ts'
import { embed_refresh_seconds, embed_view_minutes } from '../../../contract/limits.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { EmbedRefusal, incompleteAddress, openEmbed, readEmbed } from './embed-calls.ts'
import { EmbeddedConsents } from './embedded-consents.tsx'
import { endedMessage, heightMessage, stateMessage, tellParent } from './embed-messages.ts'

const unframed = 'This page is shown only inside a practice system that your practice has listed.'
const unanswered = 'Candour could not be reached. Check your connection and open the view again.'
const over = 'This view has ended. Open it from your practice system again.'
const view_ms = embed_view_minutes * 60_000

type EmbedAppProps = {
  frameId: string
  token: string
  /** The page that shows this one; null where nobody does. */
  parentWindow: Window | null
}

/** Opens the view that the address is for, once, and keeps it as things stand while it is looked at. */
export function EmbedApp({ frameId, token, parentWindow }: EmbedAppProps) {
  const [view, setView] = useState<EmbedView>()
  const [problem, setProblem] = useState<string>()
  const [openedAt, setOpenedAt] = useState<number>()
  const [isStale, setIsStale] = useState(false)
  const viewToken = useRef<string>(undefined)
  const root = useRef<HTMLDivElement>(null)
  const wrong = parentWindow === null ? unframed : token === '' ? incompleteAddress : undefined
  const isOver = problem !== undefined

  useEffect(() => {
    if (wrong !== undefined) return
    const askedAt = Date.now()
    openEmbed({ frameId, token }).then(
      (opened) => {
        viewToken.current = opened.viewToken
        setOpenedAt(askedAt)
        setView(opened.view)
      },
      (error: unknown) => setProblem(error instanceof EmbedRefusal ? error.message : unanswered),
    )
  }, [frameId, token, wrong])

  const refresh = useEffectEvent(async () => {
    // A device that slept has not counted on; names do not stay on its screen for that.
    if (openedAt !== undefined && Date.now() >= openedAt + view_ms) return setProblem(over)
    if (viewToken.current === undefined || document.visibilityState === 'hidden') return
    try {
      setView(await readEmbed({ frameId, viewToken: viewToken.current }))
      setIsStale(false)
    } catch (error) {
      if (error instanceof EmbedRefusal) setProblem(error.message)
      else setIsStale(true)
    }
  })
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => void refresh(), embed_refresh_seconds * 1000)
    const onVisible = () => void refresh()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isOver])

  // Whatever the network does: the server is not asked whether the hour is over.
  useEffect(() => {
    if (openedAt === undefined || isOver) return
    const timer = setTimeout(() => setProblem(over), openedAt + view_ms - Date.now())
    return () => clearTimeout(timer)
  }, [openedAt, isOver])

  useEffect(() => {
    if (view && parentWindow)
      tellParent(parentWindow, view.origin, isOver ? endedMessage : stateMessage(view))
  }, [view, isOver, parentWindow])
  const origin = view?.origin
  useEffect(() => {
    const drawn = root.current
    if (!drawn || origin === undefined || !parentWindow) return
    const observer = new ResizeObserver(() =>
      tellParent(parentWindow, origin, heightMessage(drawn.getBoundingClientRect().height)),
    )
    observer.observe(drawn)
    return () => observer.disconnect()
  }, [origin, parentWindow])

  return (
    <div ref={root} className="p-4">
      <Shown view={view} problem={wrong ?? problem} isStale={isStale} />
    </div>
  )
}

type ShownProps = { view: EmbedView | undefined; problem: string | undefined; isStale: boolean }

function Shown({ view, problem, isStale }: ShownProps) {
  if (problem !== undefined)
    return (
      <main>
        <h1 className="text-h2 font-semibold">Consents</h1>
        <InlineMessage tone="warn" role="alert" className="mt-3">
          {problem}
        </InlineMessage>
      </main>
    )
  if (!view) return <Spinner message="Opening" />
  return (
    <main>
      {isStale && (
        <InlineMessage tone="warn" role="status" className="mb-4">
          Candour cannot be reached at the moment. What you see may be out of date.
        </InlineMessage>
      )}
      <EmbeddedConsents view={view} />
    </main>
  )
}
