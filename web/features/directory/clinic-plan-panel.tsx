import type { ReactNode } from 'react'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { plans } from '../../../contract/plans.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { planText, roomText } from './clinic-words.ts'

type Part = { clinic: DirectoryEntry }

/** What a practice's plan holds, how much of it is used, and what happens past it. */
export function ClinicPlanPanel({ clinic }: Part) {
  return (
    <Panel title="Plan and use" lead={planText(clinic.plan, clinic.trial, clinic.trialUntil)}>
      <DescriptionList
        items={[
          { term: 'Consents this month', detail: <ConsentUse clinic={clinic} /> },
          { term: 'Videos of its own', detail: <VideoUse clinic={clinic} /> },
          { term: 'Branding', detail: <Branding clinic={clinic} /> },
          { term: 'Integrations', detail: <Integrations clinic={clinic} /> },
          {
            term: 'Support',
            detail: plans[clinic.plan].support === 'e-mail' ? 'By e-mail' : 'A named contact',
          },
        ]}
      />
    </Panel>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-small text-muted">{children}</p>
)

function ConsentUse({ clinic: { plan, usage } }: Part) {
  const { consents_a_month: limit } = plans[plan]
  const sent = usage.consentsThisMonth.toLocaleString('en-GB')
  if (limit === null) return <>{sent} sent. How many the price is for is agreed with the practice.</>
  return (
    <>
      <ProgressBar
        label="Consents sent this month"
        done={Math.min(usage.consentsThisMonth, limit)}
        total={limit}
        words={`${sent} of ${limit.toLocaleString('en-GB')} sent`}
      />
      <Note>
        {usage.consentsThisMonth > limit ? 'Over the plan. ' : ''}No consent is refused over the number.
      </Note>
    </>
  )
}

function VideoUse({ clinic: { plan, usage } }: Part) {
  const { video_storage_bytes: limit } = plans[plan]
  return (
    <>
      <ProgressBar
        label="Room used by videos"
        done={Math.min(usage.videoBytes, limit)}
        total={limit}
        words={`${roomText(usage.videoBytes)} of ${roomText(limit)}`}
      />
      <Note>A new video that would not fit is refused. What is there stays and plays.</Note>
    </>
  )
}

function Branding({ clinic: { plan, branding } }: Part) {
  const parts = [branding.colour && 'a colour', branding.logo && 'a logo'].filter(Boolean)
  return (
    <>
      {parts.length > 0 ? `Has ${parts.join(' and ')} of its own` : 'Nothing of its own is set'}
      <Note>
        {plans[plan].hasBranding
          ? 'Part of this plan.'
          : 'Not part of this plan. What a practice has set already stays.'}
      </Note>
    </>
  )
}

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

function Integrations({ clinic: { plan, usage } }: Part) {
  return (
    <>
      {counted(usage.apiKeys, 'key', 'keys')}, {counted(usage.webhooks, 'webhook', 'webhooks')}
      <Note>
        {plans[plan].hasIntegrations
          ? 'Part of this plan.'
          : 'Not part of this plan. Keys and webhooks that are there go on working.'}
      </Note>
    </>
  )
}
