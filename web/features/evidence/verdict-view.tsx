import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import type { Verdict } from '../../../verification/check-result.ts'
import { DescriptionList } from '../../ui/description-list.tsx'

const verdictIcons = {
  unchanged: { icon: CircleCheck, look: 'border-ok text-ok' },
  changed: { icon: TriangleAlert, look: 'border-bad text-bad' },
  'not-ours': { icon: CircleHelp, look: 'border-line text-muted' },
} as const satisfies Record<Verdict['outcome'], unknown>

type VerdictViewProps = { fileName: string; verdict: Verdict }

/** What checking a file came to: the sentence, what is broken by its name, and what the file says of itself. */
export function VerdictView({ fileName, verdict }: VerdictViewProps) {
  const { outcome, says, findings, facts } = verdict
  const { icon: Icon, look } = verdictIcons[outcome]
  return (
    <section aria-label="Verdict" className={`rounded-lg border-s-4 bg-surface p-5 ${look}`}>
      <h2 className="flex items-start gap-2.5">
        <Icon className="mt-1 size-6 shrink-0" aria-hidden />
        <span className="text-ink">{says}</span>
      </h2>
      <p className="mt-1 break-words text-muted">{fileName}</p>
      {findings.length > 0 && (
        <ul className="mt-4 list-disc space-y-2 ps-6 text-ink">
          {findings.map(({ path, title, problem }) => (
            <li key={path + title + problem}>
              <strong>{title}</strong> <span className="break-all text-muted">({path})</span>: {problem}
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <DescriptionList
          className="mt-5 text-ink"
          items={facts.map(({ label, value }) => ({
            term: label,
            detail: <span className="break-all">{value}</span>,
          }))}
        />
      )}
    </section>
  )
}
