import type { DayList } from '../../../contract/day-lists.ts'
import { api } from '../../api.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { Select } from '../../ui/select.tsx'
import type { Clinician } from '../staff/index.ts'
import { appointmentsText } from './day-list-words.ts'

type Preview = NonNullable<DayList['preview']>
type ClinicianNameQuery = Preview['clinicians'][number]

type ClinicianNamesProps = {
  asked: readonly ClinicianNameQuery[]
  clinicians: readonly Clinician[]
  onChoose: (written: string, clinicianId: string | null) => void
}

const skipOption = 'left-out'

/** Whom the list means by each name of a clinician; those nobody knows yet stand open. */
export function ClinicianMapping({ asked, clinicians, onChoose }: ClinicianNamesProps) {
  const isOpen = (one: ClinicianNameQuery) => one.clinician === null && !one.isLeftOut
  const open = asked.filter(isOpen)
  const known = asked.filter((one) => !isOpen(one))
  const people = clinicians.map(({ id, name }) => ({ value: id, label: name }))
  const lines = (shown: readonly ClinicianNameQuery[]) => (
    <ul className="space-y-4">
      {shown.map((one) => (
        <li key={one.written}>
          <Select
            label={
              <>
                <span dir="auto">{one.written || 'Rows that name no clinician'}</span>
                <span className="font-normal text-muted"> · {appointmentsText(one.rows)}</span>
              </>
            }
            value={one.isLeftOut ? skipOption : (one.clinician?.id ?? '')}
            options={[
              { value: '', label: 'Choose a clinician' },
              ...people,
              { value: skipOption, label: 'Not our staff: skip these rows' },
            ]}
            onChange={(value) => value && onChoose(one.written, value === skipOption ? null : value)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {open.length > 0 && (
        <Panel title="Who is this?" lead="Remembered for your next lists." className="mt-5">
          {lines(open)}
        </Panel>
      )}
      {known.length > 0 && (
        <Disclosure summary="Clinicians of this list" className="mt-4">
          {lines(known)}
        </Disclosure>
      )}
    </>
  )
}

type TreatmentMapping = { key: string; label: string; templateId: string | null; needsConsent: boolean }

const decideLaterOption: TreatmentMapping = {
  key: 'later',
  label: 'The clinician decides',
  templateId: null,
  needsConsent: true,
}
const noConsent: TreatmentMapping = {
  ...{ key: 'no-consent', label: 'Examination or review: no consent needed' },
  ...{ templateId: null, needsConsent: false },
}
const templates_shown_max = 20

async function searchTreatmentMappings(search: string, signal: AbortSignal): Promise<TreatmentMapping[]> {
  const { rows } = await api.templates.list({ search, pageSize: templates_shown_max }, { signal })
  const found = rows.map(({ id, name }) => ({ key: id, label: name, templateId: id, needsConsent: true }))
  return search === '' ? [decideLaterOption, noConsent, ...found] : found
}

function mappingOf({
  template,
  needsConsent,
  isDecided,
}: Preview['treatments'][number]): TreatmentMapping | null {
  if (template) return { key: template.id, label: template.name, templateId: template.id, needsConsent: true }
  if (!isDecided) return null
  return needsConsent ? decideLaterOption : noConsent
}

type TreatmentNamesProps = {
  treatments: Preview['treatments']
  onChoose: (written: string, meaning: { templateId: string | null; needsConsent: boolean }) => void
}

/** What the list means by each treatment. Nothing has to be said: what is not, whoever treats adds. */
export function TreatmentMappingList({ treatments, onChoose }: TreatmentNamesProps) {
  if (treatments.length === 0) return null
  const open = treatments.filter(({ isDecided }) => !isDecided).length
  return (
    <Disclosure
      summary={open > 0 ? `Treatments of this list, ${open} not matched` : 'Treatments of this list'}
      className="mt-4"
    >
      <p className="text-muted">
        Match your system’s terms once, such as an examination that needs no consent. The clinician adds
        anything left empty on the board.
      </p>
      <ul className="mt-4 space-y-4">
        {treatments.map((one) => (
          <li key={one.written}>
            <Combobox<TreatmentMapping>
              label={one.written}
              hint={appointmentsText(one.rows)}
              value={mappingOf(one)}
              onChange={(chosen) =>
                chosen &&
                onChoose(one.written, { templateId: chosen.templateId, needsConsent: chosen.needsConsent })
              }
              load={searchTreatmentMappings}
              itemKey={({ key }) => key}
              itemLabel={({ label }) => label}
              empty="No template in use matches."
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
