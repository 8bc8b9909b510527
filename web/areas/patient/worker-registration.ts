const prefixes = ['sign-consent', 'ai-consent', 'kiosk'] as const

/** The prefix whose pages can be signed at this address; a birth date proved elsewhere leads to one of them. */
export const workerPrefix = (pathname: string) =>
  pathname.startsWith('/verify-dob/')
    ? 'sign-consent'
    : prefixes.find((prefix) => pathname.startsWith(`/${prefix}/`))

/**
 * Lets pages where one signs open again without a connection, so that a saved signature can be sent. Registered for
 * their own prefix, never for the whole site (rulings 30).
 */
export function registerPatientWorker(pathname: string) {
  const prefix = workerPrefix(pathname)
  if (!prefix || !('serviceWorker' in navigator)) return
  // Without a worker the pages work as before, only not offline.
  navigator.serviceWorker.register(`/${prefix}/sw.js`, { scope: `/${prefix}/` }).catch(() => {})
}
