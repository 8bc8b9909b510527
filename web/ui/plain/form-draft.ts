import { useEffect, useRef, useState, type RefObject } from 'react'
import { fillFields, readFields, type FieldValues } from './draft-fields.ts'
import { drafts } from './draft-store.ts'

/** A draft as it is kept: what its writer changed, and what stood in these fields before. */
type FormDraft = { savedAt: number; base: FieldValues; values: FieldValues }

/** A draft that was found; `offered` where what it was written over has changed meanwhile, so that nothing is filled in. */
export type FoundDraft = { savedAt: number; offered: boolean; restore: () => void; discard: () => void }

let forgetSubmitting: (() => void) | undefined

/**
 * Forgets the draft of the form that is being submitted, once that is done: to be asked for before anything is waited
 * for. Undefined where no form is being submitted.
 */
export const submittedDraftCleanup = (): (() => void) | undefined => forgetSubmitting

/**
 * A form's draft belongs to the address it was typed at, which names the record. A name that is an address itself stands
 * for its own, as of a row of a list that is found by several searches.
 */
const draftName = (form: string): string =>
  form.startsWith('/') ? form : `${location.pathname}${location.search} ${form}`

/** Forgets the draft of a form of this page: it was sent, or given up. */
export const forgetDraft = (form: string): void => drafts.removeItem(draftName(form))

function readDraft(name: string): FormDraft | null {
  try {
    const found = JSON.parse(drafts.getItem(name) ?? 'null') as FormDraft | null
    return typeof found?.values === 'object' && typeof found.base === 'object' ? found : null
  } catch {
    return null
  }
}

const changedValues = (values: FieldValues, base: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== (base[key] ?? '')))

const isBaseOutdated = (draft: FormDraft, now: FieldValues): boolean =>
  Object.entries(draft.base).some(([key, value]) => key in now && now[key] !== value)

/**
 * Keeps what is typed into a form under its name and the page's address, and fills it in again when the form comes back. Answers the draft that
 * was found, until it is sent or discarded.
 */
export function useFormDraft(ref: RefObject<HTMLFormElement | null>, name: string): FoundDraft | null {
  const [found, setFound] = useState<FoundDraft | null>(null)
  const latestSetFound = useRef(setFound)
  useEffect(() => {
    const form = ref.current
    return form ? autosaveForm(form, draftName(name), latestSetFound.current) : undefined
  }, [ref, name])
  return found
}

function autosaveForm(
  form: HTMLFormElement,
  name: string,
  tell: (found: FoundDraft | null) => void,
): () => void {
  const storedDraft = readDraft(name)
  let base = readFields(form)
  /** What waits for its field to appear. */
  let waiting: FieldValues = {}
  let isFilling = false
  let isOffered = storedDraft !== null && isBaseOutdated(storedDraft, base)
  const stop = new AbortController()
  const { signal } = stop

  function fill(values: FieldValues) {
    isFilling = true
    waiting = fillFields(form, values)
    isFilling = false
  }
  function forget() {
    drafts.removeItem(name)
    waiting = {}
    isOffered = false
    tell(null)
  }
  function save() {
    if (isFilling || isOffered) return
    const values = { ...waiting, ...changedValues(readFields(form), base) }
    if (Object.keys(values).length === 0) return drafts.removeItem(name)
    const before = Object.fromEntries(Object.entries(base).filter(([key]) => key in values))
    void drafts.setItem(
      name,
      JSON.stringify({ savedAt: Date.now(), base: before, values } satisfies FormDraft),
    )
  }
  const sent = () => {
    forget()
    base = readFields(form)
  }

  form.addEventListener('input', save, { signal })
  form.addEventListener('change', save, { signal })
  form.addEventListener('reset', forget, { signal })
  form.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('[data-discards]')) forget()
    },
    { signal },
  )
  form.addEventListener(
    'focusin',
    () => {
      // Before the first change the fields may have been filled by the page itself.
      if (drafts.getItem(name) === null) base = readFields(form)
    },
    { signal },
  )
  form.addEventListener(
    'submit',
    () => {
      forgetSubmitting = sent
      setTimeout(() => {
        if (forgetSubmitting === sent) forgetSubmitting = undefined
      })
    },
    // Before whoever sends it, wherever they listen.
    { signal, capture: true },
  )
  const appearing = new MutationObserver(() => {
    if (!isOffered && Object.keys(waiting).length > 0) fill(waiting)
  })
  appearing.observe(form, { childList: true, subtree: true })

  if (storedDraft) {
    tell({
      savedAt: storedDraft.savedAt,
      offered: isOffered,
      restore() {
        isOffered = false
        fill(storedDraft.values)
        tell(null)
        save()
      },
      discard() {
        if (!isOffered) fill(base)
        forget()
      },
    })
    if (!isOffered) fill(storedDraft.values)
  }
  return () => {
    stop.abort()
    appearing.disconnect()
  }
}

/**
 * A draft of what a screen holds in its own state rather than in fields. Answers what was kept over the same beginning;
 * `offered` is what was kept over another, for the person to decide.
 */
export function readDraftState<T>(form: string, start: T): { kept: T | null; offered: T | null } {
  try {
    const found = JSON.parse(drafts.getItem(draftName(form)) ?? 'null') as { base: string; state: T } | null
    const isSame = found?.base === JSON.stringify(start)
    return { kept: found && isSame ? found.state : null, offered: found && !isSame ? found.state : null }
  } catch {
    return { kept: null, offered: null }
  }
}

/** Keeps what a screen holds in its own state, begun from `start`; null forgets it. */
export function saveDraftState<T>(form: string, start: T, state: T | null): void {
  if (state === null) return forgetDraft(form)
  void drafts.setItem(draftName(form), JSON.stringify({ base: JSON.stringify(start), state }))
}
