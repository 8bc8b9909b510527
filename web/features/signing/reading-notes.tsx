import { useWords } from './words-context.tsx'

/** Says before the reading begins what the practice will see of it. */
export function ReadingPrivacyNote() {
  const { readingAids } = useWords()
  return <p className="mt-4 text-small text-muted">{readingAids.seen}</p>
}
