import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { ParsedNote } from './note-choices.ts'

const reasonLabels: Record<ParsedNote['aside'][number]['why'], string> = {
  family: 'another person’s health',
  past: 'done before',
  'not planned': 'not wanted',
  absent: 'not there',
}

/** What nothing was made of: words not understood, words of the past or of others, and what was read as another word. */
export function UnusedNoteText({ reading }: { reading: ParsedNote }) {
  const { unknown, aside, corrections } = reading
  return (
    <div className="space-y-3">
      {unknown.length > 0 && (
        <InlineMessage tone="warn" title="Not recognised and left out">
          <QuotedText all={unknown.map(({ words }) => words)} />
        </InlineMessage>
      )}
      {corrections.length > 0 && (
        <InlineMessage title="Read as another word">
          <QuotedText all={corrections.map(({ written, readAs }) => `${written} as ${readAs}`)} />
        </InlineMessage>
      )}
      {aside.length > 0 && (
        <InlineMessage title="Recognised but not part of the plan">
          <QuotedText all={aside.map(({ words, why }) => `${words} (${reasonLabels[why]})`)} />
        </InlineMessage>
      )}
    </div>
  )
}

const QuotedText = ({ all }: { all: string[] }) => (
  <p dir="auto" className="wrap-anywhere">
    {[...new Set(all)].join(', ')}
  </p>
)
