import site from '../../../build/content/page.site.json'
import words from '../../../build/content/page.wrong-address.json'
import { unlistedMeta } from '../../page-meta.ts'
import { requestedPathPlaceholder } from '../../routes.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'

export const meta = () => unlistedMeta('/', words)

/** What every page is answered with at an address that is not the installation's; the server puts both into it. */
export default function WrongAddress() {
  return (
    <div className="mx-auto w-full max-w-2xl px-6 py-20 sm:py-28">
      <h1 className="text-3xl">{words.heading}</h1>
      <p className="mt-4 text-[1rem] leading-relaxed text-muted">{words.text}</p>
      <p className="mt-3 text-lead font-semibold wrap-anywhere select-all">{site.origin}</p>
      <ButtonLink href={site.origin + requestedPathPlaceholder} reload size="large" className="mt-6">
        {words.action}
      </ButtonLink>
      <h2 className="mt-14 text-h3">{words.operatorHeading}</h2>
      <p className="mt-2 leading-relaxed text-muted">{words.operatorText}</p>
      <p className="mt-3 card p-4 font-mono text-small wrap-anywhere select-all">{words.operatorExample}</p>
      <p className="mt-3 leading-relaxed text-muted">{words.operatorNote}</p>
    </div>
  )
}
