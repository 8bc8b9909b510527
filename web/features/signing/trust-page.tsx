import { telephoneHref } from '../../ui/plain/telephone.ts'
import { WarningCallout } from '../../ui/plain/warning-callout.tsx'
import { PatientPage } from './patient-page.tsx'
import type { Trust } from './signing-api.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

type TrustPageProps = { trust: Trust | undefined; onBack: () => void }

/**
 * How to find out whether a link is really from the practice. What this page says can be copied by whoever copies the
 * page, so it sends people to what they know already: the number on their card, and the word they were told.
 */
export function TrustPage({ trust, onBack }: TrustPageProps) {
  const { wayIn } = useWords()
  const { trust: words } = wayIn
  return (
    <PatientPage title={words.title} onBack={onBack}>
      <p className="mt-3">{words.lead}</p>
      <ol className="mt-3 list-decimal space-y-2 ps-6">
        <li>{words.phone}</li>
        <li>{words.ask}</li>
        {trust?.codeWord && (
          <li>
            {words.codeWord}{' '}
            <bdi className="font-semibold" translate="no">
              {trust.codeWord}
            </bdi>
            . {words.otherWord}
          </li>
        )}
        <li>
          {words.address} <bdi className="font-semibold wrap-anywhere">{location.host}</bdi>
        </li>
      </ol>
      {trust?.callBack && (
        <p className="mt-4">
          {words.callBack}{' '}
          <a href={telephoneHref(trust.callBack)} className="font-semibold text-link" dir="ltr">
            {trust.callBack}
          </a>
        </p>
      )}
      <WarningCallout title={words.never} className="mt-8">
        <ul className="list-disc space-y-1 ps-6">
          {words.nevers.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </WarningCallout>
      <TextButton className="mt-6" onClick={onBack}>
        {words.back}
      </TextButton>
    </PatientPage>
  )
}
