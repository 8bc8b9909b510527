import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'

type SetupFrameProps = { title: string; lead: ReactNode; above?: ReactNode; children: ReactNode }

/** A set-up page that shows more than one form. */
export const SetupFrame = ({ title, lead, above, children }: SetupFrameProps) => (
  <div className="mx-auto w-full max-w-3xl px-6 py-10 sm:py-14">
    {above}
    <PageHeader title={title} lead={lead} className={above == null ? undefined : 'mt-8'} />
    <div className="mt-6 space-y-5">{children}</div>
  </div>
)
