import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'

type MaintenanceBannerProps = { until: string | null; className?: string | undefined }

/** Said for as long as practices can save nothing. It cannot be put away. */
export const MaintenanceBanner = ({ until, className }: MaintenanceBannerProps) => (
  <InlineMessage tone="warn" title="Candour is being maintained" className={className}>
    Practices can read everything, but save nothing{until ? `, until about ${momentText(until)}` : ' for now'}
    . Patients who have a link can read and sign as always.
  </InlineMessage>
)
