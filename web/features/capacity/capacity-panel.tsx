import { Badge } from '../../ui/plain/badge.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import {
  choiceWords,
  clinicianOnlyText,
  resultWords,
  nextStepText,
  type CapacityRecord,
} from './capacity-words.ts'

type CapacityPanelProps = { record: CapacityRecord; href: string }

const tones = { has: 'ok', lacks: 'warn', open: 'warn' } as const

const linkText = (isAssessed: boolean, mayAssess: boolean): string => {
  if (!isAssessed) return 'Assess capacity'
  return mayAssess ? 'View and add to record' : 'View record'
}

/** On a consent: what was found of whether its patient can decide, and the way to the form. */
export function CapacityPanel({ record: { assessments, decisions, actions }, href }: CapacityPanelProps) {
  const [newest] = assessments
  const [decision] = decisions
  const lookAgainOn = newest?.result === 'open' ? newest.answers['lookAgainOn']?.text : undefined
  return (
    <Panel title="Capacity">
      {newest ? (
        <>
          <p>
            <Badge tone={tones[newest.result]}>{resultWords[newest.result]}</Badge>
          </p>
          <p className="mt-2">{decision ? choiceWords[decision.choice] : nextStepText[newest.result]}</p>
          {lookAgainOn && <p className="mt-1 font-medium">Review due on {dayText(lookAgainOn)}</p>}
          <p className="mt-1 text-small text-muted">
            {momentText(newest.assessedAt)}, <bdi>{newest.by}</bdi>
          </p>
        </>
      ) : (
        <p className="text-muted">
          Patients are presumed to have capacity. If in doubt, assess capacity for this decision.
        </p>
      )}
      {actions.assess === 'not-clinician' && <p className="mt-3">{clinicianOnlyText}</p>}
      {(newest || actions.assess === null) && (
        <p className="mt-3">
          <Link href={href} className="text-link">
            {linkText(newest !== undefined, actions.assess === null)}
          </Link>
        </p>
      )}
    </Panel>
  )
}
