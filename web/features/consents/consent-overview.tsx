import { CalendarClock, Eye, FilePenLine, PenLine } from 'lucide-react'
import type { Api } from '../../api.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import { countText } from './count-text.ts'

type Counts = Awaited<ReturnType<Api['consents']['counts']>>

type ConsentOverviewProps = {
  counts: Counts
  /** Absent where the reader may not open the list. */
  hrefOfView: ((view: string) => string) | undefined
}

/** How many consents wait, for whom, and how many were signed lately. */
export function ConsentOverview({ counts, hrefOfView }: ConsentOverviewProps) {
  const tile = (label: string, value: number, note: string, view: string, icon: typeof Eye) => (
    <StatTile label={label} value={countText(value)} note={note} href={hrefOfView?.(view)} icon={icon} />
  )
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {tile('To countersign', counts.toCountersign, 'Waiting for a clinician', 'to-countersign', PenLine)}
      {tile('Sent and not opened', counts.notOpened, 'Waiting for the patient', 'not-opened', Eye)}
      {tile('Expiring this week', counts.expiringWithinWeek, 'Not signed so far', 'expiring', CalendarClock)}
      {tile('Signed this week', counts.signedThisWeek, 'In the last seven days', 'signed', FilePenLine)}
    </div>
  )
}
