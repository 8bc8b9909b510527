import { clsx } from 'clsx'
import type { PatientConsent } from '../../../contract/signing.ts'
import { languageAttributes } from './wording-direction.tsx'
import { useEntryWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

/** How far one has read: in words, and as a row of dashes for the eye. */
export function PartProgress({
  content,
  number,
  total,
}: {
  content: PatientConsent['content']
  number: number
  total: number
}) {
  const { reading } = useEntryWords()
  return (
    <>
      <div aria-hidden className="mb-4 flex gap-1.5">
        {Array.from({ length: total }, (_, index) => (
          <span
            key={index}
            className={clsx('h-1 flex-1 rounded-full', index < number ? 'bg-brand' : 'bg-line')}
          />
        ))}
      </div>
      <bdi {...languageAttributes(content.title, content)}>{content.title}</bdi> ·{' '}
      {fillPlaceholders(reading.part, { number, total })}
    </>
  )
}
