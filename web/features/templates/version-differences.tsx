import { useEffect, useRef } from 'react'
import type { TemplateContent } from './template-operations.ts'
import { TokenText } from './token-text.tsx'
import { diffVersions, type PartChange, type TextRun } from './version-diff.ts'

type VersionDifferencesProps = { older: TemplateContent; newer: TemplateContent }

/** Two versions side by side, part by part, with the words marked in which they differ. */
export function VersionDifferences({ older, newer }: VersionDifferencesProps) {
  const changes = diffVersions(older, newer)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 ref={heading} tabIndex={-1}>
        {`Version ${older.label} and version ${newer.label}`}
      </h3>
      <p className="mt-0.5 text-muted">{countWords(changes.length)}</p>
      {changes.map((change) => (
        <Difference key={change.key} change={change} labels={[older.label, newer.label]} />
      ))}
    </div>
  )
}

function countWords(count: number): string {
  if (count === 0) return 'No differences.'
  return count === 1 ? '1 part differs.' : `${count} parts differ.`
}

const kindWords: Record<PartChange['kind'], string> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  formatting: 'Same words, formatted differently',
  moved: 'Same words, in a different place',
}

function Difference({ change, labels }: { change: PartChange; labels: [string, string] }) {
  const { title, kind, before, after } = change
  const isSame = kind === 'formatting' || kind === 'moved'
  return (
    <section className="mt-5">
      <h4 className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {title}
        </span>
        <span className="text-small font-normal text-muted">{kindWords[kind]}</span>
      </h4>
      {!isSame && (
        <div className="mt-2 grid gap-3 lg:grid-cols-2">
          <Side label={`Version ${labels[0]}`} runs={before} as="del" />
          <Side label={`Version ${labels[1]}`} runs={after} as="ins" />
        </div>
      )}
    </section>
  )
}

/** Struck through or underlined, with a tint, and told in words to those who listen. */
const runStyles = {
  del: { className: 'rounded-xs bg-bad-soft text-bad decoration-2', begin: 'Removed: ', end: ' (end) ' },
  ins: { className: 'rounded-xs bg-ok-soft text-ok decoration-2', begin: 'Added: ', end: ' (end) ' },
}

function Side({ label, runs, as: Mark }: { label: string; runs: TextRun[]; as: 'del' | 'ins' }) {
  const { className, begin, end } = runStyles[Mark]
  const isEmpty = runs.every(({ text }) => text === '')
  return (
    <div className="min-w-0 rounded-md border border-line px-4 py-3">
      <p className="mb-1.5 text-small text-muted">{label}</p>
      {isEmpty ? (
        <p className="text-muted">Nothing</p>
      ) : (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {runs.map(({ text, differs }, index) =>
            differs ? (
              <Mark key={index} className={className}>
                <span className="sr-only">{begin}</span>
                <TokenText text={text} />
                <span className="sr-only">{end}</span>
              </Mark>
            ) : (
              <span key={index}>
                <TokenText text={text} />
              </span>
            ),
          )}
        </p>
      )}
    </div>
  )
}
