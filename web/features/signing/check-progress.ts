import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CheckStep } from '../../../contract/understanding-state.ts'
import type { UnderstandingCheck } from '../../../contract/understanding.ts'
import { readCheck } from './check-api.ts'
import type { QueuedCheckAnswer } from './check-outbox.ts'
import { RequestRefusedError } from './signing-call.ts'
import { checkOutbox } from './signing-device.ts'

/** What the server said last of each consent's check, as far as this page knows. */
const serverSteps = new Map<string, readonly CheckStep[]>()
/** The steps of each, with those that still wait; one array as long as nothing changes. */
const displayedSteps = new Map<string, readonly CheckStep[]>()
const listeners = new Set<() => void>()
const none: readonly CheckStep[] = []

function refreshDisplayed(consentId: string): void {
  const waiting = checkOutbox.waiting(consentId).map(({ step }) => step)
  displayedSteps.set(consentId, [...(serverSteps.get(consentId) ?? none), ...waiting])
  for (const onChange of listeners) onChange()
}

function storeServerSteps(consentId: string, check: UnderstandingCheck | undefined): void {
  if (check)
    serverSteps.set(
      consentId,
      check.entries.map(({ kind, question, isRight }) => ({ kind, question, isRight })),
    )
  refreshDisplayed(consentId)
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Sends what waits; what was answered meanwhile goes out as well. */
async function sendAll(consentId: string): Promise<void> {
  while (checkOutbox.waiting(consentId).length > 0)
    await checkOutbox.deliver(consentId, (check) => storeServerSteps(consentId, check))
}

/** Asks how far the person came, unless this page knows. Where nothing comes, what was answered in this page still stands. */
async function load(consentId: string): Promise<void> {
  if (serverSteps.has(consentId)) return
  storeServerSteps(consentId, await readCheck(consentId).catch(() => undefined))
}

const retry_delay_ms = 5_000

/**
 * The check of a consent: what was answered, and how to answer. An answer counts on the page at once, is kept on the
 * device and sent as soon as there is a connection. `isUnsent` while one waits; `isKnown` once the server has said where
 * the check stands. A cookie that has run out is told to `onLapsed`.
 */
export function useCheckProgress(consentId: string, onLapsed: () => void = () => undefined) {
  const steps = useSyncExternalStore(subscribe, () => displayedSteps.get(consentId) ?? none)
  const [isUnsent, setIsUnsent] = useState(false)
  const lapsed = useRef(onLapsed)
  useEffect(() => {
    lapsed.current = onLapsed
  })

  const send = useCallback(async () => {
    try {
      await sendAll(consentId)
      setIsUnsent(false)
      await load(consentId)
    } catch (error) {
      setIsUnsent(true)
      if (error instanceof RequestRefusedError && error.code === 'unauthenticated') lapsed.current()
    }
  }, [consentId])

  useEffect(() => {
    refreshDisplayed(consentId)
    void send()
  }, [consentId, send])

  useEffect(() => {
    if (!isUnsent) return
    const sendAgain = () => void send()
    const timer = setInterval(sendAgain, retry_delay_ms)
    addEventListener('online', sendAgain)
    document.addEventListener('visibilitychange', sendAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAgain)
      document.removeEventListener('visibilitychange', sendAgain)
    }
  }, [isUnsent, send])

  function submitAnswer(posting: Omit<QueuedCheckAnswer, 'key'>): void {
    checkOutbox.keep(consentId, posting)
    refreshDisplayed(consentId)
    void send()
  }

  return { steps, isUnsent, isKnown: serverSteps.has(consentId), give: submitAnswer }
}
