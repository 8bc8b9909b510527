import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useIsClientNavigation } from './client-navigation.tsx'
import { useEntryWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

const noProblems: readonly FieldProblem[] = []

/** Names the browser's window. The title never says anything about health: it stays in the browser's history. */
export function useWindowTitle(title: string, hasProblems = false) {
  const { page } = useEntryWords()
  useEffect(() => {
    const named = hasProblems ? fillPlaceholders(page.problemTitle, { title }) : title
    document.title = fillPlaceholders(page.windowTitle, { title: named })
  }, [title, hasProblems, page])
}

type PatientPageProps = {
  title: string
  /** Where the heading says more than a window's title should. */
  windowTitle?: string | undefined
  /** How the heading is marked where it is not in the language of the pages. */
  titleAttributes?: { lang: string; dir: 'ltr' | 'rtl' } | undefined
  /** Above the heading: the treatment, how far one has come. */
  eyebrow?: ReactNode
  onBack?: (() => void) | undefined
  backLabel?: string | undefined
  /** A new array for each attempt. */
  problems?: readonly FieldProblem[] | undefined
  children: ReactNode
}

/** One page: one question or one thing to read, with its heading. */
export function PatientPage(props: PatientPageProps) {
  const { title, windowTitle = title, eyebrow, onBack, problems = noProblems, children } = props
  const { page } = useEntryWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const replaced = useIsClientNavigation()
  useWindowTitle(windowTitle, problems.length > 0)
  // Before it is painted: focus is never taken from somebody who has begun to use the page.
  useLayoutEffect(() => {
    if (replaced) heading.current?.focus({ preventScroll: true })
  }, [replaced])
  return (
    <>
      {onBack ? (
        <BackLink onClick={onBack} className="mt-3 mb-2">
          {props.backLabel ?? page.back}
        </BackLink>
      ) : (
        <div className="h-8" />
      )}
      <ErrorSummary title={page.problem} errors={problems} />
      {eyebrow != null && <div className="mb-1.5 text-small text-muted">{eyebrow}</div>}
      <h1 ref={heading} tabIndex={-1} dir="auto" {...props.titleAttributes}>
        {title}
      </h1>
      {children}
    </>
  )
}
