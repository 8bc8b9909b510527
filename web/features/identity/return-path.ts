/** Stands for 'this site' while reading a path; nothing is ever fetched from it. */
const placeholderOrigin = 'https://this-site.invalid'

/** Pages of signing in, where nobody who has signed in wants to return to. */
const signInPage = /^\/(login|admin-login|locked)(\/|$)/

/**
 * The place on this site that a sign-in may return to, or `null` for anything else: another site,
 * another scheme, or a page of signing in itself. Whoever wrote the link wrote this value.
 */
export function safeReturnPath(wanted: string | null | undefined): string | null {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, placeholderOrigin)) return null
  const { origin, pathname, search, hash } = new URL(wanted, placeholderOrigin)
  if (origin !== placeholderOrigin || pathname.startsWith('//') || signInPage.test(pathname)) return null
  return pathname + search + hash
}

/** The page that a practice system's sign-in page answers to; what it says there is for one session, and good once. */
const answeredPage = '/clinic/settings/practice-system'

function withoutAnswer(url: URL): URL {
  if (url.pathname === answeredPage)
    for (const name of ['state', 'code', 'error']) url.searchParams.delete(name)
  return url
}

/**
 * The place that a request is for. Requests carry nothing behind '#'; the browser's own address, `shown`, tells it where
 * it is that place already, as it is when the place was opened by its address.
 */
export function requestedPath(requested: string, shown: string): string {
  const { pathname, search } = withoutAnswer(new URL(requested))
  const own = withoutAnswer(new URL(shown))
  return pathname + search + (own.pathname === pathname && own.search === search ? own.hash : '')
}

/** The sign-in page, keeping the place that was asked for. */
export const loginPath = (wanted: string): string => `/login?to=${encodeURIComponent(wanted)}`

/**
 * Where somebody else signs in on a locked browser, which may be in a patient's hands: no menu leads away from it.
 * Keeps the place that was asked for.
 */
export const otherSignInPath = (wanted: string | null): string =>
  `/locked?sign-in=other${wanted === null ? '' : `&to=${encodeURIComponent(wanted)}`}`

/** The lock screen, keeping the place that was asked for. */
export const lockedPath = (wanted: string): string => `/locked?to=${encodeURIComponent(wanted)}`
