import trial from '../../../build/content/page.consent-trial.json'
import { Brand } from '../../ui/plain/brand.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'

const path = '/try-consent'

/**
 * A patient's form to try where one stands. No script: a closed disclosure has nothing on the screen, so that its lazy
 * frame is fetched once it is opened and not before. On a phone the form has a page of its own, as it has for patients.
 */
export function ConsentTrial() {
  return (
    <section id="try" className="mx-auto w-full max-w-page px-6 py-16">
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1fr_24.5rem]">
        <Invitation />
        <Phone />
      </div>
    </section>
  )
}

function Invitation() {
  return (
    <div>
      <h2 className="text-2xl tracking-tight">{trial.heading}</h2>
      <p className="mt-3 max-w-prose text-[1rem] leading-relaxed text-muted">{trial.lead}</p>
      <ol className="mt-8 max-w-prose space-y-4">
        {trial.steps.map(({ title, text }, at) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand tabular-nums"
            >
              {at + 1}
            </span>
            <p className="pt-0.5 text-[1rem] leading-relaxed">
              <span className="font-medium">{title}.</span> <span className="text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-8 text-[1rem] font-medium">{trial.promise}</p>
      <ButtonLink href={path} reload size="large" className="mt-4 w-full sm:w-auto lg:hidden">
        {trial.action}
      </ButtonLink>
      <p className="mt-2 max-lg:hidden">
        <Link href={path} reload className="font-medium text-brand underline underline-offset-4">
          {trial.whole}
        </Link>
      </p>
    </div>
  )
}

/** Of one size whether closed or open, so that nothing on the page moves. */
function Phone() {
  return (
    <div className="h-[46rem] overflow-hidden rounded-[2rem] border-8 border-ink bg-surface max-lg:hidden">
      <details className="group flex h-full flex-col">
        <summary className="list-none rounded-t-xl -outline-offset-4 [&::-webkit-details-marker]:hidden">
          <Poster />
          <span className="hidden min-h-11 items-center justify-center bg-ink font-medium text-on-brand group-open:flex">
            {trial.close}
          </span>
        </summary>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of ours that its own policy keeps from calling anybody */}
        <iframe src={path} title={trial.frame} loading="lazy" className="h-[42.25rem] w-full border-0" />
      </details>
    </div>
  )
}

function Poster() {
  const { practice, note, form, treatment, tooth, minutes } = trial.poster
  return (
    <span className="flex h-[45rem] flex-col group-open:hidden">
      <span className="flex items-center justify-between gap-3 border-b border-line bg-paper px-5 py-4">
        <Brand name={practice} />
        <span className="text-small text-muted">{note}</span>
      </span>
      <span className="flex flex-1 flex-col justify-center px-6">
        <span className="text-muted">{form}</span>
        <span className="mt-1 text-2xl font-semibold tracking-tight">{treatment}</span>
        <span className="mt-2 text-[1rem] text-muted">{tooth}</span>
        <span className="mt-6 rounded-lg bg-brand-soft p-4 text-[1rem]">{minutes}</span>
        <span className="btn btn-primary mt-8 min-h-13 text-[1rem]">{trial.action}</span>
      </span>
    </span>
  )
}
