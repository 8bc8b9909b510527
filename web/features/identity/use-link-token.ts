import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { parseLinkSecret } from './link-secret.ts'

/**
 * The secret of an e-mailed link. It travels behind the '#', which browsers send to no server, is taken out of the
 * address bar at once, and is kept in this page alone. Undefined before it was looked for, null where there is none.
 */
export function useLinkToken(): string | null | undefined {
  const location = useLocation()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const found = parseLinkSecret(window.location.hash)
    setToken((kept) => found ?? kept ?? null)
    // Short fragments name a place on the page.
    if (window.location.hash.length < 20) return
    history.replaceState(history.state, '', window.location.pathname + window.location.search)
  }, [location])
  return token
}
