import { useEffect, useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import type { OwnSupporter } from '../../../contract/supporters.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import { useApiRequest } from './api-request.ts'
import { PatientPage } from './patient-page.tsx'
import { ShareForm } from './share-form.tsx'
import { inviteSupporter, listSupporters, revokeSupporter, type Invitation } from './supporter-api.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

type SharePageProps = {
  consent: Pick<PatientConsent, 'id'>
  onBack: () => void
  onLapsed: () => void
}

/** Letting somebody read along: who, for how long and how they get the link; and everybody who was let in before. */
export function SharePage({ consent, onBack, onLapsed }: SharePageProps) {
  const { sharing } = useWords()
  const { busy, setBusy, problems, setProblems, run } = useApiRequest(onLapsed)
  const [people, setPeople] = useState<readonly OwnSupporter[]>()
  // A form of its own for each invitation: what was typed goes once it is sent.
  const [invited, setInvited] = useState(0)

  useEffect(() => {
    // Without an answer the form is there all the same; sending it tells what is the matter.
    listSupporters(consent.id).then(setPeople, () => setPeople([]))
  }, [consent.id])

  const invite = (invitation: Invitation, key: string) =>
    run(async () => {
      await inviteSupporter(consent.id, invitation, key)
      setPeople(await listSupporters(consent.id))
      setInvited((number) => number + 1)
      setBusy(false)
    })

  const stop = (supporterId: string) =>
    run(async () => {
      await revokeSupporter(consent.id, supporterId)
      setPeople(await listSupporters(consent.id))
      setBusy(false)
    })

  return (
    <PatientPage title={sharing.title} windowTitle={sharing.shortTitle} problems={problems} onBack={onBack}>
      <p className="mt-3">{sharing.lead}</p>
      <p className="mt-2">{sharing.limits}</p>
      <div role="status">
        {people && people.length > 0 && (
          <section className="mt-8">
            <h2>{sharing.people}</h2>
            <ul className="mt-4 space-y-4">
              {people.map((person) => (
                <li key={person.id} className="card p-4">
                  <SharedWith person={person} busy={busy} onStop={() => void stop(person.id)} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <ShareForm
        key={invited}
        problems={problems}
        busy={busy}
        onProblems={setProblems}
        onSend={(invitation, key) => void invite(invitation, key)}
      />
    </PatientPage>
  )
}

type SharedWithProps = { person: OwnSupporter; busy: boolean; onStop: () => void }

/** Somebody who reads along: what to tell them, when they looked, and the way to end it. */
function SharedWith({ person, busy, onStop }: SharedWithProps) {
  const { sharing, locale } = useWords()
  const { id, name, relation, state, code, url, by, openings } = person
  const [latest] = openings
  return (
    <>
      <h3 dir="auto">{`${name} (${relation})`}</h3>
      {state === 'open' ? (
        <p className="text-small text-muted">
          {fillPlaceholders(sharing.until, { time: formatLocalDateTime(person.expiresAt, locale) })}
        </p>
      ) : (
        <Badge tone="neutral" className="mt-1 whitespace-normal!">
          {sharing.states[state]}
        </Badge>
      )}
      <p className="mt-1 text-small text-muted">
        {latest
          ? fillPlaceholders(sharing.opened, { time: formatLocalDateTime(latest, locale) })
          : sharing.notOpened}
      </p>
      {code !== null && (
        <p className="mt-3 rounded-md bg-brand-soft p-3">
          <span dir="auto">{fillPlaceholders(sharing.tell, { name })}</span>{' '}
          <bdi className="font-semibold tabular-nums">{code}</bdi>
        </p>
      )}
      {url !== null && by === 'own' && (
        <CopyField
          id={`link-${id}`}
          className="mt-4"
          label={sharing.link}
          value={url}
          copy={sharing.copy}
          copied={sharing.copied}
        />
      )}
      {(state === 'open' || state === 'locked') && (
        <Button variant="quiet" className="mt-4" busy={busy} onClick={onStop}>
          {fillPlaceholders(sharing.stop, { name })}
        </Button>
      )}
    </>
  )
}
