import { useEffect, useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { readConsent } from './signing-api.ts'
import { RequestRefusedError } from './signing-call.ts'

const poll_interval_ms = 3_000
const polls_max = 40

/**
 * Asks every few seconds, while the page is looked at, until the sealed copy exists; gives up after two minutes.
 * 'slow' then lets the person ask again.
 */
export function useCopyReady(consent: PatientConsent, onConsent: (consent: PatientConsent) => void) {
  const [round, setRound] = useState(0)
  const [slow, setSlow] = useState(false)
  const ready = consent.documents.length > 0
  const { id } = consent

  useEffect(() => {
    if (ready) return
    let isCancelled = false
    let asks = 0
    // One question at a time: without an answer each lasts much longer than the time between two.
    let asking = false
    const timer = setInterval(pollOnce, poll_interval_ms)
    function stop() {
      clearInterval(timer)
      setSlow(true)
    }
    async function pollOnce() {
      if (document.hidden) return
      asks += 1
      if (asks > polls_max) return stop()
      if (asking) return
      asking = true
      try {
        const fresh = await readConsent(id)
        if (!isCancelled && fresh.documents.length > 0) onConsent(fresh)
      } catch (error) {
        if (!isCancelled && error instanceof RequestRefusedError) stop()
      } finally {
        asking = false
      }
    }
    return () => {
      isCancelled = true
      clearInterval(timer)
    }
  }, [ready, id, round, onConsent])

  function restartPolling() {
    setSlow(false)
    setRound((rounds) => rounds + 1)
  }
  return { ready, slow, askAgain: restartPolling }
}
