import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConsentDetails } from '../../../contract/consents.ts'
import { api } from '../../api.ts'
import type { Problem } from '../../ui/use-task.ts'
import type { Consent } from './consent-form-values.ts'

/** A pause in typing after which a draft is saved by itself. */
const autosave_delay_ms = 1200

type SavedDraft = { consent: Consent; as: string }
/** A draft that is being made: asked again with the same key and content until there is an answer, so that it is one. */
type PendingCreation = { key: string; details: ConsentDetails }

type DraftAutosaveOptions = {
  draft: Consent | null
  replaces: string | null
  details: ConsentDetails
  /** Whether a draft may be made of what stands there. */
  maySave: boolean
  onCreated: (consentId: string) => void
  /** After each change that was saved. */
  onSaved: (() => void) | undefined
}

/** An older draft holds price and material in its text alone: the form shows them in their fields, and saves them there. */
const matchesForm = ({ plan: { items } }: Consent) =>
  items.every(({ placeholders: { price, material } }) => price === undefined && material === undefined)

const isRefusal = ({ reason, fields = [] }: Problem) => reason !== undefined || fields.length > 0

/** Keeps a draft in step with a form: made once there is something to save, changed after each pause, one save at a time. */
export function useDraftAutosave(options: DraftAutosaveOptions) {
  const { draft, replaces, details, maySave, onCreated, onSaved } = options
  const text = JSON.stringify(details)
  const [saved, setSaved] = useState<SavedDraft | null>(
    () => draft && { consent: draft, as: matchesForm(draft) ? text : '' },
  )
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const latest = useRef({ details, saved, creating: null as PendingCreation | null, isOver: false })
  const line = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => void (latest.current.details = details))

  const keep = useCallback((consent: Consent, as: ConsentDetails): Consent => {
    latest.current.saved = { consent, as: JSON.stringify(as) }
    setSaved(latest.current.saved)
    return consent
  }, [])

  const create = useCallback(
    async (wanted: ConsentDetails): Promise<SavedDraft> => {
      const { key, details: first } = (latest.current.creating ??= {
        key: crypto.randomUUID(),
        details: wanted,
      })
      try {
        const made = await api.consents.create({ ...first, replaces }, { context: { idempotencyKey: key } })
        keep(made, first)
        onCreated(made.id)
        return { consent: made, as: JSON.stringify(first) }
      } catch (error) {
        if (isRefusal(error as Problem)) latest.current.creating = null
        throw error
      }
    },
    [replaces, keep, onCreated],
  )

  const store = useCallback(async (): Promise<Consent> => {
    const wanted = latest.current.details
    const { consent, as } = latest.current.saved ?? (await create(wanted))
    if (as === JSON.stringify(wanted)) return consent
    const updated = keep(await api.consents.update({ ...wanted, consentId: consent.id }), wanted)
    onSaved?.()
    return updated
  }, [create, keep, onSaved])

  /** Saves what stands in the form now, after whatever is being saved; throws where that fails. */
  const save = useCallback((): Promise<Consent> => {
    const turn = line.current.then(async () => {
      setBusy(true)
      setProblem(null)
      try {
        return await store()
      } catch (error) {
        setProblem(error as Problem)
        throw error
      } finally {
        setBusy(false)
      }
    })
    line.current = turn.catch(() => undefined)
    return turn
  }, [store])

  /** What failed is shown where the state of the draft is told. */
  const saveQuietly = useCallback(() => {
    if (!latest.current.isOver) save().catch(() => undefined)
  }, [save])

  const isSaved = saved?.as === text
  useEffect(() => {
    if (!maySave || isSaved) return
    const timer = setTimeout(saveQuietly, autosave_delay_ms)
    addEventListener('online', saveQuietly)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', saveQuietly)
    }
  }, [text, maySave, isSaved, saveQuietly])

  /** From now on nothing is saved by itself: the draft is on its way to the patient, or discarded. */
  const finish = () => void (latest.current.isOver = true)
  return { saved: saved?.consent ?? null, isSaved, busy, problem, save, saveQuietly, finish }
}
