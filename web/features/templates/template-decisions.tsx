import { momentText } from '../../ui/plain/date-text.ts'
import { personText, type Decision } from './pending-version.ts'

const words: Record<Decision['decision'], string> = {
  approved: 'Approved by',
  'changes asked': 'Changes requested by',
}

/** What was said of a version: by whom, when, and in what words. */
export const DecisionList = ({ decisions }: { decisions: readonly Decision[] }) => (
  <ul className="space-y-2">
    {decisions.map(({ decision, byName, gdcNumber, at, comment }) => (
      <li key={at + byName} className="wrap-anywhere">
        {`${words[decision]} ${personText({ name: byName, gdcNumber })}`}
        <span className="block text-small text-muted tabular-nums">
          <time dateTime={at}>{momentText(at)}</time>
        </span>
        {comment && (
          <span dir="auto" className="block whitespace-pre-line text-muted">
            {comment}
          </span>
        )}
      </li>
    ))}
  </ul>
)
