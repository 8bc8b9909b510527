import type { PlanChange } from '../../../contract/consent-plan.ts'

const kindWords: Record<PlanChange['kind'], string> = {
  treatment: 'Treatment',
  tooth: 'Tooth',
  price: 'Price',
  clinician: 'Clinician',
  health: 'Health',
  wording: 'Wording',
  age: 'Time since it was signed',
}

/** What has changed since the patient agreed, as before and after. */
export function ChangeList({ changes }: { changes: readonly PlanChange[] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      {changes.map(({ kind, before, after }) => (
        <div key={`${kind} ${after}`} className="p-3">
          <dt className="text-small font-medium">{kindWords[kind]}</dt>
          <dd dir="auto">
            {before && (
              <>
                <span className="sr-only">Before: </span>
                <s className="text-muted">{before}</s>{' '}
              </>
            )}
            <span className="sr-only">Now: </span>
            <span className="font-medium">{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
