import { formatEmail } from '../../../contract/email-address.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { deliveryBadges } from '../messages/index.ts'
import { isOffered, type OfferedConsent } from './action-offers.ts'
import { LinkButtons } from './link-buttons.tsx'
import { isSealed, linkStatus, type PatientLink } from './link-words.ts'

type ConsentLinksProps = {
  consent: OfferedConsent
  links: readonly PatientLink[]
  onChanged: () => Promise<void>
}

/** The links of a consent, what became of each, and the ways to give the patient another. */
export function ConsentLinks({ consent, links, onChanged }: ConsentLinksProps) {
  const { id: consentId, status } = consent
  const patientName = consent.patient.name
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function revoke(link: PatientLink) {
    const sure = await confirm({
      title: 'Revoke this link?',
      text: 'It will no longer open the consent. You can create a new link at any time.',
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

  const now = new Date()
  const isLive = (link: PatientLink) => linkStatus(link, status, now).works
  const live = links.filter(isLive)
  const dead = links.filter((link) => !isLive(link))
  const list = (shown: readonly PatientLink[]) => (
    <ul className="divide-y divide-line">
      {shown.map((link) => (
        <LinkItem key={link.id} {...{ link, status }} onRevoke={() => void revoke(link)} />
      ))}
    </ul>
  )
  return (
    <Panel title="Links" lead={leadText(status)}>
      {isOffered(consent, 'link') && (
        <div className="mb-4">
          <LinkButtons {...{ consentId, patientName, onChanged }} linkCount={links.length} />
        </div>
      )}
      <ProblemMessage problem={problem} className="mb-3" />
      {live.length > 0 && list(live)}
      {live.length === 0 && <p className="text-muted">{noLiveLinkText(links.length)}</p>}
      {dead.length > 0 && (
        <Disclosure
          summary={dead.length === 1 ? 'One earlier link' : `${dead.length} earlier links`}
          className="mt-3"
        >
          {list(dead)}
        </Disclosure>
      )}
    </Panel>
  )
}

/** What the patient reaches by a link. */
const leadText = (status: ConsentStatus): string =>
  isSealed(status) ? 'Links to the signed record.' : 'Links to this consent.'

const noLiveLinkText = (count: number): string => (count === 0 ? 'No links yet.' : 'No active links.')

const channelLabels = { email: 'E-mail', sms: 'Text message', letter: 'Letter' } as const

/** How a link reached the patient. */
function deliveryChannelText({ channel, sentTo }: PatientLink): string {
  if (!channel) return 'Handed over in person'
  return sentTo ? `${channelLabels[channel]} to ${formatEmail(sentTo)}` : channelLabels[channel]
}

type LinkItemProps = { link: PatientLink; status: ConsentStatus; onRevoke: () => void }

function LinkItem({ link, status, onRevoke }: LinkItemProps) {
  const { label, tone, works } = linkStatus(link, status, new Date())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">{deliveryChannelText(link)}</p>
        <p className="text-small text-muted">
          {[
            `Created ${momentText(link.createdAt)}`,
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
          Revoke<span className="sr-only"> the link created {momentText(link.createdAt)}</span>
        </Button>
      )}
    </li>
  )
}
