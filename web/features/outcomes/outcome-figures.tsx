import {
  outcome_follow_up_days,
  own_figure_followed_percent_min,
  own_figure_people_min,
  own_figure_window_months,
  type OwnFigureState,
} from '../../../contract/own-figures.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { followedText, type OutcomeFigures, type OutcomesDue } from './outcome-words.ts'

const stateBadges: Record<OwnFigureState, { label: string; tone: Tone }> = {
  enough: { label: 'Shown to patients', tone: 'ok' },
  'too-few': { label: `Not shown: under ${own_figure_people_min} followed up`, tone: 'neutral' },
  'follow-up-low': {
    label: `Not shown: under ${own_figure_followed_percent_min}% followed up`,
    tone: 'warn',
  },
}

type CountedRisk = OutcomeFigures['figures'][number]['risks'][number]

const riskColumns = [
  { key: 'risk', header: 'Risk', cell: ({ label }: CountedRisk) => label },
  {
    key: 'occurred',
    header: 'Occurred',
    cell: ({ occurred, known }: CountedRisk) => `${occurred} of ${known}`,
  },
  {
    key: 'chance',
    header: '95% interval',
    cell: ({ range: { from, to, of } }: CountedRisk) => `${from} to ${to} in ${of}`,
  },
]

type OutcomeFiguresPanelProps = {
  figures: OutcomeFigures
  /** Null for somebody who records none. */
  due: OutcomesDue | null
  consentHref: (consentId: string) => string
}

/** What came of treatments at the practice, with why it is shown to patients or not, and whose follow-up is due. */
export function OutcomeFiguresPanel({ figures, due, consentHref }: OutcomeFiguresPanelProps) {
  return (
    <div className="space-y-6">
      <FiguresPanel {...figures} />
      {due && <DuePanel due={due} consentHref={consentHref} />}
    </div>
  )
}

function FiguresPanel({ isOn, countedAt, figures }: OutcomeFigures) {
  return (
    <Panel
      title="Outcomes by treatment"
      lead={`People treated in the last ${own_figure_window_months} months and followed up for ${outcome_follow_up_days} days or more, each counted once. ${countedAt ? `Counted ${momentText(countedAt)}.` : 'Counted once a day.'}`}
    >
      {!isOn && <p className="mb-4">Switched off in Settings: patients see none of these figures.</p>}
      {figures.length === 0 ? (
        <p className="text-muted">
          No outcomes counted yet. Record the outcome of a treatment on its consent, under After treatment.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {figures.map((figure) => (
            <li key={figure.templateId} className="space-y-1 py-3 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">{figure.name}</span>
                {(isOn || figure.state !== 'enough') && (
                  <Badge tone={stateBadges[figure.state].tone}>{stateBadges[figure.state].label}</Badge>
                )}
              </p>
              <p className="text-small text-muted">
                Followed up: {followedText(figure)}
                {figure.followed > 0 && `, half of them ${figure.followUpDays} days or more after treatment`}
              </p>
              {figure.risks.length > 0 && (
                <DataTable
                  caption={`Outcomes of ${figure.name}`}
                  columns={riskColumns}
                  rows={figure.risks}
                  rowKey={({ label }) => label}
                  empty={null}
                  className="mt-3"
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type DuePanelProps = { due: OutcomesDue; consentHref: (consentId: string) => string }

function DuePanel({ due: { rows, total }, consentHref }: DuePanelProps) {
  return (
    <Panel title="Follow-up due" lead="Treatments to follow up. Open the consent to record the outcome.">
      {rows.length === 0 ? (
        <p className="text-muted">No follow-up is due.</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {rows.map(({ consentId, patient, title, doneAt }) => (
              <li key={`${consentId} ${title}`} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
                <a href={consentHref(consentId)} className="font-medium text-brand underline">
                  <bdi>{patient.name}</bdi>
                </a>
                <span>{title}</span>
                <span className="text-muted">Treated {dayText(doneAt)}</span>
              </li>
            ))}
          </ul>
          {total > rows.length && (
            <p className="mt-3 text-small text-muted">
              {rows.length} of {total}, the longest ago first.
            </p>
          )}
        </>
      )}
    </Panel>
  )
}
