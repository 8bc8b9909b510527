import { api, type Api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

type Supporter = Awaited<ReturnType<Api['supporters']['list']>>[number]

const stateBadges: Record<Supporter['state'], { label: string; tone: Tone }> = {
  open: { label: 'Can read', tone: 'brand' },
  locked: { label: 'Locked after wrong codes', tone: 'warn' },
  revoked: { label: 'Stopped', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
}

const deliveryLabels: Record<Supporter['by'], string> = {
  email: 'Link sent to',
  sms: 'Link sent to',
  own: 'The patient passes the link on',
}

type SupporterPanelProps = {
  consentId: string
  supporters: readonly Supporter[]
  onChanged: () => Promise<void>
}

/** Whom the patient lets read along, and when each looked. Nothing where there is nobody. */
export function SupporterPanel({ consentId, supporters, onChanged }: SupporterPanelProps) {
  const confirm = useConfirm()
  const toast = useToast()
  const { busy, problem, run } = useTask()

  async function end({ id: supporterId, name }: Supporter) {
    const sure = await confirm({
      title: `Stop sharing with ${name}?`,
      text: 'Their link stops working at once. The patient can invite them again.',
      confirm: 'Stop sharing',
      danger: true,
    })
    if (!sure) return
    const done = await run(async () => {
      await api.supporters.revoke({ consentId, supporterId })
      await onChanged()
    })
    if (done) toast('The link no longer works.')
  }

  if (supporters.length === 0) return null
  return (
    <Panel title="Supporters" lead="People the patient trusts. They can read but not answer.">
      <ProblemMessage problem={problem} className="mb-3" />
      <ul className="divide-y divide-line">
        {supporters.map((supporter) => {
          const { id, name, relation, state, by, contact, expiresAt, openings } = supporter
          const [latest] = openings
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-64">
                <p dir="auto" className="break-words">{`${name} (${relation})`}</p>
                <p className="text-small break-words text-muted">
                  {[deliveryLabels[by], contact].filter(Boolean).join(' ')}
                </p>
                <p className="text-small text-muted">
                  {state === 'open' && `Until ${momentText(expiresAt)}. `}
                  {latest
                    ? `Opened ${openings.length === 1 ? 'once' : `${openings.length} times`}, last ${momentText(latest)}`
                    : 'Not opened yet'}
                </p>
              </div>
              <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>
              {(state === 'open' || state === 'locked') && (
                <Button variant="quiet" size="small" busy={busy} onClick={() => void end(supporter)}>
                  Stop sharing<span className="sr-only"> with {name}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
