import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { DraftFinding } from '../../../wording/draft-lint.ts'
import type { SectionReadability } from '../../../wording/reading-checks.ts'
import type { TextFix } from '../../../wording/text-fixes.ts'
import { Button } from '../../ui/plain/button.tsx'
import { TokenText } from './token-text.tsx'

type SectionFindingsBadgeProps = {
  findings: readonly DraftFinding[]
  reading: SectionReadability | undefined
}

const countText = (count: number) => (count === 1 ? '1 note' : `${count} notes`)

/** Beside a section's name: how old a reader it needs, and how much is noted about its words. */
export function SectionFindingsBadge({ findings, reading }: SectionFindingsBadgeProps) {
  const isGrave = findings.some(({ level }) => level === 'error')
  return (
    <span className="flex flex-wrap gap-x-3 px-4 pb-2 text-small font-normal text-muted sm:py-2">
      {reading?.age != null && <span>Reading age {Math.round(reading.age)}</span>}
      {findings.length > 0 && (
        <span className={clsx('font-medium', isGrave ? 'text-bad' : 'text-warn')}>
          {countText(findings.length)}
        </span>
      )}
    </span>
  )
}

type OnFix = (fix: TextFix) => void

/** Draws what is found in a section; what it is given puts a suggestion into the section's text. */
export type RenderFindings = (onFix: OnFix) => ReactNode

type FindingListProps = {
  title: string
  findings: readonly DraftFinding[]
  /** Puts a suggestion in its place; absent where there is no text to put it into. */
  onFix?: OnFix | undefined
}

/** What the writing guide finds: the words concerned, and what to write instead. None of it stops a save. */
export function FindingList({ title, findings, onFix }: FindingListProps) {
  if (findings.length === 0) return null
  return (
    <section aria-label={title} className="rounded-md border border-line bg-paper px-4 py-3">
      <h4 className="text-h3 font-semibold">{title}</h4>
      <p className="text-small text-muted">Advice from the writing guide. You can still save.</p>
      <ul className="mt-2 space-y-2.5">
        {findings.map((finding, index) => (
          <li key={index} className="border-s-2 border-line ps-3">
            <FindingText finding={finding} onFix={onFix} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type FindingTextProps = { finding: DraftFinding; onFix: OnFix | undefined }

function FindingText({ finding, onFix }: FindingTextProps) {
  const { level, section, message, excerpt, suggestion, fix } = finding
  return (
    <>
      <p>
        {level === 'error' && <span className="font-semibold text-bad">Important: </span>}
        <TokenText text={upperFirst(section === '' || excerpt !== '' ? message : `${section} ${message}`)} />
      </p>
      {excerpt !== '' && (
        <p className="text-small text-muted">
          <q dir="auto">
            <TokenText text={excerpt} />
          </q>
        </p>
      )}
      {suggestion !== '' && !(fix && onFix) && (
        <p className="text-small">
          <span className="font-medium">Instead:</span> <TokenText text={suggestion} />
        </p>
      )}
      {fix && onFix && (
        <Button variant="quiet" size="small" className="mt-1.5" onClick={() => onFix(fix)}>
          {fix.put === '' ? (
            <span>Leave out “{fix.find}”</span>
          ) : (
            <span>
              Write “<TokenText text={fix.put} />”
            </span>
          )}
        </Button>
      )}
    </>
  )
}
