import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'

/** Where much changed at once: what the figures do not tell of yet. */
export const IncompleteDataNotice = ({ uncounted }: { uncounted: number }) =>
  uncounted > 0 && (
    <InlineMessage tone="info" className="mt-5" title="Figures updating">
      {numberText(uncounted)} consents have changed and are not yet included. Check again in a few minutes.
    </InlineMessage>
  )
