import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { live_poll_seconds } from '../contract/limits.ts'
import type { LiveTopic } from '../contract/live.ts'
import { gathered } from './gathered.ts'

/** What tabs of one browser tell one another: news, whether they come live, and who wants to know. */
type Word = { kind: 'news'; name: string } | { kind: 'state'; live: boolean } | { kind: 'ask' }

const address = '/api/clinic/live'
const shared = 'candour.live'
const topicNames: readonly LiveTopic[] = ['consents', 'messages', 'appointments', 'emergency-accesses']

/** Something may have been missed: whatever is shown is asked for again. */
const gap = 'gap'

const listeners = new Set<(name: string) => void>()
const watchers = new Set<() => void>()
let users = 0
let stop = new AbortController()
let post: (word: Word) => void = () => {}
let isLive = false
let isLeading = false

function showState(live: boolean): void {
  isLive = live
  for (const watcher of watchers) watcher()
}

function hear(word: Word): void {
  if (word.kind === 'news') for (const listener of listeners) listener(word.name)
  else if (word.kind === 'state') showState(word.live)
  else if (isLeading) post({ kind: 'state', live: isLive })
}

function tell(word: Word): void {
  post(word)
  hear(word)
}

/** Holds the one stream of this browser until the page no longer wants news; asks now and then while it is cut. */
function lead(signal: AbortSignal): Promise<void> {
  isLeading = true
  let source: EventSource | null = null
  let poll: ReturnType<typeof setInterval> | undefined
  const news = (name: string) => tell({ kind: 'news', name })

  function open() {
    source = new EventSource(address)
    source.addEventListener('open', () => {
      clearInterval(poll)
      poll = undefined
      tell({ kind: 'state', live: true })
    })
    for (const name of [...topicNames, gap]) source.addEventListener(name, () => news(name))
    source.addEventListener('error', cut)
  }
  function cut() {
    if (isLive) tell({ kind: 'state', live: false })
    poll ??= setInterval(() => {
      news(gap)
      // The browser tries again by itself after a lost connection, and never after a refusal.
      if (source?.readyState === EventSource.CLOSED) open()
    }, live_poll_seconds * 1000)
  }
  open()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearInterval(poll)
      source?.close()
      isLeading = false
      showState(false)
      resolve()
    })
  })
}

function begin(): void {
  stop = new AbortController()
  const { signal } = stop
  const channel = new BroadcastChannel(shared)
  channel.addEventListener('message', ({ data }) => hear(data as Word))
  post = channel.postMessage.bind(channel)
  signal.addEventListener('abort', () => channel.close())
  post({ kind: 'ask' })
  // Whoever holds the lock leads; when that tab goes, the next one is given it. Without locks each leads for itself.
  const led =
    'locks' in navigator ? navigator.locks.request(shared, { signal }, () => lead(signal)) : lead(signal)
  led.catch(() => {})
}

function end(): void {
  post = () => {}
  stop.abort()
}

function join(listener: (name: string) => void): () => void {
  listeners.add(listener)
  if (users++ === 0) begin()
  return () => {
    listeners.delete(listener)
    if (--users === 0) end()
  }
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/**
 * Asks anew whenever something of these topics has changed in the clinic, whoever changed it and wherever. A hidden
 * tab waits until it is looked at. Answers whether news come at once, rather than every few seconds.
 */
export function useLive(topics: readonly LiveTopic[], refetch: () => void): boolean {
  const ask = useEffectEvent(refetch)
  const wanted = topics.join()
  useEffect(() => {
    let isDue = false
    const askOnceSeen = () => {
      news.end()
      if (!isDue || document.hidden) return
      isDue = false
      ask()
    }
    const news = gathered(askOnceSeen)
    const leave = join((name) => {
      if (name !== gap && !wanted.split(',').includes(name)) return
      isDue = true
      news.note()
    })
    document.addEventListener('visibilitychange', askOnceSeen)
    return () => {
      news.end()
      document.removeEventListener('visibilitychange', askOnceSeen)
      leave()
    }
  }, [wanted])
  return useSyncExternalStore(
    watch,
    () => isLive,
    () => false,
  )
}
