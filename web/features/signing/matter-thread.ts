import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Matters } from '../../../contract/matters.ts'
import { setPreferredOption, listMatters, saveMatters } from './matter-api.ts'
import type { Draft } from './signing-memory.ts'
import type { Step } from './signing-steps.ts'

const cachedMatters = new Map<string, Matters>()
const pendingLoads = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

/** Shows what an act answered, everywhere on the page. */
export function cacheMatters(consentId: string, matters: Matters): void {
  cachedMatters.set(consentId, matters)
  for (const onChange of listeners) onChange()
}

/** Asks for what was told; asked twice at a time it is once. What was known stays shown where nothing comes. */
function loadMatters(consentId: string): Promise<void> {
  const running = pendingLoads.get(consentId)
  if (running) return running
  const loading = listMatters(consentId)
    .then(
      (matters) => cacheMatters(consentId, matters),
      () => {},
    )
    .finally(() => pendingLoads.delete(consentId))
  pendingLoads.set(consentId, loading)
  return loading
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** What the practice knows of it, asked for afresh by each page that shows it; undefined until it came. */
export function useMatters(consentId: string): Matters | undefined {
  const matters = useSyncExternalStore(subscribe, () => cachedMatters.get(consentId))
  useEffect(() => void loadMatters(consentId), [consentId])
  return matters
}

/**
 * Sends what was told and marked once its page is left, and again when the connection is back. The server keeps what is
 * new of it, so that sending it once more is harmless; what never got through goes with the signature.
 */
export function useSendMatters(consentId: string, step: Step, { matters, leaning }: Draft): void {
  const sent = useRef<{ matters?: string; leaning?: number | null }>({})
  const latest = useRef({ matters, leaning })
  useEffect(() => {
    latest.current = { matters, leaning }
  })
  useEffect(() => {
    const send = () => void sendUnsent(consentId, step, latest.current, sent.current)
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [consentId, step])
}

async function sendUnsent(
  consentId: string,
  step: Step,
  { matters, leaning }: Pick<Draft, 'matters' | 'leaning'>,
  sent: { matters?: string; leaning?: number | null },
): Promise<void> {
  const serializedMatters = matters && JSON.stringify(matters)
  try {
    if (matters && step !== 'matters' && sent.matters !== serializedMatters) {
      cacheMatters(consentId, await saveMatters(consentId, matters, crypto.randomUUID()))
      Object.assign(sent, { matters: serializedMatters })
    }
    if (leaning !== undefined && step !== 'options' && sent.leaning !== leaning) {
      cacheMatters(consentId, await setPreferredOption(consentId, leaning, crypto.randomUUID()))
      Object.assign(sent, { leaning })
    }
  } catch {
    // No connection, or the birth date is asked for anew: the draft has it still.
  }
}
