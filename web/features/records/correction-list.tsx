import type { RecordCorrection } from '../../../contract/records.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'

type CorrectionListProps = {
  corrections: readonly RecordCorrection[]
  /** Undefined where the reader may not open requests. */
  hrefOf?: ((requestId: string) => string) | undefined
}

/** Dated notes of what was wrong and what is right. */
export const CorrectionList = ({ corrections, hrefOf }: CorrectionListProps) => (
  <ul className="mt-3 divide-y divide-line border-y border-line">
    {corrections.map(({ id, on, note, by, requestId }) => (
      <li key={id} className="py-3">
        <p className="whitespace-pre-line" dir="auto">
          {note}
        </p>
        <p className="text-small text-muted">
          {calendarDayText(on)}, {by}.{' '}
          {hrefOf && (
            <Link href={hrefOf(requestId)} className="text-link">
              Request
            </Link>
          )}
        </p>
      </li>
    ))}
  </ul>
)
