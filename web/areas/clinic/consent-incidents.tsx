import { api } from '../../api.ts'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { incidentKindWords } from '../../features/compliance/incident-words.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { LoadedPanel, type ConsentPanelProps } from './loaded-panel.tsx'

/** What went wrong with it or was complained of, and where that is written down, for who may see to it. */
export function ConsentIncidents({ consent }: ConsentPanelProps) {
  const may = useMay()
  const consentId = consent.id
  if (!may('accessSettings') || !consent.sentAt) return null
  return (
    <LoadedPanel
      title="Incidents and complaints"
      load={() => api.incidents.list({ consentId })}
      reloadKey={consent}
      canBeEmpty
    >
      {({ rows }) => (
        <Panel
          title="Incidents and complaints"
          lead={rows.length === 0 ? 'None recorded for this consent.' : undefined}
        >
          {rows.length > 0 && (
            <ul className="mb-4 divide-y divide-line border-y border-line">
              {rows.map(({ id, kind, happenedOn, summary, closedAt }) => (
                <li key={id} className="py-3">
                  <p className="whitespace-pre-line" dir="auto">
                    {summary}
                  </p>
                  <p className="text-small text-muted">
                    {incidentKindWords[kind]}, {calendarDayText(happenedOn)}. {closedAt ? 'Closed' : 'Open'}.
                  </p>
                </li>
              ))}
            </ul>
          )}
          <ButtonLink variant="quiet" size="small" href={`${compliancePaths.incidents}?consent=${consentId}`}>
            Record incident or complaint
          </ButtonLink>
        </Panel>
      )}
    </LoadedPanel>
  )
}
