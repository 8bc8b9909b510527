import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'

/** A page was refused, and whoever asked for it is on the way to their dashboard. */
let hasPendingRefusal = false

/** Has the dashboard say that the page asked for is not open to this person. */
export const recordRefusedPage = (): void => void (hasPendingRefusal = true)

/** Why somebody came to their dashboard instead of the page that they asked for; gone with the next page. */
export function RefusedPageNotice() {
  const { key } = useLocation()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(hasPendingRefusal)
    hasPendingRefusal = false
  }, [key])
  if (!isShown) return null
  return (
    <InlineMessage tone="bad" role="alert" className="mb-6">
      You do not have permission to open that page. Ask your practice administrator if you need it.
    </InlineMessage>
  )
}
