import { Building2, HardDrive, ListChecks, Mail, PenLine, Send } from 'lucide-react'
import type { Overview, OverviewTask } from '../../../contract/overview.ts'
import { planNames, plans } from '../../../contract/plans.ts'
import { api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { MonthChart } from './month-chart.tsx'

/** Where each duty is done. */
export type TaskPaths = Record<OverviewTask, string> & { queues: string; outbox: string }

type OverviewScreenProps = { overview: Overview; paths: TaskPaths }

const gigabytes = (bytes: number) =>
  `${(bytes / 1024 ** 3).toLocaleString('en-GB', { maximumFractionDigits: 1 })} GB`

/** How the platform is, and what there is to do. */
export function OverviewScreen({ overview, paths }: OverviewScreenProps) {
  const { clinics, days, queue, mail, storage, scanner, duties } = overview
  const sumOf = (key: 'sent' | 'signed') => days.reduce((sum, day) => sum + day[key], 0)
  return (
    <>
      <OpenTasks duties={duties} paths={paths} />
      <div className="mt-6 grid grid-cols-2 gap-4 xl:grid-cols-6">
        <StatTile label="Practices" value={numberText(clinics.total)} icon={Building2} />
        <StatTile label="Sent" value={numberText(sumOf('sent'))} note="In 30 days" icon={Send} />
        <StatTile label="Signed" value={numberText(sumOf('signed'))} note="In 30 days" icon={PenLine} />
        <StatTile
          label="Jobs queued"
          value={numberText(queue.waiting)}
          note={queue.failed === 0 ? 'None failed' : `${numberText(queue.failed)} failed`}
          href={paths.queues}
          icon={ListChecks}
        />
        <StatTile
          label="Mail"
          value={numberText(mail.astray)}
          note={
            mail.isSent ? `Undelivered, of the last ${numberText(mail.last)}` : 'Saved to files, not sent'
          }
          href={paths.outbox}
          icon={Mail}
        />
        <StatTile
          label="Disk free"
          value={gigabytes(storage.free)}
          note={`${gigabytes(storage.used)} in use`}
          icon={HardDrive}
        />
      </div>
      <div className="mt-6 grid gap-6 xl:grid-cols-2">
        <Panel title="Consents in 30 days" lead="All practices.">
          <MonthChart
            caption="Consents sent and signed by day"
            days={days}
            series={[
              { key: 'sent', label: 'Sent', className: 'text-brand' },
              { key: 'signed', label: 'Signed', className: 'text-ok' },
            ]}
          />
        </Panel>
        <Panel title="Sign-ins in 30 days" lead={todayText(days)}>
          <MonthChart
            caption="Sign-ins and refused sign-ins by day"
            days={days}
            series={[
              { key: 'signIns', label: 'Signed in', className: 'text-brand' },
              { key: 'refusedSignIns', label: 'Refused', className: 'text-bad' },
            ]}
          />
        </Panel>
        <Panel title="Practices by status">
          <DescriptionList
            items={statuses.map(({ key, label }) => ({
              term: label,
              detail: numberText(clinics.byStatus[key] ?? 0),
            }))}
          />
        </Panel>
        <Panel title="Practices by plan">
          <DescriptionList
            items={planNames.map((name) => ({
              term: plans[name].title,
              detail: numberText(clinics.byPlan[name] ?? 0),
            }))}
          />
        </Panel>
      </div>
      <div id="virus-scanner" className="mt-6">
        <ScannerPanel scanner={scanner} />
      </div>
      {!storage.keepsFiles && (
        <p className="mt-4 text-muted">
          Documents and videos are in the object store. The disk holds uploads in progress.
        </p>
      )}
    </>
  )
}

const statuses = [
  { key: 'active', label: 'Active' },
  { key: 'inactive', label: 'Inactive' },
  { key: 'suspended', label: 'Suspended' },
] as const

const scannerText: Record<Overview['scanner']['state'], string> = {
  off: 'Off: uploaded files are not scanned. Set CLAMAV_SOCKET to scan them.',
  ready: 'Uploaded files are scanned before they are saved.',
  unreachable: 'Unreachable: files are refused and videos are held until it answers.',
}

const scannerItems = ({ engine, signatures, signedAt, quarantined }: Overview['scanner']) => [
  { term: 'Version', detail: engine ?? 'Unknown' },
  {
    term: 'Signatures',
    detail: signedAt ? `${signatures}, ${formatLocalDay(signedAt, 'en-GB')}` : 'Unknown date',
  },
  { term: 'Quarantined files', detail: numberText(quarantined) },
]

/** The virus scanner, and what settles a false alarm. */
function ScannerPanel({ scanner }: Pick<Overview, 'scanner'>) {
  const rescanning = useTask()
  const toast = useToast()
  const rescan = () =>
    rescanning.run(async () => {
      const { files } = await api.fileScans.rescanQuarantined({})
      toast(files === 1 ? 'Scanning 1 file again' : `Scanning ${numberText(files)} files again`)
    })
  return (
    <Panel
      title="Virus scanner"
      lead={scannerText[scanner.state]}
      actions={
        scanner.state === 'ready' &&
        scanner.quarantined > 0 && (
          <Button variant="quiet" busy={rescanning.busy} onClick={() => void rescan()}>
            Scan quarantined files again
          </Button>
        )
      }
    >
      <ProblemMessage problem={rescanning.problem} className="mb-4" />
      {scanner.state !== 'off' && <DescriptionList items={scannerItems(scanner)} />}
    </Panel>
  )
}

const todayText = (days: Overview['days']): string => {
  const { signIns, refusedSignIns } = days.at(-1)!
  return `Today ${numberText(signIns)}, and ${numberText(refusedSignIns)} refused.`
}

const taskText: Record<OverviewTask, (count: number) => string> = {
  'failed-jobs': (count) => (count === 1 ? '1 job failed' : `${numberText(count)} jobs failed`),
  'astray-messages': (count) =>
    count === 1 ? '1 message not delivered' : `${numberText(count)} messages not delivered`,
  'open-enquiries': (count) =>
    count === 1 ? '1 enquiry to answer' : `${numberText(count)} enquiries to answer`,
  'suspended-clinics': (count) =>
    count === 1 ? '1 practice suspended' : `${numberText(count)} practices suspended`,
  'missing-configuration': (count) =>
    count === 1 ? '1 service not set up' : `${numberText(count)} services not set up`,
  'reviews-due': (count) =>
    count === 1
      ? '1 platform template due for review'
      : `${numberText(count)} platform templates due for review`,
  'maintenance-on': () => 'Maintenance on: practices cannot save',
  'virus-scanner': () => 'Virus scanner needs attention',
}

function OpenTasks({ duties, paths }: { duties: Overview['duties']; paths: TaskPaths }) {
  return (
    <Panel title="To do" className="mt-7">
      {duties.length === 0 ? (
        <InlineMessage tone="ok">No tasks.</InlineMessage>
      ) : (
        <ul className="divide-y divide-line">
          {duties.map(({ duty, count }) => (
            <li key={duty}>
              <Link href={paths[duty]} className="text-link block py-2.5 font-medium">
                {taskText[duty](count)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
