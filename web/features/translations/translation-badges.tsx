import { Badge } from '../../ui/plain/badge.tsx'
import { staleWords } from './translation-words.ts'

type TranslationBadgesProps = {
  isChecked: boolean
  /** Whether people have vouched for it, and who. */
  checkedWords: string
  isStale: boolean
  /** What of it is not there. */
  missingWords?: string | null
}

const wrapping = 'rounded-xl! whitespace-normal!'

/** What is to be known of a translation before somebody relies on it. */
export function TranslationBadges(props: TranslationBadgesProps) {
  const { isChecked, checkedWords, isStale, missingWords } = props
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isChecked ? 'ok' : 'neutral'} className={wrapping}>
        {checkedWords}
      </Badge>
      {isStale && (
        <Badge tone="warn" className={wrapping}>
          {staleWords}
        </Badge>
      )}
      {missingWords && (
        <Badge tone="warn" className={wrapping}>
          {missingWords}
        </Badge>
      )}
    </span>
  )
}
