import { X } from 'lucide-react'
import { useState } from 'react'
import type { OptionalService } from '../../../contract/setup.ts'
import { api } from '../../api.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/plain/link.tsx'

const warningTexts: Record<OptionalService, string> = {
  billing: 'Stripe billing not configured',
  database: 'Database not configured',
  mail: 'Email service not configured',
}

const storageKey = 'candour.configuration-dismissed'

type MissingServices = readonly OptionalService[]

/** What is not set up yet. It comes with the page, which would move under a press if it came later. */
export const loadMissingServices = (signal: AbortSignal): Promise<MissingServices> =>
  api.setup.unconfigured({}, { signal }).then(
    ({ missing }) => missing,
    // Nothing is known, so nothing is said; the page below has its own words for a server that does not answer.
    () => [],
  )

type ConfigurationWarningProps = { missing: MissingServices; instructionsHref: string }

/** The configuration warning of section 2, with the parts that decisions.md names; what is missing anew shows again. */
export function ConfigurationWarning({ missing, instructionsHref }: ConfigurationWarningProps) {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(storageKey))
  function dismiss() {
    sessionStorage.setItem(storageKey, missing.join())
    setDismissed(missing.join())
  }
  if (missing.length === 0 || dismissed === missing.join()) return null
  return (
    <section
      aria-labelledby="configuration-required"
      className="mx-auto mb-6 flex max-w-page gap-4 rounded-lg border border-warn-edge bg-warn-soft p-5"
    >
      <div className="min-w-0 flex-1">
        <h2 id="configuration-required" className="text-warn">
          Configuration Required
        </h2>
        <ul className="mt-2 list-disc space-y-1 ps-5">
          {missing.map((part) => (
            <li key={part}>{warningTexts[part]}</li>
          ))}
        </ul>
        <Link
          href={instructionsHref}
          target="_blank"
          className="text-link mt-2 inline-block py-1 font-medium"
        >
          Set-up instructions
          <span className="sr-only"> (opens in a new tab)</span>
        </Link>
      </div>
      <IconButton label="Dismiss" icon={X} onClick={dismiss} />
    </section>
  )
}
