import { formatEmail } from '../../../contract/email-address.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { deliveryBadges } from '../messages/index.ts'
import { LinkButtons } from './link-buttons.tsx'
import { linkStatus, type PatientLink } from './link-words.ts'

type ConsentLinksProps = {
  consentId: string
  patientName: string
  links: readonly PatientLink[]
  /** Whether the consent still waits for the patient. */
  open: boolean
  onChanged: () => Promise<void>
}

/** The links of a consent, what became of each, and the ways to give the patient another. */
export function ConsentLinks({ consentId, patientName, links, open, onChanged }: ConsentLinksProps) {
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function revoke(link: PatientLink) {
    const sure = await confirm({
      title: 'Revoke this link?',
      text: 'Whoever has it can no longer open the consent with it. You can make a new link at any time.',
      confirm: 'Revoke link',
      danger: true,
    })
    if (!sure) return
    const done = await run(async () => {
      await api.signing.revokeLink({ consentId, linkId: link.id })
      await onChanged()
    })
    if (done) toast('The link no longer works.')
  }

  return (
    <Panel title="Links" lead="How the patient reaches this consent.">
      {open && (
        <div className="mb-4">
          <LinkButtons {...{ consentId, patientName, onChanged }} linkCount={links.length} />
        </div>
      )}
      <ProblemMessage problem={problem} className="mb-3" />
      {links.length === 0 ? (
        <p className="text-muted">No link has been made yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <LinkItem key={link.id} link={link} onRevoke={() => void revoke(link)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const channelLabels = { email: 'E-mail', sms: 'Text message', letter: 'Letter' } as const

/** How a link reached the patient. */
function deliveryChannelText({ channel, sentTo }: PatientLink): string {
  if (!channel) return 'Handed over in person'
  return sentTo ? `${channelLabels[channel]} to ${formatEmail(sentTo)}` : channelLabels[channel]
}

function LinkItem({ link, onRevoke }: { link: PatientLink; onRevoke: () => void }) {
  const { label, tone, works } = linkStatus(link, new Date())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">{deliveryChannelText(link)}</p>
        <p className="text-small text-muted">
          {[
            `Made ${momentText(link.createdAt)}`,
            link.delivery && deliveryBadges[link.delivery].label.toLowerCase(),
            link.firstOpenedAt && `first opened ${momentText(link.firstOpenedAt)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
      {works && (
        <Button variant="link" size="small" onClick={onRevoke}>
          Revoke<span className="sr-only"> the link made {momentText(link.createdAt)}</span>
        </Button>
      )}
    </li>
  )
}
