import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'

type MaintenanceBannerProps = { until: string | null; className?: string | undefined }

/** Said for as long as practices can save nothing. It cannot be put away. */
export const MaintenanceBanner = ({ until, className }: MaintenanceBannerProps) => (
  <InlineMessage tone="warn" title="Maintenance in progress" className={className}>
    Practices can view records but not save changes{until ? `, until about ${momentText(until)}` : ' for now'}
    . Patients can still read and sign.
  </InlineMessage>
)
