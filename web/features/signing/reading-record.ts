import { useEffect } from 'react'
import { createReadingClock, partOnScreen, type ReadingClock } from './reading-clock.ts'
import { createReadingReports, type Report } from './reading-reports.ts'
import { call } from './signing-call.ts'
import { deviceStore } from './signing-device.ts'

const tick_ms = 1_000
/** After so much reading it is told, even where nobody turns the page. */
const report_ms = 60_000
/** A signature waits no longer for the reports before it. */
const flush_timeout_ms = 3_000

const reportReading = (consentId: string, report: Report) =>
  call({
    method: 'POST',
    path: `/api/patient/consents/${encodeURIComponent(consentId)}/readings`,
    body: report,
    // A page that is being closed may still send it.
    keepalive: true,
  })

const reports = createReadingReports(deviceStore, reportReading)
const clocks = new Map<string, ReadingClock>()
/** The consent and part that are being read out on this page. */
let speaking: { consentId: string; part: number } | null = null

/** Says which part is being read out, so that listening counts as reading; null when it ends. */
export const setSpokenPart = (now: typeof speaking): void => void (speaking = now)

/** Tells all that is known of reading a consent before it is signed. Never throws, and never takes long. */
export const flushReadingReports = (consentId: string): Promise<void> =>
  Promise.race([
    reports.flush(consentId),
    new Promise<void>((enough) => void setTimeout(enough, flush_timeout_ms)),
  ])

/**
 * Counts for how long a part stands on the screen while this page is shown, and tells the practice; of several parts
 * under one another, marked with `data-part`, whichever fills the window. Nothing here can stop anybody from signing.
 */
export function useReadingRecord(consentId: string, part?: number): void {
  useEffect(() => record(consentId, () => part ?? visiblePart()), [consentId, part])
}

function visiblePart(): number | null {
  const sections = [...document.querySelectorAll<HTMLElement>('[data-part]')]
  const partBounds = sections.map((section) => {
    const { top, bottom } = section.getBoundingClientRect()
    return { part: Number(section.dataset['part']), top, bottom }
  })
  return partOnScreen(partBounds, innerHeight)
}

function clockOf(consentId: string): ReadingClock {
  const known = clocks.get(consentId)
  if (known) return known
  const newClock = createReadingClock()
  clocks.set(consentId, newClock)
  return newClock
}

function record(consentId: string, shownPart: () => number | null): () => void {
  const clock = clockOf(consentId)
  const beat = () => {
    const part = document.hidden ? null : shownPart()
    const listening = speaking?.consentId === consentId && speaking.part === part
    clock.tick({ now: performance.now(), part, listening })
  }
  const reportPending = () => {
    beat()
    reports.add(consentId, clock.take())
    void reports.flush(consentId)
  }
  const touch = () => clock.touch(performance.now())
  const seen = () => (document.hidden ? reportPending() : clock.begin(performance.now()))
  const signs = ['pointerdown', 'keydown', 'scroll', 'touchmove'] as const
  for (const sign of signs) addEventListener(sign, touch, { passive: true })
  document.addEventListener('visibilitychange', seen)
  addEventListener('pagehide', reportPending)
  addEventListener('online', reportPending)
  clock.begin(performance.now())
  beat()
  const timer = setInterval(() => (clock.pendingMs() < report_ms ? beat() : reportPending()), tick_ms)
  return () => {
    clearInterval(timer)
    for (const sign of signs) removeEventListener(sign, touch)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('pagehide', reportPending)
    removeEventListener('online', reportPending)
    reportPending()
  }
}
