import { useEffect } from 'react'
import { createReadingClock, partOnScreen, type ReadingClock } from './reading-clock.ts'
import { createReadingReports, type Report } from './reading-reports.ts'
import { call } from './signing-call.ts'
import { deviceStore } from './signing-device.ts'

const beat_ms = 1_000
/** After so much reading it is told, even where nobody turns the page. */
const report_ms = 60_000
/** A signature waits no longer for the reports before it. */
const signing_waits_ms = 3_000

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
export const noteSpeaking = (now: typeof speaking): void => void (speaking = now)

/** Tells all that is known of reading a consent before it is signed. Never throws, and never takes long. */
export const deliverReading = (consentId: string): Promise<void> =>
  Promise.race([
    reports.deliver(consentId),
    new Promise<void>((enough) => void setTimeout(enough, signing_waits_ms)),
  ])

/**
 * Counts for how long a part stands on the screen while this page is shown, and tells the practice; of several parts
 * under one another, marked with `data-part`, whichever fills the window. Nothing here can stop anybody from signing.
 */
export function useReadingRecord(consentId: string, part?: number): void {
  useEffect(() => record(consentId, () => part ?? partInWindow()), [consentId, part])
}

function partInWindow(): number | null {
  const sections = [...document.querySelectorAll<HTMLElement>('[data-part]')]
  const places = sections.map((section) => {
    const { top, bottom } = section.getBoundingClientRect()
    return { part: Number(section.dataset['part']), top, bottom }
  })
  return partOnScreen(places, innerHeight)
}

function clockOf(consentId: string): ReadingClock {
  const known = clocks.get(consentId)
  if (known) return known
  const made = createReadingClock()
  clocks.set(consentId, made)
  return made
}

function record(consentId: string, shownPart: () => number | null): () => void {
  const clock = clockOf(consentId)
  const beat = () => {
    const part = document.hidden ? null : shownPart()
    const listening = speaking?.consentId === consentId && speaking.part === part
    clock.beat({ now: performance.now(), part, listening })
  }
  const tell = () => {
    beat()
    reports.add(consentId, clock.take())
    void reports.deliver(consentId)
  }
  const touch = () => clock.touch(performance.now())
  const seen = () => (document.hidden ? tell() : clock.begin(performance.now()))
  const signs = ['pointerdown', 'keydown', 'scroll', 'touchmove'] as const
  for (const sign of signs) addEventListener(sign, touch, { passive: true })
  document.addEventListener('visibilitychange', seen)
  addEventListener('pagehide', tell)
  addEventListener('online', tell)
  clock.begin(performance.now())
  beat()
  const timer = setInterval(() => (clock.waitingMs() < report_ms ? beat() : tell()), beat_ms)
  return () => {
    clearInterval(timer)
    for (const sign of signs) removeEventListener(sign, touch)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('pagehide', tell)
    removeEventListener('online', tell)
    tell()
  }
}
