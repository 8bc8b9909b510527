import { useEffect } from 'react'
import { consentPaths, dashboardTrail, recordPaths, templatePaths } from './clinic-paths.ts'

/** Pages on the way to a sent consent: whoever comes from one of them began where that one was opened from. */
const stagePattern = /^\/clinic\/consents\/(?:new|ai-generate|[\w-]+\/sent)$/

/** Where what becomes of a sent consent is shown; apart from the other paths, which the first page brings. */
export const sentPath = (consentId: string) => `${consentPaths.detail(consentId)}/sent`

/** What a page of the way keeps in its entry of the browser's history, where a reload finds it. */
export type ReturnState = { returnPath: string | undefined }

/** React Router keeps the state of a location under this name. */
const readEntry = () => (history.state ?? {}) as { usr?: ReturnState | null }

/**
 * Where the work began that leads to this page, for its loader: while one runs, the address is still that of the page
 * before, unless the page is reloaded or gone back to. Undefined where nobody came from anywhere.
 */
export function loadReturnPath(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  const isArriving = pathname + search !== location.pathname + location.search
  return isArriving && !stagePattern.test(location.pathname)
    ? location.pathname + location.search
    : readEntry().usr?.returnPath
}

/** Keeps where the work began through a reload of this page. */
export function useSavedReturnPath(returnPath: string | undefined): void {
  useEffect(() => {
    if (returnPath) history.replaceState({ ...readEntry(), usr: { returnPath } }, '')
  }, [returnPath])
}

type SentConsent = { id: string; patient: { id: string; name: string } }

/** The link back to where the work on a consent began; to the list of consents where that is not known, or is gone. */
export function returnLink(
  path: string | undefined,
  { id, patient }: SentConsent,
): { href: string; label: string } {
  const href = path ?? consentPaths.list
  const page = href.split('?')[0]!
  const isWithin = (parent: string) => page === parent || page.startsWith(`${parent}/`)
  if (page === dashboardTrail[0]!.href) return { href, label: 'Back to dashboard' }
  if (isWithin(recordPaths.profile(patient.id))) return { href, label: `Back to ${patient.name}` }
  if (isWithin(recordPaths.list)) return { href, label: 'Back to patients' }
  if (isWithin(templatePaths.list)) return { href, label: 'Back to templates' }
  if (page === consentPaths.list) return { href, label: 'Back to consents' }
  if (isWithin(consentPaths.list) && !isWithin(consentPaths.detail(id)))
    return { href, label: 'Back to previous consent' }
  return { href: consentPaths.list, label: 'Back to consents' }
}
