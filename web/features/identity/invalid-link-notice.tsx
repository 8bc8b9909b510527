import type { ReactNode } from 'react'
import { ApiError } from '../../api.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

type InvalidLinkNoticeProps = {
  /** Why, in the server's words; without it the link's secret never arrived. */
  reason?: string | undefined
  /** Where to ask for a new one. */
  href: string
  ask: string
  children?: ReactNode
}

/** A link that opens nothing, and the way to a new one. */
export function InvalidLinkNotice({ reason, href, ask, children }: InvalidLinkNoticeProps) {
  return (
    <SignInFrame title="This link cannot be used">
      <p>
        {reason ??
          'Part of the link is missing. Open it again from the e-mail, or copy the whole address into the browser.'}
      </p>
      {children}
      <ButtonLink href={href} size="large" className="mt-6 w-full">
        {ask}
      </ButtonLink>
    </SignInFrame>
  )
}

/** Whether a failure says that the link itself is dead, and not only this try. */
export const isInvalidLinkError = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.reason === 'expired-action-code' || error.reason === 'invalid-action-code')
