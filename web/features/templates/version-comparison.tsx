import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Icon } from '../../ui/plain/icon.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { TemplateVersion, TemplateVersionText } from './template-operations.ts'

/** Few compare versions, so what finds the words that differ is fetched when somebody does. */
const VersionDifferences = lazy(async () => ({
  default: (await import('./version-differences.tsx')).VersionDifferences,
}))

type VersionComparisonProps = {
  /** The newest first, at least two. */
  versions: readonly TemplateVersion[]
  icon: Icon
  load: (versionId: string) => Promise<TemplateVersionText>
}

type Pair = { older: TemplateVersionText; newer: TemplateVersionText }

/** Two versions to choose, and then the words in which they differ. */
export function VersionComparison({ versions, icon, load }: VersionComparisonProps) {
  const [one, setOne] = useState(versions[1]?.id ?? '')
  const [other, setOther] = useState(versions[0]?.id ?? '')
  const [pair, setPair] = useState<Pair>()
  const { ask, busy, problem } = useLatest(loadPair, setPair)

  async function loadPair(ids: [string, string]): Promise<Pair> {
    const [older, newer] = (await Promise.all(ids.map(load))).toSorted((a, b) => a.number - b.number)
    return { older: older!, newer: newer! }
  }
  const options = versions.map(({ id, label, createdAt, isCurrent }) => ({
    value: id,
    label: `Version ${label}, ${dayText(createdAt)}${isCurrent ? ', current' : ''}`,
  }))
  return (
    <Panel title="Compare two versions" className="mt-5">
      <div className="flex flex-wrap items-end gap-3 *:grow *:basis-72 sm:*:grow-0">
        <SelectField
          label="First version"
          options={options}
          value={one}
          onChange={(event) => setOne(event.target.value)}
        />
        <SelectField
          label="Second version"
          options={options}
          value={other}
          onChange={(event) => setOther(event.target.value)}
        />
        <Button
          variant="quiet"
          icon={icon}
          busy={busy}
          className="basis-auto!"
          onClick={() => void ask([one, other])}
        >
          Compare
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
      {pair && (
        <Suspense>
          <VersionDifferences key={`${pair.older.id} ${pair.newer.id}`} {...pair} />
        </Suspense>
      )}
    </Panel>
  )
}
