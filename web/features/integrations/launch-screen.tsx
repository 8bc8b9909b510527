import { useEffect, useRef, useState } from 'react'
import { api, ApiError } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'

const incomplete = 'This link is incomplete. Open Candour from your practice system again.'
const unanswered = 'Candour could not be reached. Check your connection and open the link again.'

type LaunchScreenProps = {
  /** Undefined before it was looked for, null where the address has none. */
  token: string | null | undefined
  homeHref: string
  onOpened: (path: string) => void
}

/** Opens what a practice system made a link for, or says why it cannot. */
export function LaunchScreen({ token, homeHref, onOpened }: LaunchScreenProps) {
  const [problem, setProblem] = useState<string>()
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (!token || asked.current === token) return
    asked.current = token
    api.launches.open({ token }).then(
      ({ path }) => onOpened(path),
      (error: unknown) => setProblem(error instanceof ApiError ? error.message : unanswered),
    )
  }, [token, onOpened])
  const said = token === null ? incomplete : problem
  if (said === undefined) return <Spinner size="large" message="Opening" />
  return (
    <>
      <PageHeader title="This link cannot be opened" className="mb-6" />
      <InlineMessage tone="bad" role="alert" className="mb-6">
        {said}
      </InlineMessage>
      <ButtonLink href={homeHref}>Go to the dashboard</ButtonLink>
    </>
  )
}
