import { useEffect, useState } from 'react'
import type { PatientImport } from '../../../contract/patient-imports.ts'
import { api } from '../../api.ts'

const poll_interval_ms = 1000

/** Follows an import that is at work; says when it does not hear of it, and tells once when it is through. */
export function useImportProgress(record: PatientImport, onFinished: () => Promise<void>) {
  const [seen, setSeen] = useState(record)
  const [isLost, setLost] = useState(false)
  const { id: importId } = record
  useEffect(() => {
    const leaving = new AbortController()
    let timer: number | undefined
    async function look() {
      try {
        const found = await api.patientImports.get({ importId }, { signal: leaving.signal })
        setLost(false)
        setSeen(found)
        if (found.status !== 'running' && found.status !== 'undoing') return await onFinished()
      } catch {
        if (leaving.signal.aborted) return
        setLost(true)
      }
      timer = window.setTimeout(() => void look(), poll_interval_ms)
    }
    timer = window.setTimeout(() => void look(), poll_interval_ms)
    return () => {
      leaving.abort()
      window.clearTimeout(timer)
    }
  }, [importId, onFinished])
  return { seen, isLost }
}
