import type { CheckedComponent, CheckResult } from '../../../contract/setup-checks.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'

export const partNames: Record<CheckedComponent, string> = {
  database: 'Database',
  disk: 'Disk',
  storage: 'File storage',
  queue: 'Job queue',
  mail: 'E-mail',
  sms: 'Text messages',
  payments: 'Payments',
  'time-stamps': 'Time-stamp authority',
  'language-model': 'Language model',
  clock: 'Clock',
}

const outcomeBadges: Record<CheckResult['outcome'], { tone: Tone; label: string }> = {
  works: { tone: 'ok', label: 'Works' },
  warns: { tone: 'warn', label: 'Needs attention' },
  fails: { tone: 'bad', label: 'Does not work' },
  'not-set': { tone: 'neutral', label: 'Not set' },
}

export function OutcomeBadge({ outcome }: Pick<CheckResult, 'outcome'>) {
  const { tone, label } = outcomeBadges[outcome]
  return <Badge tone={tone}>{label}</Badge>
}

const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds} milliseconds`
    : `${(milliseconds / 1000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} seconds`

/** What a check found: in a sentence, what to do about it, and the facts it stands on. */
export function CheckOutcome({ result }: { result: CheckResult }) {
  const { says, mend, facts, milliseconds } = result
  const items = [
    ...facts.map(({ label, value }) => ({
      term: label,
      detail: <span className="wrap-anywhere">{value}</span>,
    })),
    { term: 'Took', detail: formatMilliseconds(milliseconds) },
  ]
  return (
    <>
      <p>{says}</p>
      {mend && (
        <p className="mt-2">
          <span className="font-semibold">What to do: </span>
          {mend}
        </p>
      )}
      <DescriptionList items={items} className="mt-4 text-small" />
    </>
  )
}
