import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { live_poll_seconds } from '../contract/limits.ts'
import type { LiveTopic } from '../contract/live.ts'
import { debounceWithJitter } from './debounce-with-jitter.ts'

/** What tabs of one browser tell one another: news, whether they come live, and who wants to know. */
type TabMessage = { kind: 'news'; name: string } | { kind: 'state'; live: boolean } | { kind: 'ask' }

const streamUrl = '/api/clinic/live'
const channelName = 'candour.live'
const topicNames: readonly LiveTopic[] = ['consents', 'messages', 'appointments', 'emergency-accesses']

/** Something may have been missed: whatever is shown is asked for again. */
const missedEvents = 'gap'

const listeners = new Set<(name: string) => void>()
const stateListeners = new Set<() => void>()
let subscriberCount = 0
let stop = new AbortController()
let post: (word: TabMessage) => void = () => {}
let isLive = false
let isLeader = false

function setLive(live: boolean): void {
  isLive = live
  for (const watcher of stateListeners) watcher()
}

function receiveMessage(word: TabMessage): void {
  if (word.kind === 'news') for (const listener of listeners) listener(word.name)
  else if (word.kind === 'state') setLive(word.live)
  else if (isLeader) post({ kind: 'state', live: isLive })
}

function broadcast(word: TabMessage): void {
  post(word)
  receiveMessage(word)
}

/** Holds the one stream of this browser until the page no longer wants news; asks now and then while it is cut. */
function holdStream(signal: AbortSignal): Promise<void> {
  isLeader = true
  let source: EventSource | null = null
  let poll: ReturnType<typeof setInterval> | undefined
  const notifyEvent = (name: string) => broadcast({ kind: 'news', name })

  function open() {
    source = new EventSource(streamUrl)
    source.addEventListener('open', () => {
      clearInterval(poll)
      poll = undefined
      broadcast({ kind: 'state', live: true })
    })
    for (const name of [...topicNames, missedEvents]) source.addEventListener(name, () => notifyEvent(name))
    source.addEventListener('error', onDisconnect)
  }
  function onDisconnect() {
    if (isLive) broadcast({ kind: 'state', live: false })
    poll ??= setInterval(() => {
      notifyEvent(missedEvents)
      // The browser tries again by itself after a lost connection, and never after a refusal.
      if (source?.readyState === EventSource.CLOSED) open()
    }, live_poll_seconds * 1000)
  }
  open()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearInterval(poll)
      source?.close()
      isLeader = false
      setLive(false)
      resolve()
    })
  })
}

function joinChannel(): void {
  stop = new AbortController()
  const { signal } = stop
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => receiveMessage(data as TabMessage))
  post = channel.postMessage.bind(channel)
  signal.addEventListener('abort', () => channel.close())
  post({ kind: 'ask' })
  // Whoever holds the lock leads; when that tab goes, the next one is given it. Without locks each leads for itself.
  const leadership =
    'locks' in navigator
      ? navigator.locks.request(channelName, { signal }, () => holdStream(signal))
      : holdStream(signal)
  leadership.catch(() => {})
}

function leaveChannel(): void {
  post = () => {}
  stop.abort()
}

function subscribe(listener: (name: string) => void): () => void {
  listeners.add(listener)
  if (subscriberCount++ === 0) joinChannel()
  return () => {
    listeners.delete(listener)
    if (--subscriberCount === 0) leaveChannel()
  }
}

const subscribeToState = (watcher: () => void) => {
  stateListeners.add(watcher)
  return () => void stateListeners.delete(watcher)
}

/**
 * Asks anew whenever something of these topics has changed in the clinic, whoever changed it and wherever. A hidden
 * tab waits until it is looked at. Answers whether news come at once, rather than every few seconds.
 */
export function useLiveUpdates(topics: readonly LiveTopic[], refetch: () => void): boolean {
  const onRefetch = useEffectEvent(refetch)
  const topicKey = topics.join()
  useEffect(() => {
    let isRefetchPending = false
    const refetchWhenVisible = () => {
      news.end()
      if (!isRefetchPending || document.hidden) return
      isRefetchPending = false
      onRefetch()
    }
    const news = debounceWithJitter(refetchWhenVisible)
    const unsubscribe = subscribe((name) => {
      if (name !== missedEvents && !topicKey.split(',').includes(name)) return
      isRefetchPending = true
      news.note()
    })
    document.addEventListener('visibilitychange', refetchWhenVisible)
    return () => {
      news.end()
      document.removeEventListener('visibilitychange', refetchWhenVisible)
      unsubscribe()
    }
  }, [topicKey])
  return useSyncExternalStore(
    subscribeToState,
    () => isLive,
    () => false,
  )
}
