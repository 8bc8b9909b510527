import { clsx } from 'clsx'
import { useDeferredValue, useEffect, useState } from 'react'

type Estimate = (password: string, about: readonly string[]) => number

/** By the estimate's score; the words carry it, the colour only repeats it. */
const grades = [
  { word: 'Very weak', tone: 'bg-bad', parts: 1 },
  { word: 'Weak', tone: 'bg-bad', parts: 1 },
  { word: 'Fair', tone: 'bg-warn', parts: 2 },
  { word: 'Good', tone: 'bg-ok', parts: 3 },
  { word: 'Strong', tone: 'bg-ok', parts: 4 },
] as const

type PasswordStrengthProps = {
  password: string
  /** Words that whoever knows the person would try: name, e-mail address, practice. */
  about?: readonly string[] | undefined
  className?: string | undefined
}

/** How hard a password is to guess: four bars, a word, and the word read out. */
export function PasswordStrength({ password, about = [], className }: PasswordStrengthProps) {
  const typed = useDeferredValue(password)
  const estimate = useEstimate(password !== '')
  const grade = typed === '' || !estimate ? undefined : grades[estimate(typed, about)]
  return (
    <div className={clsx('flex items-center gap-3', className)}>
      <span className="grid flex-1 grid-cols-4 gap-1" aria-hidden>
        {[1, 2, 3, 4].map((part) => (
          <span
            key={part}
            className={clsx('h-1 rounded-full', grade && part <= grade.parts ? grade.tone : 'bg-line')}
          />
        ))}
      </span>
      <span role="status" className="min-w-32 text-end text-small text-muted">
        {grade ? `Strength: ${grade.word}` : ''}
      </span>
    </div>
  )
}

/** The estimate and its word lists are large, so they are fetched when the first character is typed. */
function useEstimate(wanted: boolean): Estimate | undefined {
  const [estimate, setEstimate] = useState<Estimate>()
  useEffect(() => {
    if (!wanted) return
    let left = false
    import('./password-estimate.ts').then(
      ({ estimateStrength }) => left || setEstimate(() => estimateStrength),
      // The meter only advises; without it the rules and the server still stand.
      () => {},
    )
    return () => {
      left = true
    }
  }, [wanted])
  return estimate
}
