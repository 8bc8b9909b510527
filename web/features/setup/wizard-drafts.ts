import { useState } from 'react'

/** What was typed into the steps of the first run, by step and field. Secrets are never among it. */
export type Drafts = Record<string, Record<string, string>>

const slot = 'candour.first-run'

function readDrafts(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(slot) ?? '{}') as Drafts
  } catch {
    return {}
  }
}

const isSecret = (name: string): boolean => /password|secret/i.test(name)

/** What a form holds, without its secrets. */
export const draftOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && !isSecret(name) ? [[name, value]] : [],
    ),
  )

/** Keeps what was typed while this tab is open, so that neither a step back nor a reload loses it. */
export function useDrafts() {
  const [drafts, setDrafts] = useState(readDrafts)
  function keep(step: string, draft: Record<string, string>) {
    setDrafts((before) => {
      const next = { ...before, [step]: draft }
      sessionStorage.setItem(slot, JSON.stringify(next))
      return next
    })
  }
  function forget() {
    sessionStorage.removeItem(slot)
    setDrafts({})
  }
  return { drafts, keep, forget }
}
