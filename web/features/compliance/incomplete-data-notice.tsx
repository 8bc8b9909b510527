import { InlineMessage } from '../../ui/plain/inline-message.tsx'

/** Where much changed at once: what the figures do not tell of yet. */
export const IncompleteDataNotice = ({ uncounted }: { uncounted: number }) =>
  uncounted > 0 && (
    <InlineMessage tone="info" className="mt-5" title="Still being counted">
      {uncounted.toLocaleString('en-GB')} consents changed and are not in these figures as they are now. Look
      again in a few minutes.
    </InlineMessage>
  )
