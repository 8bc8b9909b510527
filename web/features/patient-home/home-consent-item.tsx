import { awaitsPatient, canTransition } from '../../../contract/consent-states.ts'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { Button, type ButtonProps } from '../../ui/plain/button.tsx'
import { formatLocalDay } from '../../ui/plain/local-day.ts'
import {
  TextButton,
  TreatmentStates,
  documentHref,
  evidenceHref,
  fillPlaceholders,
  isPartlyTakenBack,
  useWords,
} from '../signing/index.ts'
import { openConsent, type HomeConsent } from './home-api.ts'

type HomeConsentItemProps = {
  consent: HomeConsent
  /** The name of what is under way on the page. */
  busy: string | undefined
  onRun: (name: string, act: () => Promise<void>) => Promise<void>
  /** What was begun is done, and the page stays. */
  onDone: () => void
}

const toneOf = ({ status, signedAt }: HomeConsent): Tone => {
  if (awaitsPatient(status)) return 'warn'
  return signedAt && canTransition(status, 'withdraw') ? 'ok' : 'neutral'
}

/** Fetches a file without leaving the page. */
function download(href: string, name: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** One form: what it is about, where it stands, since when, and what can be done with it. */
export function HomeConsentItem({ consent, busy, onRun, onDone }: HomeConsentItemProps) {
  const { status: statusWords, home, aftercare, proof, withdraw, locale } = useWords()
  const { list } = home
  const { id, title, teeth, status, sentAt, signedAt, expiresAt, documents, treatedAt, questions } = consent
  const waits = awaitsPatient(status)
  const held = canTransition(status, 'withdraw')
  const [copy] = documents
  const annexes = documents.filter(({ kind }) => kind.startsWith('annex'))
  const since = signedAt
    ? fillPlaceholders(list.signed, { date: formatLocalDay(signedAt, locale) })
    : fillPlaceholders(list.sent, { date: formatLocalDay(sentAt, locale) })

  const go =
    (screen: string, place = '') =>
    () =>
      onRun(screen + place + id, async () => {
        await openConsent(id)
        location.assign(`/${screen}/${id}${place}`)
      })
  const fetchFiles = (name: string, files: readonly { href: string; as: string }[]) => () =>
    onRun(name + id, async () => {
      await openConsent(id)
      for (const { href, as } of files) download(href, as)
      onDone()
    })
  // What happened after it was sealed stands in annexes, which belong to the copy.
  const fetchCopy = fetchFiles(
    'copy',
    (copy ? [copy, ...annexes] : []).map(({ id: documentId, kind, number }) => ({
      href: documentHref('patient', id, documentId),
      as: `consent-${kind}-${number}.pdf`,
    })),
  )
  const fetchProof = fetchFiles('proof', [{ href: evidenceHref('patient', id), as: 'evidence.zip' }])
  const press = (name: string, words: string, act: () => Promise<void>): ButtonProps => ({
    busy: busy === name + id,
    onClick: () => void act(),
    children: words,
    'aria-label': fillPlaceholders(list.named, { action: words, title, date: since }),
  })

  return (
    <li className="space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 lang="en" dir="ltr" className="min-w-0 wrap-anywhere">
          {title}
        </h3>
        {isPartlyTakenBack(consent) ? (
          <Badge tone="warn">{withdraw.parts.status}</Badge>
        ) : (
          <Badge tone={toneOf(consent)}>{statusWords[status]}</Badge>
        )}
      </div>
      <p className="text-small text-muted">
        {teeth.map(({ fdi, name }) => (
          <span key={fdi} lang="en" className="block first-letter:uppercase">
            {name} ({fdi})
          </span>
        ))}
        {since}
        {waits && expiresAt && (
          <> · {fillPlaceholders(list.openUntil, { date: formatLocalDay(expiresAt, locale) })}</>
        )}
      </p>
      <TreatmentStates answered={consent} />
      {questions.answered > 0 && <p className="text-small">{aftercare.answers}</p>}
      {held && !copy && <p className="text-small">{list.preparing}</p>}
      {treatedAt && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button {...press('your-visit#worried', aftercare.worried, go('your-visit', '#worried'))} />
          <TextButton {...press('your-visit', aftercare.open, go('your-visit'))} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {waits ? (
          <Button {...press('ai-consent', list.sign, go('ai-consent'))} />
        ) : (
          <>
            {copy && <Button variant="quiet" {...press('copy', list.download, fetchCopy)} />}
            {copy && <TextButton {...press('proof', proof.everything, fetchProof)} />}
            <TextButton {...press('consent', list.read, go('consent'))} />
            {held && <TextButton {...press('ai-consent', list.change, go('ai-consent'))} />}
          </>
        )}
      </div>
    </li>
  )
}
