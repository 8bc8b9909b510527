import { diffWords } from 'diff'

type Side = { number: number; text: string }

/** The paragraphs in which two texts differ, with the words that were taken out and put in. */
export function TextDifference({ older, newer }: { older: Side; newer: Side }) {
  const runs = diffWords(older.text, newer.text)
  const changed = runs.filter(({ added, removed }) => added || removed).length
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="font-medium" role="status">
        {changed === 0
          ? 'No differences.'
          : `From version ${older.number} to version ${newer.number}: ${changed} ${changed === 1 ? 'change' : 'changes'}`}
      </p>
      <p className="mt-2 text-small wrap-anywhere whitespace-pre-line" dir="auto">
        {runs.map(({ value, added, removed }, index) => {
          if (added)
            return (
              <ins key={index} className="bg-ok-soft">
                {value}
              </ins>
            )
          if (removed)
            return (
              <del key={index} className="bg-bad-soft">
                {value}
              </del>
            )
          return <span key={index}>{shortened(value)}</span>
        })}
      </p>
    </div>
  )
}

const unchanged_context_length = 80

/** What stays is shown where it touches a change; the middle of a long stretch is left out. */
const shortened = (text: string): string =>
  text.length > 3 * unchanged_context_length
    ? `${text.slice(0, unchanged_context_length)} … ${text.slice(-unchanged_context_length)}`
    : text
