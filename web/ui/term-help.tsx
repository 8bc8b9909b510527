import type { ReactNode } from 'react'
import { Disclosure } from './plain/disclosure.tsx'

type TermHelpProps = {
  /** Named to screen readers, to whom 'What’s this?' alone says nothing. */
  term: string
  children: ReactNode
}

/** What a term means, where no plainer word would be right. */
export const TermHelp = ({ term, children }: TermHelpProps) => (
  <Disclosure
    summary={
      <>
        What’s this?<span className="sr-only"> {term}</span>
      </>
    }
    className="text-small"
  >
    <p className="max-w-prose">{children}</p>
  </Disclosure>
)
