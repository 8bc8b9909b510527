import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { useSessionUser } from '../identity/index.ts'
import type { BoardPaths } from './appointment-row.tsx'
import { appointmentTitle, listMissing, type Appointment } from './appointment-words.ts'
import { remediesFor, remedyProperties, type Remedy } from './remedies.ts'

type OnRemedy = (remedy: Remedy, consentId: string | null) => void

type MissingListProps = {
  appointment: Appointment
  ownId: string
  paths: BoardPaths
  onRemedy: OnRemedy
}

/** What is missing before treatment may begin, each with what the reader can do about it, or who else can. */
export function MissingList({ appointment, ownId, paths, onRemedy }: MissingListProps) {
  const { permissions } = useSessionUser()
  const reader = { permissions, isClinician: appointment.clinician.id === ownId }
  return (
    <ul aria-label="Missing" className="divide-y divide-line">
      {listMissing(appointment).map((condition) => {
        const { name, words, missing } = condition
        const { offered, whoCan } = missing ? remediesFor(missing, reader) : { offered: [], whoCan: '' }
        return (
          <li key={name} className="py-3 wrap-anywhere first:pt-0 last:pb-0">
            <p>
              <span className="font-semibold">{appointmentTitle(condition)}:</span> {words}
            </p>
            {offered.length > 0 && (
              <div className="mt-2 flex flex-wrap gap-2">
                {offered.map((remedy) => (
                  <RemedyButton
                    key={remedy}
                    remedy={remedy}
                    about={appointmentTitle(condition)}
                    href={remedyHref(remedy, missing?.consentId ?? null, { appointment, paths })}
                    onPress={() => onRemedy(remedy, missing?.consentId ?? null)}
                  />
                ))}
              </div>
            )}
            {whoCan && <p className="mt-1 text-small text-muted">{whoCan}</p>}
          </li>
        )
      })}
    </ul>
  )
}

/** Where a remedy is a page of its own. */
function remedyHref(
  remedy: Remedy,
  consentId: string | null,
  { appointment: { id, patient }, paths }: Pick<MissingListProps, 'appointment' | 'paths'>,
): string | null {
  if (remedy === 'newConsent') return paths.newConsent(patient.id, id)
  return remedy === 'openDraft' && consentId ? paths.consent(consentId) : null
}

type RemedyButtonProps = { remedy: Remedy; about: string; href: string | null; onPress: () => void }

function RemedyButton({ remedy, about, href, onPress }: RemedyButtonProps) {
  const { label } = remedyProperties[remedy]
  // The same remedy may stand beside several things: each is told apart by what it is for.
  const named = { 'aria-label': `${label}: ${about}`, size: 'small', variant: 'quiet' } as const
  return href === null ? (
    <Button {...named} onClick={onPress}>
      {label}
    </Button>
  ) : (
    <ButtonLink {...named} href={href}>
      {label}
    </ButtonLink>
  )
}
