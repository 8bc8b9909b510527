import { ButtonLink } from '../../ui/plain/button.tsx'
import { telephoneHref } from '../../ui/plain/telephone.ts'
import { fillPlaceholders } from './words-text.ts'
import { useEntryWords } from './words-context.tsx'
import { usePractice } from './practice-context.tsx'

/** A way to phone the practice: one press on a phone, a number to read anywhere else. */
export function CallPracticeButton() {
  const { page } = useEntryWords()
  const { practice } = usePractice()
  if (!practice?.phone) return <p>{page.callYourPractice}</p>
  return (
    <p>
      <ButtonLink href={telephoneHref(practice.phone)} variant="quiet">
        {fillPlaceholders(page.callNumber, { phone: practice.phone })}
      </ButtonLink>
    </p>
  )
}

/** The same within a sentence's flow. */
export function CallPracticeLink() {
  const { page } = useEntryWords()
  const { practice } = usePractice()
  if (!practice?.phone) return null
  return (
    <a href={telephoneHref(practice.phone)} className="inline-block py-1 font-semibold text-link">
      {fillPlaceholders(page.callNumber, { phone: practice.phone })}
    </a>
  )
}
