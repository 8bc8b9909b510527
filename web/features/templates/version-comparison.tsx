import { useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Icon } from '../../ui/plain/icon.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import type { TemplateVersion, TemplateVersionText } from './template-operations.ts'
import { useVersionComparison } from './use-version-comparison.tsx'

type VersionComparisonProps = {
  /** The newest first, at least two. */
  versions: readonly TemplateVersion[]
  icon: Icon
  load: (versionId: string) => Promise<TemplateVersionText>
}

/** Two versions to choose, and then the words in which they differ. */
export function VersionComparison({ versions, icon, load }: VersionComparisonProps) {
  const [one, setOne] = useState(versions[1]?.id ?? '')
  const [other, setOther] = useState(versions[0]?.id ?? '')
  const { compare, busy, problem, differences } = useVersionComparison(load)
  const options = versions.map((version) => ({ value: version.id, label: optionText(version) }))
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
          onClick={() => compare([one, other])}
        >
          Compare
        </Button>
      </div>
      <ProblemMessage problem={problem} className="mt-4" />
      {differences}
    </Panel>
  )
}

function optionText({ label, createdAt, isCurrent, isProposed }: TemplateVersion): string {
  const statusSuffix = isCurrent ? ', current' : isProposed ? ', waiting for approval' : ''
  return `Version ${label}, ${dayText(createdAt)}${statusSuffix}`
}
