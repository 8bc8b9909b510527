import type { ReactNode } from 'react'
import type { AnalyticsTable } from '../../../contract/analytics.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'

/** One table of the page as a file. */
export const DownloadLink = ({ table, period }: { table: AnalyticsTable; period: number }) => (
  <ButtonLink
    variant="quiet"
    size="small"
    href={`/api/admin/analytics/${table}.csv?months=${period}`}
    download
    reload
  >
    CSV
  </ButtonLink>
)

type PanelProps = { title: string; lead: string; actions?: ReactNode; children: ReactNode }

/** A chart with its table below. */
export const ChartPanel = ({ chart, children, ...head }: PanelProps & { chart: ReactNode }) => (
  <section>
    <Panel {...head}>{chart}</Panel>
    <div className="mt-3">{children}</div>
  </section>
)

/** A table under its heading. */
export const TablePanel = ({ title, lead, actions, children }: PanelProps) => (
  <section>
    <div className="mb-3 flex items-end justify-between gap-3">
      <div>
        <h2>{title}</h2>
        <p className="text-muted">{lead}</p>
      </div>
      {actions}
    </div>
    {children}
  </section>
)
